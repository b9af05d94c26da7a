import { create } from 'zustand';
import type { Configuration, ListedConfiguration, Ticks } from '../../session/index.ts';

interface Picking {
  /** What may be picked, in the map's place, before there is an answer; none: nobody is asked. */
  readonly cells: readonly ListedConfiguration[];
  /** What the map says above its cells. */
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

/** What a task of a lesson has somebody pick in the map. */
export const usePicking = create<Picking>()(() => NOBODY);

export const endPicking = (): void => usePicking.setState(NOBODY, true);

export const keyOf = (values: Configuration): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
