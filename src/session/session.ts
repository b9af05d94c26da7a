import { onDemand } from '../base/on-demand.ts';
import { NATIVE_PATH, TOKEN_FRAGMENT } from '../checker/index.ts';
import { createBrowserProgramsMaker } from '../checker/programs-maker-browser.ts';
import { createBrowserGpuMeasurer } from '../gpu/measurer-browser.ts';
import { createBrowserValuesRunner } from '../checker/values-runner-browser.ts';
import { createBrowserToolchain, hasCompiler } from '../spin/client-browser.ts';
import { createBrowserParser } from './reading/parser-browser.ts';
import { createBrowserTextReader } from './reading/text-reader-browser.ts';
import { createSessionWith, type Session } from './core.ts';
import { browserHistory, keyValues } from './kept/history-storage.ts';
import { EXAMPLES } from './examples.ts';
import { createBrowserLearner } from './measured/learner-browser.ts';
import type { Outside } from './outside.ts';
import { browserTabs } from './kept/other-tabs.ts';
import { memory, storageOf } from './kept/memory-storage.ts';
import { isLink } from './portable/is-link.ts';
import { BROWSER_STORAGE, TAB_STORAGE } from './kept/page-storage.ts';

const readings = onDemand(() => import('./reading/reading.ts'));

/** Where a page is opened. */
interface Opening {
  readonly outside: Outside;
  /** The link that it was opened by. */
  readonly fragment?: string;
  /** Embedded in another page, it keeps nothing: no place to work. */
  readonly isEmbedded?: boolean;
}

/** Storage that outlasts the page. */
const keeping = () => ({
  storage: BROWSER_STORAGE,
  tabStorage: TAB_STORAGE,
  tabs: browserTabs(),
  history: browserHistory(),
  kernels: keyValues('overtime-kernels'),
  measured: { learn: createBrowserLearner(), kept: keyValues('overtime-measured') },
});

/** Storage that ends with the page. */
const keepingNothing = (): ReturnType<typeof keeping> => ({
  storage: storageOf(),
  tabStorage: storageOf(),
  tabs: { tell: () => undefined, listen: () => undefined },
  history: { summaries: memory(), contents: memory() },
  kernels: memory(),
  measured: { learn: createBrowserLearner(), kept: memory() },
});

/** The session of a page. */
export function createSession({ isEmbedded = false, ...opening }: Opening): Session {
  const session = createSessionWith({
    reader: async () => {
      const [{ Reading }, parser] = await Promise.all([readings(), createBrowserParser()]);
      return { parser, Reading };
    },
    toolchain: () => createBrowserToolchain(),
    valuesRunner: () => createBrowserValuesRunner(),
    textReader: () => createBrowserTextReader(),
    programs: createBrowserProgramsMaker(),
    gpu: createBrowserGpuMeasurer,
    hasCompiler,
    ...(isEmbedded ? keepingNothing() : keeping()),
    ...opening,
    isEmbedded,
    exampleText: (id) => EXAMPLES.find((example) => example.id === id)?.text,
    now: () => performance.now(),
    date: () => Date.now(),
    pause,
    memoryMB: 2048,
    version: __APP_VERSION__,
    ...(!isEmbedded && { native: { address: nativeAddress(), token: takeToken() } }),
  });
  // Links may open while the page is already here.
  addEventListener('hashchange', () => {
    const token = isEmbedded ? undefined : takeToken();
    if (token !== undefined) void session.commands.takeNativeToken(token);
    const fragment = takeLink();
    if (fragment !== undefined) void session.commands.openLink(fragment);
  });
  if (isEmbedded) return session;
  // Catches the few pages that end without being hidden first.
  addEventListener('pagehide', session.flush);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') session.flush();
  });
  addEventListener('beforeunload', (event) => {
    session.flush();
    if (session.isAtRisk()) event.preventDefault();
  });
  return session;
}

/** Beside the page, wherever that is. */
const nativeAddress = (): string => new URL(NATIVE_PATH, document.baseURI).href;

/** The token that a server on this machine has printed, removed from the address: nobody sees or copies it. */
function takeToken(): string | undefined {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(TOKEN_FRAGMENT)) return undefined;
  history.replaceState(history.state, '', `${pathname}${search}`);
  const token = hash.slice(TOKEN_FRAGMENT.length);
  return /^[\w-]{32}$/.test(token) ? token : undefined;
}

/** Removed from the address, so that a reload keeps later work. */
export function takeLink(): string | undefined {
  const { hash, pathname, search } = location;
  if (!isLink(hash)) return undefined;
  history.replaceState(history.state, '', `${pathname}${search}`);
  return hash;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
