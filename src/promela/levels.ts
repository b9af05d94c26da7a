import { rowOf } from '../base/search.ts';

/** What sets one level of abstraction apart from the others. */
interface LevelRow {
  readonly label: string;
  readonly help: string;
  /** What it does, at the head of a model. */
  readonly inModel: string;
  /** Whether every process takes its steps whenever it can. Otherwise one at a time holds the baton: it hands
   * it over with every message, and every message is answered, so that a chosen configuration is one atomic
   * chain of steps. */
  readonly interleaves: boolean;
  /** Whether one processing element stands for all that do the same, one unit for all units of all devices
   * (see `foldingOf`). */
  readonly folds: boolean;
  /** Whether what repeats itself is run until it does, then multiplied. */
  readonly repeats: boolean;
}

/** The levels, each validated against the one before. */
const TABLE = [
  {
    id: 'free',
    label: 'Free',
    help: 'Processes interleave freely: many states, small inputs only',
    inModel: 'every process takes its steps whenever it can',
    ...{ interleaves: true, folds: false, repeats: false },
  },
  {
    id: 'baton',
    label: 'Baton',
    help: 'One process at a time holds the baton: few states',
    inModel: 'one process at a time holds the baton; every message hands it over and is answered',
    ...{ interleaves: false, folds: false, repeats: false },
  },
  {
    id: 'representatives',
    label: 'Representatives',
    help: 'One element stands for all that do the same, one unit for all',
    inModel: 'one element stands for all that do the same, one unit for all',
    ...{ interleaves: false, folds: true, repeats: false },
  },
  {
    id: 'accelerated',
    label: 'Accelerated',
    help: 'And what repeats itself is run until it does, then multiplied: large inputs',
    inModel: 'one element and one unit stand for all, and what repeats itself is multiplied',
    ...{ interleaves: false, folds: true, repeats: true },
  },
] as const;

export type Level = (typeof TABLE)[number]['id'];

export const LEVEL_TABLE: readonly (LevelRow & { readonly id: Level })[] = TABLE;

/** The levels by name, the most detailed one first. */
export const LEVELS: readonly Level[] = LEVEL_TABLE.map(({ id }) => id);

export const levelOf = (id: Level): LevelRow => rowOf(LEVEL_TABLE, id);
