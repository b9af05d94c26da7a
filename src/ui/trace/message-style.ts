import type { Palette } from '../drawing/palette.ts';

/** Ink and dash of a message by its name; `channel`: of one that waits in a channel. */
const STYLES = {
  go: { ink: 'go', dash: [] },
  done: { ink: 'done', dash: [7, 3] },
  stop: { ink: 'stop', dash: [9, 3, 2, 3] },
  tick: { ink: 'tick', dash: [2, 3] },
  wait: { ink: 'wait', dash: [1, 4] },
  channel: { ink: 'done', dash: [] },
} as const;

const isKnown = (message: string): message is keyof typeof STYLES => message in STYLES;

/** The same in every picture. Names of models that are not ours look like `go`. */
export function inkOf(
  message: string,
  palette: Palette,
): { readonly ink: string; readonly dash: readonly number[] } {
  const { ink, dash } = STYLES[isKnown(message) ? message : 'go'];
  return { ink: palette[ink], dash };
}
