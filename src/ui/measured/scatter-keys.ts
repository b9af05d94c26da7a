import type { Action } from '../shared/action.ts';

/** Keyboard moves from the focused point. */
export interface ScatterMoves {
  /** To the point that is so many places slower on the device. */
  slower(places: number): void;
  /** To the next of those where model and device differ most. */
  worse(places: number): void;
  open(): void;
}

interface ScatterKey extends Pick<Action<ScatterMoves>, 'keys' | 'help' | 'run'> {
  /** Its part of the sentence for those who hear the plot. */
  readonly spoken?: string;
}

/** Keys of the scatter plot alone. */
export const SCATTER_KEYS: readonly ScatterKey[] = [
  {
    keys: ['ArrowRight'],
    run: ({ slower }) => slower(1),
    spoken: 'Left and right go from point to point by measured time',
  },
  { keys: ['ArrowLeft'], run: ({ slower }) => slower(-1) },
  { keys: ['Home'], run: ({ slower }) => slower(-Infinity) },
  { keys: ['End'], run: ({ slower }) => slower(Infinity) },
  {
    keys: ['N'],
    run: ({ worse }) => worse(1),
    help: 'Next disagreement, in the scatter plot; with Shift back',
    spoken: 'N to the next disagreement and Shift N back',
  },
  { keys: ['Shift+N'], run: ({ worse }) => worse(-1) },
  {
    keys: ['Enter'],
    run: ({ open }) => open(),
    help: 'Open the trace of the point, in the scatter plot',
    spoken: 'Enter opens the trace',
  },
];
