import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import * as v from 'valibot';
import { type Pool, reached, type Task } from './learn-searches.ts';

// It comes from the thread that started this one.
const pools = v.parse(v.array(v.custom<Pool>((value) => typeof value === 'object')), workerData);

/** Found by a search of one of the pools. */
const search = (task: Task): readonly number[] => {
  const pool = pools[task.pool];
  if (!pool) throw new Error(`there is no set ${task.pool}`);
  return reached(pool, task);
};
export type SearchOne = typeof search;

if (parentPort) expose(search, nodeEndpoint(parentPort));
