import { expose } from 'comlink';
import { type Learning, type Learnt, learnt } from '../../learn/index.ts';

/** Requests to the worker that learns from measured times. */
export interface LearnWorker {
  learnt(asked: Learning): Promise<Learnt>;
}

const worker: LearnWorker = { learnt: async (asked) => learnt(asked) };

expose(worker);
