import type { Palette } from '../drawing/palette.ts';

/** How the line of a message is broken. */
const DASHES = {
  go: [],
  done: [7, 3],
  stop: [9, 3, 2, 3],
  tick: [2, 3],
  wait: [1, 4],
} as const;

const isKnown = (message: string): message is keyof typeof DASHES => message in DASHES;

/** The colour and the line of a message, the same in every picture. Those of models that are not ours look
 * like `go`. */
export function inkOf(
  message: string,
  palette: Palette,
): { readonly ink: string; readonly dash: readonly number[] } {
  const known = isKnown(message) ? message : 'go';
  return { ink: palette[known], dash: DASHES[known] };
}
