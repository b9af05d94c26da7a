import type { MapData } from './map-data.ts';

/** A value on the axis with the time of each line. */
interface Point {
  readonly x: number;
  readonly [line: string]: number;
}

export type LinesData = ReturnType<typeof linesData>;

const MOST_LINES = 10;
const MOST_POINTS = 400;
const MOST_OPTIMA = 100;

/** The map as lines along one axis. */
export function linesData(data: MapData, along: 'x' | 'y') {
  const { xs, ys, times } = data;
  const turned = along === 'y' && data.y !== undefined;
  const axis = turned ? (data.y ?? data.x) : data.x;
  const other = turned ? data.x : data.y;
  const [values, others] = turned ? [ys, xs] : [xs, ys];
  const timeAt = (value: number, line: number): number =>
    times[turned ? value * xs.length + line : line * xs.length + value] ?? Number.NaN;
  const nameOf = (line: number): string =>
    other === undefined ? 'time' : `${other} ${others[line] ?? 0}`;

  const fastest = others.map((_, line) =>
    values.reduce((least, __, at) => {
      const time = timeAt(at, line);
      return time < least ? time : least;
    }, Infinity),
  );
  const full = [...fastest.keys()].filter((line) => fastest[line] !== Infinity);
  const best = full.filter((line) => fastest[line] === data.least);
  const shown = chosen(full, best);
  const step = Math.ceil(values.length / MOST_POINTS);
  const optima: { x: number; line: string; time: number }[] = [];
  const points: Point[] = [];
  values.forEach((x, at) => {
    const point: { x: number; [line: string]: number } = { x };
    let marked = false;
    for (const line of shown) {
      const time = timeAt(at, line);
      if (Number.isNaN(time)) continue;
      point[nameOf(line)] = time;
      if (time === data.least) {
        marked = true;
        if (optima.length < MOST_OPTIMA) optima.push({ x, line: nameOf(line), time });
      }
    }
    if (Object.keys(point).length > 1 && (at % step === 0 || marked)) points.push(point);
  });
  return {
    /** The parameter along the axis. */
    axis,
    points,
    /** Data keys, which are the names, and ranks from 0 to 1 for colours. */
    lines: shown.map((line) => ({
      name: nameOf(line),
      share: others.length > 1 ? line / (others.length - 1) : 0.4,
    })),
    /** All lines; only the best and an even choice are shown. */
    of: full.length,
    /** Doubling values become even steps. */
    logX: isDoubling(points.map(({ x }) => x)),
    least: data.least,
    most: data.most,
    /** The best points, to be marked. */
    optima,
  };
}

/** The best first, the others chosen evenly. */
function chosen(full: readonly number[], best: readonly number[]): number[] {
  if (full.length <= MOST_LINES) return [...full];
  const wanted = new Set(best.slice(0, 2));
  for (let at = 0; wanted.size < MOST_LINES && at < MOST_LINES; at += 1) {
    const line = full[Math.round((at * (full.length - 1)) / (MOST_LINES - 1))];
    if (line !== undefined) wanted.add(line);
  }
  return [...wanted].sort((a, b) => a - b);
}

/** Values at least double each time. */
export const isDoubling = (values: readonly number[]): boolean =>
  values.length > 2 &&
  values.every(
    (value, index) => value > 0 && (index === 0 || value >= 2 * (values[index - 1] ?? 0)),
  );
