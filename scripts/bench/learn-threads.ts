import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Pool, Reached, Task } from './learn-searches.ts';

/** Runs searches on all cores. Their results are in the order of the tasks.
 * @param start the module of a worker, for a program that is bundled */
export async function searchAll(
  pools: readonly Pool[],
  tasks: readonly Task[],
  start = new URL('./learn-worker-start.mjs', import.meta.url),
): Promise<readonly Reached[]> {
  const found: Reached[] = [];
  const waiting = tasks.entries();
  const work = async (): Promise<void> => {
    const thread = new Worker(start, { workerData: pools });
    try {
      for (const [at, task] of waiting)
        found[at] = await new Promise<Reached>((resolve, reject) => {
          thread.once('message', resolve).once('error', reject);
          thread.postMessage(task);
        });
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return found;
}
