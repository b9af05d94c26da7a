import { compareTicks, type Ticks } from '../../base/ticks.ts';
import type { Problem } from '../../checker/index.ts';
import type { RunnerUp } from '../../tuning/index.ts';
import { semanticsOf } from '../../platform/index.ts';
import type { SessionTools } from '../environment.ts';
import type { Settings } from '../kept/settings.ts';
import type { Run } from '../run/run.ts';
import type { RunSubject } from '../run/task-runner.ts';
import type { Workers } from '../run/workers.ts';
import { SideJob } from './side-job.ts';
import { SWEPT_LEVEL } from './sensitivity.ts';
import { NO_WHY, type Question, whyBest } from './why.ts';

/** Milliseconds after a run: whoever tunes again at once does not wait for what is not wanted any more. */
const PAUSE = 250;

/** Explains the answer of every run that is shown, beside whatever goes on: the next run ends it.
 * @param shown what the run is of.
 * @param problemOf the problem that settings pose, where that is known at once. */
export function createExplaining(
  tools: SessionTools,
  workers: Pick<Workers, 'pool'>,
  shown: () => RunSubject | undefined,
  problemOf: (settings: Settings) => Problem | undefined,
) {
  const { store, pause, now, exampleText, hasCompiler } = tools;
  const job = new SideJob(tools, NO_WHY, (why) => store.setState({ why }));

  function explain(run: Run, atAnyCost: boolean): void {
    const { result } = run;
    const subject = shown();
    // Nothing is searched for an answer out of a file that nobody has asked to be checked.
    if (run.origin && store.getState().recheck.phase !== 'ended') return job.forget();
    // What a search of all schedules finds says nothing of other configurations.
    const isTuned = run.phase === 'ended' && result?.schedules === undefined;
    if (!result || !subject || !isTuned || result.status === 'deadlock') return job.forget();
    const { problem, settings } = subject;
    const isShipped = exampleText(settings.example) === settings.kernelText;
    const question = {
      ...{ problem, result, atAnyCost, counting: counting(settings, problem) },
      nextKnown: result.status === 'proved' ? undefined : nextKnown(run),
      isAtHand: (other: Problem) =>
        isShipped || hasCompiler() || workers.pool.hasVerifierOf(other.model.text),
    };
    void job.start({}, async function* explained(jobTools) {
      await pause(PAUSE, jobTools.signal);
      yield* whyBest(question, { ...jobTools, pool: workers.pool, now });
    });
  }

  /** The model that counts arithmetic, which is none of those that come with the page. */
  function counting(settings: Settings, { semantics, constants }: Problem): Question['counting'] {
    const counts: readonly string[] = semanticsOf(semantics).constants;
    if (semantics === 'device' || !counts.includes('AT') || constants.AT > 0) return undefined;
    const charged = { ...settings.constants, AT: '1' };
    const problem = problemOf({ ...settings, constants: charged, level: SWEPT_LEVEL });
    if (!problem) return undefined;
    const isAtHand = hasCompiler() || workers.pool.hasVerifierOf(problem.model.text);
    return { problem, isAtHand };
  }

  store.subscribe(({ run, recheck }, before) => {
    const isChecked = recheck.phase === 'ended' && before.recheck.phase !== 'ended';
    if (run.result !== before.run.result || (run.origin && isChecked)) explain(run, false);
  });

  return {
    ask: () => explain(store.getState().run, true),
    cancel: () => job.cancel(),
  };
}

/** The fastest configuration beside the best, as far as their times are known. */
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
