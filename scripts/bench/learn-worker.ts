import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { type Pool, reached, type Task } from './learn-searches.ts';

// Both come from the thread that started this one.
const pools = v.parse(v.array(v.custom<Pool>((value) => typeof value === 'object')), workerData);

parentPort?.on('message', (task: Task) => {
  const pool = pools[task.pool];
  if (pool) parentPort?.postMessage(reached(pool, task));
});
