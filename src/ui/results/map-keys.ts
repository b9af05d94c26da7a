import type { Action } from '../shared/action.ts';

/** What the keys of the map do, to the cell that has the focus. */
export interface MapMoves {
  step(columns: number, rows: number): void;
  /** To the cell that is so many places slower. */
  slower(places: number): void;
  open(): void;
  searchSchedules(): void;
}

/** Keys of the map alone. */
export const MAP_KEYS: readonly Pick<Action<MapMoves>, 'keys' | 'help' | 'run'>[] = [
  {
    keys: ['N'],
    run: ({ slower }) => slower(1),
    help: 'Next slower cell, in the map; with Shift the next faster',
  },
  { keys: ['Shift+N'], run: ({ slower }) => slower(-1) },
  {
    keys: ['Enter'],
    run: ({ open }) => open(),
    help: 'Open the trace of the cell, in the map',
  },
  { keys: ['S', 'Shift+S'], run: ({ searchSchedules }) => searchSchedules() },
  { keys: ['ArrowLeft'], run: ({ step }) => step(-1, 0) },
  { keys: ['ArrowRight'], run: ({ step }) => step(1, 0) },
  { keys: ['ArrowUp'], run: ({ step }) => step(0, 1) },
  { keys: ['ArrowDown'], run: ({ step }) => step(0, -1) },
  { keys: ['Home'], run: ({ step }) => step(-Infinity, 0) },
  { keys: ['End'], run: ({ step }) => step(Infinity, 0) },
];
