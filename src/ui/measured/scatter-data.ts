import type { Beside, Comparison } from '../../measured/index.ts';
import { logScaleOf, type Scale } from '../drawing/axis.ts';
import type { Box, Point } from '../drawing/brush.ts';

import { pointNamer } from './measured-words.ts';

/** Measured times across, model times up, both logarithmic. */
export interface Scatter {
  readonly beside: Beside;
  /** A configuration in words. */
  readonly nameOf: (values: Beside['points'][number]['values']) => string;
  /** Indices of points, by measured time. */
  readonly order: readonly number[];
  /** Indices of points where the two differ most, the largest difference first. */
  readonly worst: readonly number[];
  readonly measured: readonly [least: number, most: number];
  readonly model: readonly [least: number, most: number];
}

export function scatterOf(beside: Beside, { disagreements }: Comparison): Scatter {
  const { points } = beside;
  const order = points
    .map((_, index) => index)
    .sort((left, right) => (points[left]?.measured ?? 0) - (points[right]?.measured ?? 0));
  return {
    beside,
    nameOf: pointNamer(points),
    order,
    worst: disagreements.map(({ index }) => index),
    measured: rangeOf(points.map(({ measured }) => measured)),
    model: rangeOf(points.map(({ model }) => model)),
  };
}

/** The range of times; 0 counts as 1 on a logarithmic axis. */
function rangeOf(times: readonly number[]): readonly [number, number] {
  let [least, most] = [Infinity, 0];
  for (const time of times) {
    const shown = time > 0 ? time : 1;
    least = Math.min(least, shown);
    most = Math.max(most, shown);
  }
  return [least, most];
}

/** Where a scatter plot has its points. */
export interface ScatterFrame extends Box {
  readonly x2: number;
  readonly across: Scale;
  readonly up: Scale;
}

const LEFT = 64;
const BOTTOM = 38;
const MARGIN = 10;

export function scatterFrame(scatter: Scatter, width: number, height: number): ScatterFrame {
  const [x, y] = [LEFT, MARGIN];
  const x2 = Math.max(x + 20, width - MARGIN - 14);
  const bottom = Math.max(y + 20, height - BOTTOM);
  return {
    x,
    y,
    width: x2 - x,
    height: bottom - y,
    x2,
    across: logScaleOf(...scatter.measured, x + 6, x2 - 6),
    up: logScaleOf(...scatter.model, bottom - 6, y + 6),
  };
}

export function placeOf({ beside }: Scatter, frame: ScatterFrame, index: number): Point {
  const point = beside.points[index];
  const shown = (time = 1): number => (time > 0 ? time : 1);
  return { x: frame.across.at(shown(point?.measured)), y: frame.up.at(shown(point?.model)) };
}

const NEAR = 12;

/** The point next to a place, -1 where none is near. */
export function pointNear(scatter: Scatter, frame: ScatterFrame, at: Point): number {
  let found = -1;
  let least = NEAR;
  for (let index = 0; index < scatter.beside.points.length; index += 1) {
    const { x, y } = placeOf(scatter, frame, index);
    const distance = Math.hypot(x - at.x, y - at.y);
    if (distance > least) continue;
    least = distance;
    found = index;
  }
  return found;
}

/** Marks at 1, 2 and 5 times powers of ten, thinned if many. */
export function logMarks(least: number, most: number): readonly number[] {
  const marks: number[] = [];
  const decades = Math.log10(most / least);
  const steps = decades > 6 ? [1] : decades > 3 ? [1, 3] : [1, 2, 5];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power += 1)
    for (const step of steps) {
      const mark = step * 10 ** power;
      if (mark >= least * 0.999 && mark <= most * 1.001) marks.push(mark);
    }
  return marks.length > 1 ? marks : [...new Set([least, most])];
}
