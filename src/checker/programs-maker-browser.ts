import { oneWorker } from '../base/one-worker.ts';
import { startWorker } from '../base/start-worker.ts';
import type { MadeProgram } from '../promela/index.ts';
import type { ProgramsMaker, ProgramsRequest } from './device-programs.ts';
import type { ProgramsWorker } from './programs-worker.ts';
import script from './programs-worker.ts?worker&url';

/** Parallel workers, leaving room for page and verifier. */
const workersAtOnce = (): number =>
  Math.max(1, Math.min(4, Math.floor(navigator.hardwareConcurrency / 2)));

/** Milliseconds between a worker's reports. */
const STRETCH = 150;

/** Makes programs in page workers that live as long as the call. */
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
  const { signal: never } = new AbortController();
  const call = oneWorker<ProgramsWorker>(() => startWorker(script, 'programs'));
  const until = signal ?? never;
  const made: MadeProgram[] = [];
  try {
    await call(until, (remote) => remote.begin(request, part, workersAtOnce()));
    for (let looked = 0; ;) {
      const chunk = await call(until, (remote) => remote.more(STRETCH));
      made.push(...chunk.made);
      onProgress((looked += chunk.looked));
      if (chunk.ended) return made;
    }
  } finally {
    call.end();
  }
}
