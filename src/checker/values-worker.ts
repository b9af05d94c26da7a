import { expose } from 'comlink';
import type { ValueProgram, ValueTrace, Verdict } from '../values/index.ts';
import { checkByRunning } from '../values/run/index.ts';

/** What the worker of the page that runs work-items can be asked. */
export interface ValuesWorker {
  check(program: ValueProgram): Verdict;
  trace(program: ValueProgram, finding: number): ValueTrace | undefined;
}

const worker: ValuesWorker = {
  // What goes through a message has no functions.
  check(program) {
    const { findings, remarks, checked, notChecked } = checkByRunning(program, {});
    return { findings, remarks, checked, notChecked };
  },
  trace: (program, finding) => checkByRunning(program, {}).trace(finding),
};

expose(worker);
