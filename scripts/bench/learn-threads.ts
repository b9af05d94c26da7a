import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { Pool, Reached, Task } from './learn-searches.ts';
import type { SearchOne } from './learn-worker.ts';

/** Runs searches on all cores. Their results are in the order of the tasks. */
export async function searchAll(
  pools: readonly Pool[],
  tasks: readonly Task[],
): Promise<readonly Reached[]> {
  const found: Reached[] = [];
  const waiting = tasks.entries();
  const work = async (): Promise<void> => {
    const thread = new Worker(new URL('./learn-worker-start.mjs', import.meta.url), {
      workerData: pools,
    });
    try {
      const search = wrap<SearchOne>(nodeEndpoint(thread));
      for (const [at, task] of waiting) found[at] = await search(task);
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return found;
}
