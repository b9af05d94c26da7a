import { Cancelled } from '../../base/failure.ts';
import { ModelChecker, perform, type Problem } from '../../checker/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { Question } from '../question.ts';
import { applyEvent, beginRun, endRun, IDLE, type Run } from '../run/run.ts';
import type { JobTools, JobView } from './side-job.ts';
import { telling } from './telling.ts';

/** The search of all schedules of one configuration, as far as it has come. */
export interface SchedulesView extends JobView {
  readonly configuration: Configuration;
  /** Its searches, and what came of them. */
  readonly run: Run;
  readonly question?: Question;
}

export const NO_SCHEDULES: SchedulesView = { phase: 'none', configuration: {}, run: IDLE };

/** Searches all schedules of a configuration, beside the answer: its run after each event.
 * @param problem at level free.
 * @throws {Cancelled} by its signal. */
export async function* searchSchedules(
  problem: Problem,
  longest: Configuration,
  now: () => number,
  { toolchain, memoryMB, programs, signal }: JobTools,
): AsyncGenerator<Pick<SchedulesView, 'run'>, void> {
  let run = beginRun(now());
  yield { run };
  yield* telling<Pick<SchedulesView, 'run'>>(async (tell) => {
    const checker = new ModelChecker(toolchain, problem, { memoryMB, programs });
    const result = await perform(
      { longest },
      checker,
      (event) => {
        run = applyEvent(run, event, now());
        tell({ run });
      },
      signal,
      { toolchain: () => toolchain },
    );
    if (signal.aborted && result.status === 'cancelled') throw new Cancelled();
    run = endRun(run, now(), { result });
    tell({ run });
  });
}
