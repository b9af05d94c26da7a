import { messageOf } from './message.ts';
import { PartFailure, wholePart, whyNotBegun } from './part.ts';

/** A bootstrap URL per script, reused so that browsers cache imports. */
const bootstraps = new Map<string, string>();

/** Awaited by each worker before its code runs. */
const starts = new WeakMap<object, Promise<void>>();

/** Sent once a worker's code runs; no library takes it for an answer. */
const BEGUN = 'begun';

/** Milliseconds for the code to come. */
const MOST_WAITED = 25_000;

/**
 * Starts a worker of the page, or of another worker. A worker takes its content policy from the answer that its script comes with, so
 * that on a host that sends none it would have none. One that begins with a blob has the policy of the page.
 * @param script the address of a module, as `?worker&url` gives it.
 * @param name for tools, which see the address of the blob alone.
 */
export function startWorker(script: string, name: string): Worker {
  const address = new URL(script, globalThis.document?.baseURI ?? location.href).href;
  const code = `import ${JSON.stringify(address)}; postMessage(${JSON.stringify(BEGUN)});`;
  const bootstrap =
    bootstraps.get(address) ?? URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  bootstraps.set(address, bootstrap);
  const worker = new Worker(bootstrap, { type: 'module', name });
  const begun = beginning(worker, address);
  begun.catch(() => undefined); // it is waited for where it matters
  starts.set(worker, begun);
  return worker;
}

/** Resolves once a worker's code runs. @throws {PartFailure} where that does not come. */
export const begun = (worker: object): Promise<void> => starts.get(worker) ?? Promise.resolve();

/** Tells once why a worker stops, or why its code did not come. */
export function onStopped(worker: Worker, tell: (why: string) => void): void {
  begun(worker).then(
    () =>
      worker.addEventListener('error', (event) => {
        event.preventDefault(); // otherwise the page reports it as well
        tell(event.message || 'it gives no reason');
      }),
    (error: unknown) => tell(`its code could not be fetched: ${messageOf(error)}`),
  );
}

function beginning(worker: Worker, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new PartFailure('away')), MOST_WAITED);
    const whole = wholePart(address);
    const damaged = (error: unknown): void => void whyNotBegun(address, error).then(reject);
    whole.catch(() => undefined); // it is waited for where it matters
    const fail = (event: ErrorEvent): void => {
      clearTimeout(late);
      event.preventDefault(); // otherwise the page reports it as well
      const { message } = event;
      // Code that came whole and stops at its first steps is too new for the browser.
      if (message && !message.includes('SyntaxError'))
        whole.then(() => reject(new PartFailure('unable', message)), damaged);
      // Unreadable messages are told without words.
      else damaged(new SyntaxError(message));
    };
    worker.addEventListener('error', fail, { once: true });
    worker.addEventListener(
      'message',
      () => {
        clearTimeout(late);
        worker.removeEventListener('error', fail);
        whole.then(resolve, damaged);
      },
      { once: true },
    );
  });
}
