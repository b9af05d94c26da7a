import { expose } from 'comlink';
import type { MadeProgram } from '../promela/index.ts';
import { madePrograms, type ProgramsRequest } from './device-programs.ts';

/** Protocol of the page's program-making worker. */
export interface ProgramsWorker {
  /** Begins to make a part of them. */
  begin(request: ProgramsRequest, part: number, of: number): void;
  /** Goes on for some milliseconds. */
  more(milliseconds: number): ProgramsChunk;
}

/** Programs made since the last call. */
export interface ProgramsChunk {
  readonly made: readonly MadeProgram[];
  /** Combinations looked at. */
  readonly looked: number;
  readonly ended: boolean;
}

let making: Iterator<MadeProgram | undefined> | undefined;

const worker: ProgramsWorker = {
  begin(request, part, of) {
    making = madePrograms(request, part, of);
  },
  more(milliseconds) {
    const made: MadeProgram[] = [];
    const until = performance.now() + milliseconds;
    let looked = 0;
    while (performance.now() < until) {
      const next = making?.next();
      if (!next || next.done === true) return { made, looked, ended: true };
      looked += 1;
      if (next.value) made.push(next.value);
    }
    return { made, looked, ended: false };
  },
};

expose(worker);
