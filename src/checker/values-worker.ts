import { expose } from 'comlink';
import { isOutOfStack } from '../base/out-of-stack.ts';
import type { ValueProgram, ValueTrace } from '../values/index.ts';
import { steeredRun } from '../values/run/steer.ts';
import type { RunReport } from './value-reports.ts';
import type { About } from './values-runner.ts';
import { checkByRunning } from '../values/run/check.ts';
import { traceByRunning } from '../values/run/trace-by-running.ts';

/** Protocol of the worker that runs work-items. */
export interface ValuesWorker {
  check(program: ValueProgram, about: About): RunReport;
  trace(program: ValueProgram, finding: number, about: About): ValueTrace | undefined;
  steer: typeof steeredRun;
}

const worker: ValuesWorker = {
  // Functions cannot be posted.
  check(program, about) {
    try {
      const { findings, remarks, checked, notChecked, layout } = checkByRunning(program, about);
      return { findings, remarks, checked, notChecked, layout };
    } catch (error) {
      if (!isOutOfStack(error)) throw error;
      const why = 'the kernel is nested too deeply for its work-items to be run';
      const notChecked = [{ what: 'everything', why, weakens: true }];
      return { findings: [], remarks: [], checked: [], notChecked };
    }
  },
  trace: traceByRunning,
  steer: steeredRun,
};

expose(worker);
