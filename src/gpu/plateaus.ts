import { TOLERATED } from './slope.ts';
import type { Estimate } from './statistics.ts';

/** The latency of a chain through a footprint. */
export interface Point {
  readonly bytes: number;
  readonly middle: number;
  /** Of its rounds. */
  readonly slopes: readonly number[];
}

/** Rounds of each level of memory that latencies show. */
export interface Levels {
  readonly l1Latency?: readonly number[];
  readonly l2Latency?: readonly number[];
  readonly memoryLatency?: readonly number[];
  /** A footprint that stays in the second cache, and in no first one. */
  readonly secondBytes?: number;
}

/** Memory is what a chain through so many bytes meets at least. */
const MEMORY = 2 ** 27;

/** Levels among latencies by ascending footprint: the flat part that they begin with, the one that they
 * end with, and the longest between. A flat part is two footprints at least. */
export function levelsOf(points: readonly Point[]): Levels {
  const flat = flatParts(points);
  const [first] = flat;
  const last = flat.at(-1);
  const l1 = first?.[0] === points[0] ? first : undefined;
  const end = points.at(-1);
  const isMemory = last !== l1 && last?.at(-1) === end && (end?.bytes ?? 0) >= MEMORY;
  const memory = isMemory ? last : undefined;
  const [l2] = flat
    .filter((each) => each !== l1 && each !== memory)
    .toSorted((a, b) => b.length - a.length);
  const second = l2?.[Math.floor((l2.length - 1) / 2)];
  const slopes = (part: readonly Point[]): number[] => part.flatMap((each) => each.slopes);
  return {
    ...(l1 && { l1Latency: slopes(l1) }),
    ...(l2 && { l2Latency: slopes(l2) }),
    ...(memory && { memoryLatency: slopes(memory) }),
    ...(second && { secondBytes: second.bytes }),
  };
}

/** Neighbours that are no further from the first of them than is tolerated. */
function flatParts(points: readonly Point[]): readonly (readonly Point[])[] {
  const parts: Point[][] = [];
  for (const point of points) {
    const part = parts.at(-1);
    const [from] = part ?? [];
    const isNear =
      from !== undefined && Math.abs(point.middle - from.middle) <= TOLERATED * from.middle;
    if (part && isNear) part.push(point);
    else parts.push([point]);
  }
  return parts.filter((part) => part.length > 1);
}

/** Banks, by the times of strides that double from 1: lanes a bank apart all wait for the same one, and at
 * twice that they wait no longer. */
export function banksOf(times: readonly Estimate[]): Estimate | { readonly none: string } {
  const grown = times.findIndex(({ middle }, index) =>
    times.slice(index).every((other) => Math.abs(other.middle - middle) <= TOLERATED * middle),
  );
  const [one, most] = [times[0]?.middle ?? 0, times[grown]?.middle ?? 0];
  if (grown === times.length - 1) return { none: 'longer strides take longer and longer' };
  if (most < 1.5 * one) return { none: 'no stride takes longer than another' };
  const banks = 2 ** grown;
  return { middle: banks, low: banks, high: banks };
}
