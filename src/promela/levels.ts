import { rowOf } from '../base/search.ts';

interface LevelRow {
  readonly label: string;
  readonly help: string;
  /** Its line at the head of a model. */
  readonly inModel: string;
  /** Processes step whenever they can. Otherwise one holds the baton, passes it with every message
   * and is answered: a configuration is one atomic chain. */
  readonly interleaves: boolean;
  /** One element stands for all alike, one unit for all (see `foldingOf`). */
  readonly folds: boolean;
  /** Repetitions are run until they are seen, then multiplied. */
  readonly repeats: boolean;
}

/** The levels, each validated against the one before. */
const TABLE = [
  {
    id: 'free',
    label: 'Free',
    help: 'Processes interleave freely: many states, small inputs only',
    inModel: 'every process takes its steps whenever it can',
    interleaves: true,
    folds: false,
    repeats: false,
  },
  {
    id: 'baton',
    label: 'Baton',
    help: 'One process at a time holds the baton: few states',
    inModel: 'one process at a time holds the baton; every message hands it over and is answered',
    interleaves: false,
    folds: false,
    repeats: false,
  },
  {
    id: 'representatives',
    label: 'Representatives',
    help: 'One element stands for all that do the same, one unit for all',
    inModel: 'one element stands for all that do the same, one unit for all',
    interleaves: false,
    folds: true,
    repeats: false,
  },
  {
    id: 'accelerated',
    label: 'Accelerated',
    help: 'And what repeats itself is run until it does, then multiplied: large inputs',
    inModel: 'one element and one unit stand for all, and what repeats itself is multiplied',
    interleaves: false,
    folds: true,
    repeats: true,
  },
] as const;

export type Level = (typeof TABLE)[number]['id'];

export const LEVEL_TABLE: readonly (LevelRow & { readonly id: Level })[] = TABLE;

/** The levels by name, the most detailed one first. */
export const LEVELS: readonly Level[] = LEVEL_TABLE.map(({ id }) => id);

export const levelOf = (id: Level): LevelRow => rowOf(LEVEL_TABLE, id);
