import { addTicks, approximately, type Ticks } from '../../base/ticks.ts';
import { type DeviceFigures, timeAndUnit } from '../../checker/index.ts';
import type { Run } from '../../session/run/run.ts';
import type { SessionState } from '../../session/state.ts';
import type { LanguageServices } from '../../session/views/language.ts';
import type { Interval, RunnerUp, ScheduleTimes, TuningResult } from '../../tuning/index.ts';
import { configurationsInWords, count, seconds, whole } from '../../base/words.ts';

/** The conclusion of a finished run, in a sentence. */
export function conclusionInWords(run: Run): string {
  const { result } = run;
  if (!result) return '';
  const { minTime, status, schedules } = result;
  if (isOfSchedules(run) && status === 'proved') {
    return schedules
      ? `${schedulesInWords(schedules)}: proved over ${statesOf(run.runs)}.`
      : (result.reason ?? '');
  }
  const work = workInWords(run.runs);
  if (status === 'proved') {
    if (minTime === undefined) return `Proved by ${work}.`;
    return minTime === 0
      ? `Takes no time at all, and nothing takes less: ${work}.`
      : `Cannot finish within ${count(addTicks(minTime, -1), 'tick')}: proved by ${work}.`;
  }
  if (result.reason !== undefined) return reasonInWords(result, run.runs);
  switch (status) {
    case 'bounded':
      return `Nothing faster was found in ${work}; the search was not finished.`;
    case 'sampled':
      return `The fastest of ${count(run.configurations.size, 'configuration')} simulated; nothing is proved.`;
    case 'cancelled':
      return minTime === undefined
        ? 'You cancelled the search before anything was found.'
        : `You cancelled the search after ${work}; there may be something faster.`;
    case 'deadlock':
      return 'The program can stop for ever before it finishes.';
    case 'invalid':
      return 'No configuration is valid.';
    case 'out-of-memory':
      return `The memory of the tab was used up after ${work}.`;
  }
}

/** `3 searches, 1,040 states in all` */
export const workInWords = (runs: Run['runs']): string =>
  `${searchesInWords(runs)}, ${statesOf(runs)} in all`;

/** A search that was cut says how far it came, and one whose worker ended how to go on. */
export function reasonInWords({ reason, isBroken }: TuningResult, runs: Run['runs']): string {
  const soFar = runs.some(({ isCut }) => isCut === true) && `So far: ${workInWords(runs)}.`;
  const next = isBroken === true && 'Press Tune again: a new worker is started.';
  return [reason, soFar, next].filter(Boolean).join(' ');
}

/** Searches for something other than the minimum. */
const EXTRA = {
  deadlock: 'for deadlocks',
  optima: 'for all optima',
  census: 'for all times',
} as const;

/** `3 searches, and 1 for all optima` */
export function searchesInWords(runs: Run['runs']): string {
  const extra = Object.entries(EXTRA).flatMap(([purpose, words]) => {
    const found = runs.filter((one) => one.purpose === purpose).length;
    return found === 0 ? [] : [{ found, words }];
  });
  const main = runs.length - extra.reduce((sum, { found }) => sum + found, 0);
  const [first, ...others] = extra.map(({ found, words }) => `${whole(found)} ${words}`);
  if (first === undefined || main > 0)
    return [count(main, 'search', 'searches'), ...(first ? [first, ...others] : [])].join(', and ');
  return [first.replace(' ', first.startsWith('1 ') ? ' search ' : ' searches '), ...others].join(
    ', and ',
  );
}

export const isOfSchedules = ({ runs, result }: Run): boolean =>
  result?.schedules !== undefined || runs.some(({ purpose }) => purpose === 'schedules');

/** `1,040 states` */
const statesOf = (runs: Run['runs']): string =>
  count(
    runs.reduce((sum, { states }) => sum + states, 0),
    'state',
  );

function schedulesInWords({ configuration, shortest, longest }: ScheduleTimes): string {
  const where = configurationsInWords([configuration]);
  return shortest === longest
    ? `${where} takes ${count(shortest, 'tick')} whatever the schedule`
    : `${where} takes from ${whole(shortest)} to ${count(longest, 'tick')}, by the schedule`;
}

/** The large time; of all schedules, the shortest to the longest. */
export const timeInWords = (time: Ticks, schedules: ScheduleTimes | undefined): string =>
  schedules && schedules.shortest !== schedules.longest
    ? `${whole(schedules.shortest)}–${whole(schedules.longest)}`
    : whole(time);

/** The best time with its unit: seconds on a real machine. */
export function bestInWords(
  { minTime, schedules }: TuningResult,
  figures: DeviceFigures | undefined,
): { readonly words: string; readonly unit: string } | undefined {
  if (minTime === undefined) return undefined;
  return figures
    ? timeAndUnit(figures.seconds)
    : { words: timeInWords(minTime, schedules), unit: 'ticks' };
}

/** In an engineer's units; none while the answer is of other settings. */
export function figuresOfAnswer(
  { run: { result }, derived }: Pick<SessionState, 'run' | 'derived'>,
  isOutdated: boolean,
  { figures }: Pick<LanguageServices, 'figures'>,
): DeviceFigures | undefined {
  const [best] = result?.optima ?? [];
  if (derived.obstacle !== undefined || isOutdated || !best || result?.minTime === undefined)
    return undefined;
  return result.schedules ? undefined : figures(best, result.minTime);
}

/** `Next best: 760 ticks, WG 16, TS 2` */
export const runnerUpInWords = ({ time, configurations }: RunnerUp): string =>
  `Next best: ${count(time, 'tick')}, ${configurationsInWords(configurations)}`;

/** Where a run began that went on from an earlier one. */
export const resumedInWords = ({ low, high }: Interval): string =>
  low < 0
    ? `Went on from an earlier run, which had found ${count(high, 'tick')}.`
    : `Went on from an earlier run: above ${whole(low)} ticks proved, ${whole(high)} found.`;

/** The property that was checked, as SPIN's manual writes it. */
export const formulaOf = (bound: Ticks): string => `[] (FIN -> time > ${bound})`;

export const effortInWords = (run: Run): string =>
  run.seconds === undefined ? '' : `after ${seconds(run.seconds)}`;

/** States a second, 0 before any time has passed. */
export const rate = (progress: { readonly states: number; readonly seconds: number }): number =>
  progress.seconds > 0 ? progress.states / progress.seconds : 0;

/** Time left, if it can be known: bisection counts searches, a sweep configurations. `now`: seconds since
 * the start. */
export function estimateInWords(run: Run, now: number): string {
  const { interval, counted, best } = run;
  if (interval && interval.low >= 0 && best) {
    const width = approximately(interval.high) - approximately(interval.low);
    const left = Math.ceil(Math.log2(Math.max(1, width)));
    return left === 0 ? '' : `at most ${count(left, 'more search', 'more searches')}`;
  }
  // A few configurations say little about the others.
  if (counted && counted.done >= 20 && counted.done * 10 >= counted.total && !best) {
    const left = Math.ceil((now / counted.done) * (counted.total - counted.done));
    return left === 0 ? '' : `about ${count(left, 'second')} left`;
  }
  return '';
}
