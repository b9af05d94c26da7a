/** About `count` round marks of an axis: multiples of 1, 2 or 5 times a power of ten. */
export function marksBetween(from: number, to: number, count: number): number[] {
  const step = stepOf(from, to, count);
  return multiples(step, Math.ceil(from / step), Math.floor(to / step));
}

/** `marksBetween`, with one mark beyond each end. */
export function marksAround(from: number, to: number, count: number): number[] {
  const step = stepOf(from, to, count);
  return multiples(step, Math.floor(from / step), Math.ceil(to / step));
}

const multiples = (step: number, first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);

function stepOf(from: number, to: number, count: number): number {
  const rough = Math.max((to - from) / Math.max(1, count), 1e-9);
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(
    1,
    [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power,
  );
}

/** Steps between labels so wide, in pixels. */
export const labelledEvery = (label: number, step: number): number =>
  Math.max(1, Math.ceil(label / step));

/** A linear scale from values to pixels, and back. */
export interface Scale {
  /** The pixel of a value. */
  at(value: number): number;
  /** The value at a pixel. */
  of(pixel: number): number;
}

/** Where all values are one, it is in the middle. */
export const scaleOf = (from: number, to: number, left: number, right: number): Scale => ({
  at: (value) =>
    from === to ? (left + right) / 2 : left + ((value - from) / (to - from)) * (right - left),
  of: (pixel) => from + ((pixel - left) / (right - left)) * (to - from),
});

/** Equal factors are equal distances. */
export function logScaleOf(from: number, to: number, left: number, right: number): Scale {
  const { at, of } = scaleOf(Math.log(from), Math.log(to), left, right);
  return { at: (value) => at(Math.log(value)), of: (pixel) => Math.exp(of(pixel)) };
}

/** A stretch of an axis. */
export interface AxisRange {
  readonly from: number;
  readonly to: number;
}

/** A range that lies between 0 and the end, and is not narrower than `least`. */
export function rangeWithin({ from, to }: AxisRange, end: number, least: number): AxisRange {
  const span = Math.min(end, Math.max(least, to - from));
  const start = Math.max(0, Math.min(from + (to - from - span) / 2, end - span));
  return { from: start, to: start + span };
}
