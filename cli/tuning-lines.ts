import { type Configuration, showConfiguration } from '../src/tuning/index.ts';
import type { Answer } from './answer.ts';

/** A tuning in words: the minimum, the next best, and how much each parameter matters.
 * Times are ticks. */
export function linesOfTuning(answer: Answer): readonly string[] {
  const { status, minTime, optima, runnerUp, reason } = answer;
  const at = (all: readonly Configuration[]): string => all.map(showConfiguration).join(' or ');
  const least = minTime === undefined ? '' : `: ${minTime} ticks at ${at(optima)}`;
  return [
    `${status}${least}${reason === undefined ? '' : `. ${reason}`}`,
    ...(runnerUp && minTime !== undefined
      ? [`The next best takes ${runnerUp.time} ticks, at ${at(runnerUp.configurations)}.`]
      : []),
    ...effects(answer),
  ];
}

/** The least time for each value of each parameter, of configurations with known times. */
function effects({ configurations, optima }: Answer): string[] {
  const [best] = optima;
  return Object.keys(best ?? {}).flatMap((name) => {
    const least = new Map<unknown, number>();
    for (const row of configurations) {
      const values: unknown = row['values'] ?? row;
      const time = Number(row['time']);
      if (typeof values !== 'object' || values === null || !(time >= 0)) continue;
      const value: unknown = Object.entries(values).find(([key]) => key === name)?.[1];
      least.set(value, Math.min(least.get(value) ?? Infinity, time));
    }
    if (least.size < 2) return [];
    const parts = [...least]
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([value, time]) => `${String(value)}: ${time}`);
    return [`${name}, and the least ticks with it: ${parts.join(', ')}.`];
  });
}
