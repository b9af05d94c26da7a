import type { Action } from '../shared/action.ts';

export interface TimeMoves {
  /** Around the cursor, to so many times the ticks. */
  zoom(factor: number): void;
  /** To later ticks, by a share of those that are seen. */
  pan(share: number): void;
  /** The lanes, by so many pixels. */
  scroll(pixels: number): void;
  showAll(): void;
}

type TimeKey = Pick<Action<TimeMoves>, 'keys' | 'help' | 'run'>;

const IN_HELP = 'In the chart over time: zoom in and out, move; 0 shows all';

/** Keys of the chart over time alone. */
export const TIME_KEYS: readonly TimeKey[] = [
  { keys: ['W', 'Plus'], run: ({ zoom }) => zoom(0.7), help: IN_HELP },
  { keys: ['S', '-'], run: ({ zoom }) => zoom(1 / 0.7), help: IN_HELP },
  { keys: ['A'], run: ({ pan }) => pan(-0.15), help: IN_HELP },
  { keys: ['D'], run: ({ pan }) => pan(0.15), help: IN_HELP },
  { keys: ['0'], run: ({ showAll }) => showAll() },
  { keys: ['ArrowUp'], run: ({ scroll }) => scroll(-40) },
  { keys: ['ArrowDown'], run: ({ scroll }) => scroll(40) },
];
