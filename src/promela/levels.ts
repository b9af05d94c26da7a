/** A level of abstraction. Each is validated against the one before. */
export interface LevelInfo {
  readonly id: string;
  readonly label: string;
  /** What it does, where it is chosen. */
  readonly help: string;
  /** What the model says of itself. */
  readonly says: string;
  /** Every process takes its steps whenever it can. Otherwise one process at a time holds the baton: it
   * hands it over with every message, and every message is answered, so that a chosen configuration is
   * one atomic chain of steps. */
  readonly interleaves: boolean;
  /** One processing element stands for all that do the same, one unit for all units of all devices (see
   * `foldingOf`), and the verifier counts in 64 bits. */
  readonly folds: boolean;
  /** What repeats itself is run until it does, then multiplied. */
  readonly multiplies: boolean;
}

const TABLE = [
  {
    id: 'free',
    label: 'Free',
    help: 'Processes interleave freely: many states, small inputs only',
    says: 'every process takes its steps whenever it can',
    interleaves: true,
    folds: false,
    multiplies: false,
  },
  {
    id: 'baton',
    label: 'Baton',
    help: 'One process at a time holds the baton: few states',
    says: 'one process at a time holds the baton; every message hands it over and is answered',
    interleaves: false,
    folds: false,
    multiplies: false,
  },
  {
    id: 'representatives',
    label: 'Representatives',
    help: 'One element stands for all that do the same, one unit for all',
    says: 'one element stands for all that do the same, one unit for all',
    interleaves: false,
    folds: true,
    multiplies: false,
  },
  {
    id: 'accelerated',
    label: 'Accelerated',
    help: 'And what repeats itself is run until it does, then multiplied: large inputs',
    says: 'one element and one unit stand for all, and what repeats itself is multiplied',
    interleaves: false,
    folds: true,
    multiplies: true,
  },
] as const satisfies readonly LevelInfo[];

export type Level = (typeof TABLE)[number]['id'];

/** The levels, from the most detailed to the most abstract. */
export const LEVELS: readonly (LevelInfo & { readonly id: Level })[] = TABLE;

export const LEVEL_IDS: readonly Level[] = TABLE.map(({ id }) => id);

export const levelOf = (id: Level): LevelInfo =>
  LEVELS.find((level) => level.id === id) ?? TABLE[0];
