import { addTicks, compareTicks, type Ticks } from '../../base/ticks.ts';
import type { Tuning } from '../../promela/index.ts';
import type { SearchRun, TuningResult } from '../../tuning/index.ts';
import { type Check, followed, refuted, type RunWords } from '../recheck.ts';
import { asTuned } from './as-tuned.ts';
import type { PromelaChecker } from './promela-checker.ts';

/** What a tuning of any model claims, with amounts of the objective as they are shown. */
export interface ModelClaim {
  readonly tuning: Tuning;
  readonly result: Pick<TuningResult, 'status' | 'minTime' | 'optima' | 'trail'>;
  /** Its searches, for the figures of the one that proves it. */
  readonly runs: readonly SearchRun[];
}

/** Checks again what a tuning of any model claims: that no run is better, by the search that was exhausted, and that one
 * is as good, by the trail.
 * @throws {Cancelled} by its signal. */
export async function* recheckModel(
  { tuning, result, runs }: ModelClaim,
  checker: PromelaChecker,
  signal: AbortSignal,
): AsyncGenerator<Check> {
  await checker.ready(signal);
  // Costs are what is searched for.
  const { minTime, optima, status, trail } = asTuned.result(result, tuning);
  if (minTime === undefined || status !== 'proved') {
    yield {
      ...{ about: 'proof', holds: undefined },
      words: `The answer is ${status.replaceAll('-', ' ')}: it claims no proof.`,
    };
  } else if (compareTicks(minTime, checker.least) > 0) {
    const bound = addTicks(minTime, -1);
    const shown = shownOf(bound, tuning);
    const made = runs.find(
      (run) => run.purpose === 'over-time' && run.bound === shown && run.verdict === 'satisfied',
    );
    const report = await checker.search({ bound, signal });
    yield refuted(report, bound, made, wordsOf(tuning));
  } else {
    yield {
      ...{ about: 'proof', holds: true },
      words: `No value of ${tuning.objective} is ${tuning.goal === 'smallest' ? 'less' : 'larger'}: its type has none.`,
    };
  }
  if (minTime === undefined) return;
  if (trail?.words.some((word) => !OWN_WORD.test(word)) === true)
    yield { about: 'run', holds: false, words: 'The trail has words that no search here has.' };
  else yield await followed({ minTime, optima }, trail, checker, wordsOf(tuning), signal);
}

/** What a search of ours tells the verifier. */
const OWN_WORD = /^(?:T=-?\d{1,19}|improve=1|p\d{1,3}=-?\d{1,10})$/;

/** An amount of the objective, of what it costs. */
const shownOf = (cost: Ticks, tuning: Tuning): Ticks =>
  asTuned.result({ status: 'proved', optima: [], minTime: cost }, tuning).minTime ?? cost;

function wordsOf(tuning: Tuning): RunWords {
  const { objective, goal } = tuning;
  const within = (bound: Ticks): string =>
    `${objective} ${goal === 'smallest' ? 'at most' : 'at least'} ${shownOf(bound, tuning)}`;
  return {
    found: (bound) => `A run does have ${within(bound)}`,
    none: (bound) => `No run has ${within(bound)}`,
    sought: (bound) => `for a run with ${within(bound)}`,
    amount: (cost) => `${objective} = ${shownOf(cost, tuning)}`,
  };
}
