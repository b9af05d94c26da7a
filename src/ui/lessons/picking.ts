import { create } from 'zustand';
import type { Ticks } from '../../base/ticks.ts';
import type { Configuration, ListedConfiguration } from '../../tuning/index.ts';

interface Picking {
  /** Candidates shown instead of the map; empty if nobody is asked. */
  readonly cells: readonly ListedConfiguration[];
  readonly words: string;
  readonly picked: Configuration | undefined;
  /** Times that are known of cells, by their key. */
  readonly known: ReadonlyMap<string, Ticks | undefined>;
  readonly onPick: (values: Configuration) => void;
}

const NOBODY: Picking = {
  cells: [],
  words: '',
  picked: undefined,
  known: new Map(),
  onPick: () => undefined,
};

/** A lesson's task asks for a cell of the map. */
export const usePicking = create<Picking>()(() => NOBODY);

export const endPicking = (): void => usePicking.setState(NOBODY, true);
