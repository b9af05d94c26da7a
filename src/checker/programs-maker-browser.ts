import { wrap } from 'comlink';
import { Cancelled, Failure } from '../base/failure.ts';
import { startWorker } from '../base/start-worker.ts';
import type { MadeProgram } from '../promela/index.ts';
import type { ProgramsMaker, ProgramsRequest } from './device-programs.ts';
import type { ProgramsWorker } from './programs-worker.ts';
import script from './programs-worker.ts?worker&url';

/** Workers at once: the page and the verifier need their share too. */
const workersAtOnce = (): number =>
  Math.max(1, Math.min(4, Math.floor(navigator.hardwareConcurrency / 2)));

/** Milliseconds after which a worker tells how far it is. */
const STRETCH = 150;

/** Makes programs in workers of the page, which live as long as the call. */
export const createBrowserProgramsMaker = (): ProgramsMaker => ({
  async make(request, onProgress, signal) {
    const looked = Array.from({ length: workersAtOnce() }, () => 0);
    const parts = looked.map((_, part) =>
      makePart(request, part, signal, (so) => {
        looked[part] = so;
        onProgress(Math.min(...looked));
      }),
    );
    return (await Promise.all(parts)).flat();
  },
});

async function makePart(
  request: ProgramsRequest,
  part: number,
  signal: AbortSignal | undefined,
  onProgress: (looked: number) => void,
): Promise<MadeProgram[]> {
  if (signal?.aborted === true) throw new Cancelled();
  const worker = startWorker(script, 'programs');
  let stop: () => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new Cancelled());
    signal?.addEventListener('abort', stop);
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      const reason = event.message || 'it could not be started';
      reject(new Failure('worker', `The worker stopped unexpectedly: ${reason}`, 'Try it again.'));
    });
  });
  ended.catch(() => undefined); // it is raced by the calls
  const made: MadeProgram[] = [];
  try {
    const remote = wrap<ProgramsWorker>(worker);
    await Promise.race([remote.begin(request, part, workersAtOnce()), ended]);
    for (let looked = 0; ;) {
      const chunk = await Promise.race([remote.more(STRETCH), ended]);
      made.push(...chunk.made);
      onProgress((looked += chunk.looked));
      if (chunk.ended) return made;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    worker.terminate();
  }
}
