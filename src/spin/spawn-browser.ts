import { begun, onStopped, startWorker } from '../base/start-worker.ts';
import type { WorkerHandle } from './job-runner.ts';

/** Starts a toolchain's worker. @param script the address of `worker.ts`. */
export function spawnBrowserWorker(script: string): WorkerHandle {
  // The worker holds this lock while it lives.
  const name = `overtime-worker-${Math.random()}`;
  const worker = startWorker(script, name);
  const ended = new AbortController();
  let tellDeath: ((reason: string) => void) | undefined;
  let watched = false;
  return {
    endpoint: worker,
    begun: begun(worker),
    onDeath(listener) {
      tellDeath = listener;
      onStopped(worker, listener);
      worker.addEventListener('messageerror', () => listener('a message could not be read'));
    },
    onAlive() {
      if (watched || !isSecureContext) return;
      watched = true;
      void watch(name, ended.signal).then((reason) => reason !== undefined && tellDeath?.(reason));
    },
    terminate() {
      ended.abort();
      worker.terminate();
    },
  };
}

const ENDED = 'it has ended';

/** Waits for the worker's lock to be free: the only sign that it ended itself. */
async function watch(lock: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { held } = await navigator.locks.query();
    // It may have ended already; refused locks are reported here too.
    if (!held?.some(({ name }) => name === lock)) return signal.aborted ? undefined : ENDED;
    return await navigator.locks.request(lock, { signal }, () => ENDED);
  } catch {
    return undefined; // it was ended from here
  }
}
