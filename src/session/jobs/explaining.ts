import { compareTicks, type Ticks } from '../../base/ticks.ts';
import type { Problem } from '../../checker/index.ts';
import type { RunnerUp } from '../../tuning/index.ts';
import { semanticsOf } from '../../platform/index.ts';
import type { SessionTools } from '../tools.ts';
import type { Settings } from '../kept/settings.ts';
import { RECHECK } from '../workbench/recheck-view.ts';
import type { Run } from '../run/run.ts';
import type { RunSubject } from '../run/task-runner.ts';
import type { Workers } from '../run/workers.ts';
import { jobOf } from './job.ts';
import { SWEPT_LEVEL } from './sensitivity.ts';
import { type Question, WHY, whyBest, type WhyView } from './why.ts';

/** Milliseconds after a run, so that tuning again never waits. */
const PAUSE = 250;

/** Explains each shown answer until the next run starts.
 * @param shown the subject of the run. */
export function createExplaining(
  tools: SessionTools,
  workers: Pick<Workers, 'pool'>,
  shown: () => RunSubject | undefined,
) {
  const { store, jobs, pause, now, exampleText, hasCompiler, problemAtOnce } = tools;

  function explain(run: Run, atAnyCost: boolean, begun: Partial<WhyView> = {}): void {
    const { result } = run;
    const subject = shown();
    // A file's answer needs no search before somebody checks it.
    if (run.origin && jobOf(store.getState(), RECHECK).phase !== 'ended') return jobs.forget(WHY);
    // A search of all schedules covers only one configuration.
    const isTuned = run.phase === 'ended' && result?.schedules === undefined;
    if (!result || !subject || !isTuned || result.status === 'deadlock') return jobs.forget(WHY);
    const { problem, settings } = subject;
    const isShipped = exampleText(settings.example) === settings.kernelText;
    const question = {
      problem,
      result,
      atAnyCost,
      counting: counting(settings, problem),
      nextKnown: result.status === 'proved' ? undefined : nextKnown(run),
      isAtHand: (other: Problem) =>
        isShipped || hasCompiler() || workers.pool.hasVerifierOf(other.model.text),
    };
    void jobs.start(WHY, begun, async function* explained(jobTools) {
      await pause(PAUSE, jobTools.signal);
      yield* whyBest(question, { ...jobTools, pool: workers.pool, now });
    });
  }

  /** The model with arithmetic counted, which the page does not bring along. */
  function counting(settings: Settings, { semantics, constants }: Problem): Question['counting'] {
    const counts: readonly string[] = semanticsOf(semantics).constants;
    if (!counts.includes('AT') || constants.AT > 0) return undefined;
    const charged = { ...settings.constants, AT: '1' };
    const problem = problemAtOnce({ ...settings, constants: charged, level: SWEPT_LEVEL });
    if (!problem) return undefined;
    const isAtHand = hasCompiler() || workers.pool.hasVerifierOf(problem.model.text);
    return { problem, isAtHand };
  }

  store.subscribe((state, before) => {
    const { run } = state;
    if (run.isPassing) return;
    const isEnded = (one: typeof state): boolean => jobOf(one, RECHECK).phase === 'ended';
    const isChecked = isEnded(state) && !isEnded(before);
    if (run.result !== before.run.result || (run.origin && isChecked)) explain(run, false);
  });

  return {
    /** Explains what was told briefly. */
    goOn(): void {
      const { best, next } = jobOf(store.getState(), WHY);
      explain(store.getState().run, false, { ...(best && { best }), ...(next && { next }) });
    },
    commands: { askWhy: () => explain(store.getState().run, true) },
  };
}

/** The fastest known configuration besides the best. */
function nextKnown({ configurations, result }: Run): RunnerUp | undefined {
  const minTime = result?.minTime;
  if (minTime === undefined) return undefined;
  const { table, size } = configurations;
  let found: { row: number; time: Ticks } | undefined;
  for (let row = 0; row < size; row += 1) {
    const time = table.time(row);
    if (time === undefined || compareTicks(time, minTime) <= 0) continue;
    if (!found || compareTicks(time, found.time) < 0) found = { row, time };
  }
  return found && { time: found.time, configurations: [table.values(found.row)] };
}
