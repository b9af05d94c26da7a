import { addTicks, type Ticks } from '../../session/index.ts';
import type { Interval, Run, RunnerUp, ScheduleTimes } from '../../session/index.ts';
import { configurationsInWords } from '../shared/configuration-words.ts';
import { count, seconds, whole } from '../shared/format.ts';

/** What a finished run has shown, in one plain sentence. */
export function conclusionInWords(run: Run): string {
  const { result } = run;
  if (!result) return '';
  const { minTime, status, schedules } = result;
  if (isOfSchedules(run) && status === 'proved') {
    return schedules
      ? `${schedulesInWords(schedules)}: proved ${over(run)}.`
      : (result.reason ?? '');
  }
  const searches = run.runs.filter(({ purpose }) => purpose !== 'optima');
  const states = searches.reduce((sum, each) => sum + each.states, 0);
  const work = `${count(searches.length, 'search', 'searches')}, ${count(states, 'state')}`;
  switch (status) {
    case 'proved':
      if (minTime === undefined) return `Proved by ${work}.`;
      return minTime === 0
        ? `Takes no time at all, and nothing takes less: ${work}.`
        : `Cannot finish within ${count(addTicks(minTime, -1), 'tick')}: proved by ${work}.`;
    case 'bounded':
      return result.reason ?? `Nothing faster was found in ${work}; the search was not finished.`;
    case 'sampled':
      return (
        result.reason ??
        `The fastest of ${count(run.configurations.size, 'configuration')} simulated; nothing is proved.`
      );
    case 'cancelled':
      if (result.reason !== undefined) return result.reason;
      return minTime === undefined
        ? 'You cancelled the search before anything was found.'
        : `You cancelled the search after ${work}; there may be something faster.`;
    case 'deadlock':
      return result.reason ?? 'The program can stop for ever before it finishes.';
    case 'invalid':
      return result.reason ?? 'No configuration is valid.';
    case 'out-of-memory':
      return result.reason ?? `The memory of the tab was used up after ${work}.`;
  }
}

/** Whether a run searched all schedules of one configuration, rather than for the best. */
export const isOfSchedules = ({ runs, result }: Run): boolean =>
  result?.schedules !== undefined || runs.some(({ purpose }) => purpose === 'schedules');

/** `over 1,040 states` */
const over = ({ runs }: Run): string =>
  `over ${count(
    runs.reduce((sum, { states }) => sum + states, 0),
    'state',
  )}`;

/** How much the time of a configuration depends on the schedule. */
function schedulesInWords({ configuration, shortest, longest }: ScheduleTimes): string {
  const where = configurationsInWords([configuration]);
  return shortest === longest
    ? `${where} takes ${count(shortest, 'tick')} whatever the schedule`
    : `${where} takes from ${whole(shortest)} to ${count(longest, 'tick')}, by the schedule`;
}

/** The time that stands large on the card: of all schedules, from the shortest to the longest. */
export const timeInWords = (time: Ticks, schedules: ScheduleTimes | undefined): string =>
  schedules && schedules.shortest !== schedules.longest
    ? `${whole(schedules.shortest)}–${whole(schedules.longest)}`
    : whole(time);

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

/** How long the run took: `after 0.42 s` */
export const effortInWords = (run: Run): string =>
  run.seconds === undefined ? '' : `after ${seconds(run.seconds)}`;

/** States a second of a search, 0 before there is a time to divide by. */
export const rate = (progress: { readonly states: number; readonly seconds: number }): number =>
  progress.seconds > 0 ? progress.states / progress.seconds : 0;
