import { useEffect } from 'react';
import * as v from 'valibot';
import type { Action } from '../shared/action.ts';
import { useMedia } from '../shared/hooks.ts';
import { keptStore } from '../shared/kept-store.ts';
import { PRESENTED, usePresentation } from './presentation.ts';

/** Sizes of the text in percent of the usual one. */
export const TEXT_SIZES = [90, 100, 110, 125, 150, 175, 200] as const;
type TextSize = (typeof TEXT_SIZES)[number];

/** The size of the text that was chosen. */
export const useTextSize = keptStore<{ readonly percent: TextSize }>(
  'overtime-text-size',
  v.object({ percent: v.picklist(TEXT_SIZES) }),
  { percent: 100 },
);

export const chooseTextSize = (percent: TextSize) => useTextSize.setState({ percent });

/** The next size up or down; undefined at the end. */
function sizeBeside(by: 1 | -1): TextSize | undefined {
  return TEXT_SIZES[TEXT_SIZES.indexOf(useTextSize.getState().percent) + by];
}

const step = (id: string, label: string, by: 1 | -1): Action => ({
  id,
  label,
  group: 'Text',
  isEnabled: () => sizeBeside(by) !== undefined,
  run() {
    const next = sizeBeside(by);
    if (next !== undefined) chooseTextSize(next);
  },
});

export const TEXT_ACTIONS: readonly Action[] = [
  step('text-larger', 'larger', 1),
  step('text-smaller', 'smaller', -1),
];

/** The browser's usual text size as a factor of ours. */
let usual: number | undefined;

/** The text's factor, for what cannot read CSS. */
export function useTextScale(): number {
  const { percent } = useTextSize();
  usual ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const presented = usePresentation(({ isOn }) => isOn) ? PRESENTED : 1;
  return (usual * percent * presented) / 100;
}

/** Scales the document. */
export function useTextSizeOnDocument(): void {
  const scale = useTextScale();
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--text-scale', String(scale));
    // The conditions of containers are measured in it.
    style.fontSize = `${16 * scale}px`;
  }, [scale]);
}

/** As low as a laptop's; lower windows scroll. */
export function useShort(): boolean {
  const scale = useTextScale();
  return useMedia(`(min-height: ${480 * scale}px) and (max-height: ${800 * scale}px)`);
}

export const useNarrow = (width: number): boolean =>
  useMedia(`(max-width: ${width * useTextScale()}px)`);
