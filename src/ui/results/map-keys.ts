import type { Action } from '../shared/action.ts';

/** Keyboard moves from the focused cell. */
export interface MapMoves {
  step(columns: number, rows: number): void;
  /** To the cell that is so many places slower. */
  slower(places: number): void;
  open(): void;
  searchSchedules(): void;
}

interface MapKey extends Pick<Action<MapMoves>, 'keys' | 'help' | 'run'> {
  /** Its part of the sentence for those who hear the map. */
  readonly spoken?: string;
}

export const SCHEDULES_KEY: MapKey = {
  keys: ['S', 'Shift+S'],
  run: ({ searchSchedules }) => searchSchedules(),
  spoken: 'S searches all schedules',
};

/** Keys of the map alone. */
export const MAP_KEYS: readonly MapKey[] = [
  {
    keys: ['ArrowLeft'],
    run: ({ step }) => step(-1, 0),
    spoken: 'Arrow keys move from cell to cell',
  },
  { keys: ['ArrowRight'], run: ({ step }) => step(1, 0) },
  { keys: ['ArrowUp'], run: ({ step }) => step(0, 1) },
  { keys: ['ArrowDown'], run: ({ step }) => step(0, -1) },
  { keys: ['Home'], run: ({ step }) => step(-Infinity, 0) },
  { keys: ['End'], run: ({ step }) => step(Infinity, 0) },
  {
    keys: ['N'],
    run: ({ slower }) => slower(1),
    help: 'Next slower cell, in the map; with Shift the next faster',
    spoken: 'N to the next slower one and Shift N back',
  },
  { keys: ['Shift+N'], run: ({ slower }) => slower(-1) },
  {
    keys: ['Enter'],
    run: ({ open }) => open(),
    help: 'Open the trace of the cell, in the map',
    spoken: 'Enter opens the trace',
  },
  SCHEDULES_KEY,
];
