import { expose } from 'comlink';
import type { ValueProgram, ValueTrace } from '../values/index.ts';
import type { RunReport } from './verify.ts';
import type { About } from './values-runner.ts';
import { checkByRunning, traceByRunning } from '../values/run/check.ts';

/** What the worker of the page that runs work-items can be asked. */
export interface ValuesWorker {
  check(program: ValueProgram, about: About): RunReport;
  trace(program: ValueProgram, finding: number, about: About): ValueTrace | undefined;
}

const worker: ValuesWorker = {
  // What goes through a message has no functions.
  check(program, about) {
    const { findings, remarks, checked, notChecked, layout } = checkByRunning(program, about);
    return { findings, remarks, checked, notChecked, layout };
  },
  trace: traceByRunning,
};

expose(worker);
