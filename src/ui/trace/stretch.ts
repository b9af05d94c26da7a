/** Limits of stretching the usual pixels of a tick. */
const LEAST = 1 / 4096;
const MOST = 64;

export const withinStretch = (stretch: number): number => Math.max(LEAST, Math.min(MOST, stretch));

/** A step in and out. */
export const STRETCHED = 1.5;

/** Keys of the sequence chart by time, as in the chart over time. Without a factor: back to the usual. */
export const STRETCH_KEYS: readonly {
  readonly keys: readonly string[];
  readonly factor?: number;
}[] = [
  { keys: ['W', 'Plus'], factor: STRETCHED },
  { keys: ['S', '-'], factor: 1 / STRETCHED },
  { keys: ['0'] },
];
