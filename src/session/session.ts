import grammarUrl from 'tree-sitter-c/tree-sitter-c.wasm?url';
import runtimeUrl from 'web-tree-sitter/web-tree-sitter.wasm?url';
import { createKernelParser } from '../kernel/index.ts';
import { createBrowserProgramsMaker } from '../checker/programs-maker-browser.ts';
import { createBrowserValuesRunner } from '../checker/values-runner-browser.ts';
import { createBrowserToolchain, hasCompiler } from '../spin/client-browser.ts';
import { createBrowserTextReader } from './reading/text-reader-browser.ts';
import { createSessionWith, type Session } from './core.ts';
import { browserHistory, keyValues } from './kept/history-storage.ts';
import { EXAMPLES } from './examples.ts';
import { browserMeasuredReader } from './measured/measured-reader-browser.ts';
import { browserTabs } from './kept/other-tabs.ts';
import { BROWSER_STORAGE, TAB_STORAGE } from './kept/page-storage.ts';

/** The session of a page. */
export function createSession(): Session {
  const session = createSessionWith({
    parser: () => createKernelParser(runtimeUrl, grammarUrl),
    toolchain: () => createBrowserToolchain(),
    valuesRunner: () => createBrowserValuesRunner(),
    textReader: () => createBrowserTextReader(),
    programs: createBrowserProgramsMaker(),
    hasCompiler,
    storage: BROWSER_STORAGE,
    tabStorage: TAB_STORAGE,
    exampleText: (id) => EXAMPLES.find((example) => example.id === id)?.text,
    history: browserHistory(),
    kernels: keyValues('overtime-kernels'),
    tabs: browserTabs(),
    measured: { read: browserMeasuredReader, kept: keyValues('overtime-measured') },
    now: () => performance.now(),
    date: () => Date.now(),
    pause,
    memoryMB: 2048,
    version: __APP_VERSION__,
  });
  // Most pages that end are hidden first; those that are not are told this way.
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

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
