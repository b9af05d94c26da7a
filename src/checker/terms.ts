import { type Ticks, ticks } from '../base/ticks.ts';
import type { Tuning } from '../promela/index.ts';
import type { TuningEvent, TuningResult } from '../tuning/index.ts';

/** Translates the strategies' costs into the user's amounts. */
export interface Terms {
  /** A model's objective; absent for ticks. */
  readonly tuning?: Tuning | undefined;
  /** Between cost and amount. */
  shown(cost: Ticks): Ticks;
  event(event: TuningEvent): TuningEvent;
  /** Applied twice it gives the costs again. */
  result(result: TuningResult): TuningResult;
  /** `584 ticks`, of an amount. */
  amount(shown: Ticks): string;
  /** `A run does finish within 583 ticks`, for a cost. */
  found(bound: Ticks): string;
  none(bound: Ticks): string;
  sought(bound: Ticks): string;
  /** Said where no cost can be less. */
  readonly leastOfAll: string;
}

const TICKS: Terms = {
  shown: (cost) => cost,
  event: (event) => event,
  result: (result) => result,
  amount: (time) => `${time} ticks`,
  found: (bound) => `A run does finish within ${bound} ticks`,
  none: (bound) => `No run finishes within ${bound} ticks`,
  sought: (bound) => `for a run within ${bound} ticks`,
  leastOfAll: 'No run takes less than 0 ticks.',
};

const LIES = /The minimum lies (?:above (-?\d+) and )?at or below (-?\d+ ticks)/;

/** A cost is a negative amount, so its bounds change sides. */
const largestLies = (_: string, low: string | undefined, high: string): string =>
  `The maximum lies at or above ${high}${low === undefined ? '' : ` and below ${low} ticks`}`;

/** Terms of a tuning; ticks by default. */
export function termsOf(tuning: Tuning | undefined): Terms {
  if (!tuning) return TICKS;
  const { objective, goal } = tuning;
  const isSmallest = goal === 'smallest';
  const shown = (cost: Ticks): Ticks => (isSmallest ? cost : ticks(-BigInt(cost)));
  const within = (bound: Ticks): string =>
    `${objective} ${isSmallest ? 'at most' : 'at least'} ${shown(bound)}`;
  const inWords = (text: string): string =>
    (isSmallest ? text : text.replace(LIES, largestLies))
      .replaceAll(/(-?\d+) ticks/g, (_, number: string) =>
        isSmallest ? number : `${-Number(number)}`,
      )
      .replace(
        'Can it finish within',
        `Can ${objective} be as ${isSmallest ? 'small' : 'large'} as`,
      )
      .replace('that needs', `where ${objective} is`);
  return {
    tuning,
    shown,
    event(event) {
      switch (event.type) {
        case 'stage':
          return { ...event, text: inWords(event.text) };
        case 'run': {
          const { bound } = event.run;
          return { ...event, run: { ...event.run, bound: bound === null ? null : shown(bound) } };
        }
        case 'best':
          return { ...event, finish: { ...event.finish, time: shown(event.finish.time) } };
        case 'configurations': {
          const results = event.results.map(({ time, ...rest }) =>
            time === undefined ? rest : { ...rest, time: shown(time) },
          );
          return { ...event, results };
        }
        case 'interval': {
          const [low, high] = [shown(event.low), shown(event.high)];
          return isSmallest ? event : { ...event, low: high, high: low };
        }
        case 'progress':
          return event;
      }
    },
    result(result) {
      const { minTime, runnerUp, reason, found, from } = result;
      const words = reason === undefined ? {} : { reason: inWords(reason) };
      if (isSmallest) return { ...result, ...words };
      return {
        ...result,
        ...words,
        ...(minTime !== undefined && { minTime: shown(minTime) }),
        ...(runnerUp && { runnerUp: { ...runnerUp, time: shown(runnerUp.time) } }),
        ...(found && { found: found.map((path) => ({ ...path, time: shown(path.time) })) }),
        ...(from && { from: { low: shown(from.high), high: shown(from.low) } }),
      };
    },
    amount: (time) => `${objective} = ${time}`,
    found: (bound) => `A run does have ${within(bound)}`,
    none: (bound) => `No run has ${within(bound)}`,
    sought: (bound) => `for a run with ${within(bound)}`,
    leastOfAll: `No value of ${objective} is ${isSmallest ? 'less' : 'larger'}: its type has none.`,
  };
}
