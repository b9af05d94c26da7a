import { type Ticks, ticks } from '../../base/ticks.ts';
import type { Tuning } from '../../promela/index.ts';
import type { TuningEvent, TuningResult } from '../../tuning/index.ts';

/** Costs are what strategies know: of an objective that is to be large they are its negatives, which nobody
 * should see. */
export const asTuned = {
  event(event: TuningEvent, tuning: Tuning | undefined): TuningEvent {
    if (!tuning) return event;
    if (event.type === 'stage') return { ...event, text: inWords(event.text, tuning) };
    if (tuning.goal === 'smallest') return event;
    switch (event.type) {
      case 'run': {
        const { bound } = event.run;
        return { ...event, run: { ...event.run, bound: bound === null ? null : negative(bound) } };
      }
      case 'best':
        return { ...event, finish: { ...event.finish, time: negative(event.finish.time) } };
      case 'configurations': {
        const results = event.results.map(({ time, ...rest }) => ({
          ...rest,
          ...(time !== undefined && { time: negative(time) }),
        }));
        return { ...event, results };
      }
      case 'interval':
        return { ...event, low: negative(event.high), high: negative(event.low) };
      default:
        return event;
    }
  },
  result(result: TuningResult, tuning: Tuning | undefined): TuningResult {
    if (!tuning) return result;
    const { minTime, runnerUp, reason, found, from } = result;
    const words = reason === undefined ? {} : { reason: inWords(reason, tuning) };
    if (tuning.goal === 'smallest') return { ...result, ...words };
    return {
      ...result,
      ...words,
      ...(minTime !== undefined && { minTime: negative(minTime) }),
      ...(runnerUp && { runnerUp: { ...runnerUp, time: negative(runnerUp.time) } }),
      ...(found && { found: found.map((path) => ({ ...path, time: negative(path.time) })) }),
      ...(from && { from: { low: negative(from.high), high: negative(from.low) } }),
    };
  },
};

const negative = (time: Ticks): Ticks => ticks(-BigInt(time));

/** What is said of ticks, said of the objective. */
const inWords = (text: string, { objective, goal }: Tuning): string =>
  text
    .replaceAll(/(-?\d+) ticks/g, (_, number: string) =>
      goal === 'largest' ? `${-Number(number)}` : number,
    )
    .replace(
      'Can it finish within',
      `Can ${objective} be as ${goal === 'largest' ? 'large' : 'small'} as`,
    )
    .replace('that needs', `where ${objective} is`);
