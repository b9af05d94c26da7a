import { Cancelled } from '../../base/failure.ts';
import { atLevel, ModelChecker, perform, type Problem } from '../../checker/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { Question } from '../question.ts';
import { applyEvent, beginRun, endRun, IDLE, type Run } from '../run/run.ts';
import type { JobView } from './job.ts';
import type { JobTools } from './jobs.ts';
import { aboutOf, type SideQuestion } from './side-question.ts';
import { telling } from './telling.ts';

/** One configuration's search of all schedules, as far as it is. */
export interface SchedulesView extends JobView {
  readonly configuration: Configuration;
  /** Its searches, and what came of them. */
  readonly run: Run;
  /** The problem searched, at level free. */
  readonly problem?: Problem;
  readonly question?: Question;
}

/** Finds a configuration's shortest and longest time over all schedules. */
export const SCHEDULES: SideQuestion<SchedulesView, [configuration: Configuration]> = {
  id: 'schedules',
  none: { phase: 'none', configuration: {}, run: IDLE },
  ask(tools, configuration) {
    const posed = tools.derivation()?.problem;
    const problem = posed && atLevel(posed, 'free');
    if (!problem) return undefined;
    const { question } = aboutOf(tools, problem);
    return {
      begun: { configuration, question, problem },
      steps: (job) => searchSchedules(problem, configuration, tools.now, job),
    };
  },
};

/** Searches a configuration's schedules; yields its run after each event.
 * @param problem at level free.
 * @throws {Cancelled} by its signal. */
async function* searchSchedules(
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
