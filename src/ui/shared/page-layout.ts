import * as v from 'valibot';
import { useNarrow } from '../theme/text-size.ts';
import type { Action } from './action.ts';
import { keptStore } from './kept-store.ts';

/** Parts that can be kept in view; otherwise one thing stands at each side. */
export const KEPT_PARTS = [
  { id: 'machine', label: 'the machine below the text' },
  { id: 'run', label: 'the run beside the answer' },
] as const;

/** Pixels from which text, answer and run have room beside each other. */
export const THREE_COLUMNS = 1600;

/** Widths, by the columns of the page. */
const SIDES = { two: ['43%', '57%'], three: ['34%', '66%'] } as const;

/** The split between what is worked on and the rest. */
export const useSides = () =>
  ({
    id: 'sides',
    direction: 'horizontal',
    label: 'Width of the kernel',
    sizes: SIDES[useNarrow(THREE_COLUMNS - 1) ? 'two' : 'three'],
    least: ['25rem', '30rem'],
  }) as const;

export type PageLayout = Readonly<Record<(typeof KEPT_PARTS)[number]['id'], boolean>>;

/** The user's layout of the page. */
export const usePageLayout = keptStore<PageLayout>(
  'overtime-layout',
  v.object({ machine: v.boolean(), run: v.boolean() }),
  { machine: false, run: false },
);

export const LAYOUT_ACTIONS: readonly Action[] = KEPT_PARTS.map(({ id, label }) => ({
  id: `keep-${id}`,
  group: 'Keep in view, or not',
  label,
  run: () => usePageLayout.setState((layout) => ({ ...layout, [id]: !layout[id] })),
}));
