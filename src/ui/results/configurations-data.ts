import { approximately } from '../../session/index.ts';
import type { Configuration, ConfigurationResult, Run } from '../../session/index.ts';

/** A point of the chart: one value on the axis, and the time of each line there. */
export interface Point {
  readonly x: number;
  readonly [line: string]: number;
}

export interface Line {
  /** Key of its times in the points, and its name. */
  readonly name: string;
  /** Where it stands among the lines, from 0 to 1, for its colour. */
  readonly share: number;
}

export interface ConfigurationChartData {
  /** The parameter along the axis. */
  readonly axis: string;
  readonly points: readonly Point[];
  readonly lines: readonly Line[];
  readonly ticksX: readonly number[];
  /** Whether each value along the axis is at least twice the one before, so that doubling is a step. */
  readonly logX: boolean;
  readonly logY: boolean;
  /** The best points, to be marked. */
  readonly optima: readonly { readonly x: number; readonly line: string; readonly time: number }[];
}

/** Names of the tuning parameters, in the order in which the kernel declares them. */
export function parameterNames(configurations: readonly ConfigurationResult[]): string[] {
  const names = new Set<string>();
  for (const { values } of configurations) for (const name of Object.keys(values)) names.add(name);
  return [...names];
}

/** Lines of time along one parameter, one line for each combination of the others. */
export function chartData(
  configurations: readonly ConfigurationResult[],
  axis: string,
): ConfigurationChartData {
  const timed = configurations.flatMap(({ values, time }) =>
    time === undefined || values[axis] === undefined
      ? []
      : [{ values, time: approximately(time), x: values[axis] }],
  );
  const points = new Map<number, { x: number; [line: string]: number }>();
  const order = new Map<string, readonly number[]>();
  const fewest = Math.min(...timed.map(({ time }) => time));
  const optima: { x: number; line: string; time: number }[] = [];
  for (const { values, time, x } of timed) {
    const line = lineName(values, axis);
    order.set(
      line,
      Object.entries(values).flatMap(([name, value]) => (name === axis ? [] : [value])),
    );
    const point: { x: number; [line: string]: number } = points.get(x) ?? { x };
    point[line] = time;
    points.set(x, point);
    if (time === fewest) optima.push({ x, line, time });
  }
  const names = [...order.entries()]
    .toSorted(([, a], [, b]) => compareNumbers(a, b))
    .map(([name]) => name);
  const sorted = [...points.values()].toSorted((a, b) => a.x - b.x);
  const xs = sorted.map(({ x }) => x);
  const slowest = Math.max(...timed.map(({ time }) => time));
  return {
    axis,
    points: sorted,
    lines: names.map((name, index) => ({
      name,
      share: names.length > 1 ? index / (names.length - 1) : 0.4,
    })),
    ticksX: xs,
    logX:
      xs.length > 2 &&
      xs.every((x, index) => x > 0 && (index === 0 || x >= 2 * (xs[index - 1] ?? 0))),
    // Three quarters of a decade and more: below it a linear axis tells differences apart better.
    logY: fewest > 0 && slowest / fewest > 6,
    optima,
  };
}

function lineName(values: Configuration, axis: string): string {
  const rest = Object.entries(values).filter(([name]) => name !== axis);
  return rest.map(([name, value]) => `${name} ${value}`).join(', ') || 'time';
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** The configurations with what a proof adds to them: the optima are no longer mere samples. */
export function withProof(
  configurations: readonly ConfigurationResult[],
  result: Run['result'],
): readonly ConfigurationResult[] {
  if (result?.status !== 'proved') return configurations;
  const optimal = (values: Configuration): boolean =>
    result.optima.some((optimum) =>
      Object.entries(values).every(([name, value]) => optimum[name] === value),
    );
  return configurations.map((each) =>
    each.time === result.minTime && optimal(each.values) ? { ...each, status: 'proved' } : each,
  );
}
