import * as v from 'valibot';
import { Workbox } from 'workbox-window';
import { createStore } from 'zustand/vanilla';
import { messageOf } from '../base/message.ts';
import { type Kept, keptSchema, type ToWorker } from './messages.ts';

/** State of the site's offline copy. */
export type Keeping =
  /** Nothing is known yet. */
  | { readonly phase: 'unknown' }
  /** This browser keeps no sites, or not this one. */
  | { readonly phase: 'never'; readonly reason: string }
  | { readonly phase: 'fetching'; readonly part: number }
  /** All but the compiler is here, as looked up. */
  | { readonly phase: 'kept' }
  | { readonly phase: 'failed'; readonly reason: string };

interface Offline {
  readonly keeping: Keeping;
  /** A newer version is here and waits. */
  readonly isNewer: boolean;
}

export const OFFLINE = createStore<Offline>()(() => ({
  keeping: { phase: 'unknown' },
  isNewer: false,
}));

const FILE = './service-worker.js';
/** Milliseconds before a revisited page asks for a newer version. */
const ASK_AGAIN = 3_600_000;

let workbox: Workbox | undefined;

const say = (keeping: Keeping): void => OFFLINE.setState({ keeping });

/** Stores the site for offline use, once per page, when idle. */
export async function keepSite(): Promise<void> {
  if (workbox) return;
  if (!('serviceWorker' in navigator)) {
    const reason = isSecureContext
      ? 'This browser does not keep sites, or not in a private window.'
      : 'Browsers keep only sites that come over https, or from this machine.';
    return say({ phase: 'never', reason });
  }
  const box = new Workbox(FILE, { scope: './' });
  workbox = box;
  box.addEventListener('message', ({ data }) => {
    const heard = v.safeParse(keptSchema, data);
    if (heard.success && OFFLINE.getState().keeping.phase !== 'kept') say(fetchingOf(heard.output));
  });
  box.addEventListener('waiting', () => OFFLINE.setState({ isNewer: true }));
  box.addEventListener('activated', () => void lookUp());
  box.addEventListener('redundant', ({ isUpdate }) => {
    // A replaced version is redundant too; then another is there.
    if (isUpdate !== true && OFFLINE.getState().keeping.phase === 'fetching') say(INCOMPLETE);
  });
  try {
    const registration = await box.register();
    if (registration?.active) await lookUp(registration.active);
    askForNewer(box);
  } catch (error) {
    workbox = undefined;
    say({
      phase: 'failed',
      reason: `The browser keeps nothing of this site: ${messageOf(error)}.`,
    });
  }
}

const INCOMPLETE: Keeping = {
  phase: 'failed',
  reason:
    'Not all of the site could be fetched, or there is no room for it. It is tried again when the page is opened next.',
};

const fetchingOf = ({ kept, files }: Kept): Keeping => ({ phase: 'fetching', part: kept / files });

/** Asks the worker if all files are there, and introduces this page. */
async function lookUp(worker?: ServiceWorker): Promise<void> {
  const active = worker ?? (await navigator.serviceWorker.ready).active;
  if (!active) return;
  const kept = await asked(active, { type: 'KEPT' });
  if (!kept) return;
  say(kept.kept === kept.files ? { phase: 'kept' } : INCOMPLETE);
  tell(active, { type: 'BEGUN', script: import.meta.url });
}

const tell = (worker: ServiceWorker, message: ToWorker, ports: Transferable[] = []): void =>
  worker.postMessage(message, ports);

function asked(worker: ServiceWorker, message: ToWorker): Promise<Kept | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const answer = v.safeParse(keptSchema, data);
      resolve(answer.success ? answer.output : undefined);
      port1.close();
    });
    port1.start();
    tell(worker, message, [port2]);
  });
}

/** For pages that stay open for days. */
function askForNewer(box: Workbox): void {
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < ASK_AGAIN) return;
    askedAt = Date.now();
    // Without a network there is no newer one.
    box.update().catch(() => undefined);
  });
}

/** Activates the newer version and reloads this page only. */
export async function loadNewer(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('./');
  const reload = (): void => location.reload();
  if (!registration?.waiting) return reload(); // another page has asked for it
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  tell(registration.waiting, { type: 'SKIP_WAITING' });
}
