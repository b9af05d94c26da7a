import { compareTicks } from '../../base/ticks.ts';
import type { SensitivityPoint, SensitivityView } from '../../session/jobs/sensitivity.ts';
import { configurationsInWords, count, whole } from '../../base/words.ts';

/** A stretch of values with the same optima. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** `WG 16, TS 4 or 8`; empty where nothing runs. */
  readonly optima: string;
}

export function stretchesOf(points: readonly SensitivityPoint[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { value, optima } of points) {
    const words = configurationsInWords(optima);
    const last = stretches.at(-1);
    if (last && last.optima === words) stretches[stretches.length - 1] = { ...last, to: value };
    else stretches.push({ from: value, to: value, optima: words });
  }
  return stretches;
}

/** Where the optimum moves, in one sentence. */
export function movesInWords({ constant, points }: SensitivityView): string {
  const stretches = stretchesOf(points);
  const [first, ...moved] = stretches;
  if (!first || points.length === 0) return '';
  if (moved.length === 0) {
    return first.optima === ''
      ? `Nothing runs with ${constant} from ${whole(first.from)} to ${whole(first.to)}.`
      : `From ${constant} ${whole(first.from)} to ${whole(first.to)} the best stays ${first.optima}.`;
  }
  const steps = moved
    .slice(0, 4)
    .map(({ from, optima }) => `at ${constant} ${whole(from)} to ${optima || 'nothing'}`);
  const more = moved.length > 4 ? `, and ${count(moved.length - 4, 'time')} more` : '';
  return `The best is ${first.optima || 'nothing'}; it moves ${steps.join(', ')}${more}.`;
}

/** `vecsum, size 32: GMT 4 of 4, all proved`; empty before the first. */
export function sweptInWords(view: SensitivityView): string {
  const { phase, of, constant, points, values } = view;
  if (phase === 'none') return '';
  const done = `${of}: ${constant} ${whole(points.length)} of ${whole(values.length)}`;
  return phase === 'running' ? done : `${done}, ${endInWords(view)}`;
}

function endInWords({ phase, points, values, message }: SensitivityView): string {
  if (phase === 'failed' && message !== undefined) return `stopped: ${message}`;
  if (points.length < values.length) return 'stopped';
  const unsure = points.filter(({ status }) => status !== 'proved').length;
  return unsure === 0 ? 'all proved' : `${whole(unsure)} not proved`;
}

/** Distinct best configurations in order of appearance. */
export function optimalLanes(points: readonly SensitivityPoint[], most: number): string[] {
  const lanes = new Set<string>();
  for (const { optima } of points)
    for (const values of optima) lanes.add(configurationsInWords([values]));
  return [...lanes].slice(0, most);
}

/** Points with a time, and its range. */
export function timed(all: readonly SensitivityPoint[]) {
  const points = all.flatMap((point) =>
    point.minTime === undefined ? [] : [{ ...point, minTime: point.minTime }],
  );
  const times = points.map(({ minTime }) => minTime).toSorted(compareTicks);
  return { points, least: times[0] ?? 0, most: times.at(-1) ?? 0 };
}
