/** A value that a text does not state, and a guess. */
export interface Asked {
  /** One answer for each: `value M`, `local_size 0`, `param TILE`. */
  readonly id: string;
  readonly of: AskedOf;
  readonly name: string;
  /** An expression; of a tile or of groups, their values. */
  readonly guess: string;
  /** Where the guess comes from. */
  readonly why: string;
  /** Lines that depend on it, counted from 1. */
  readonly lines: readonly number[];
  /** Values of a tile to choose from. */
  readonly offered?: readonly number[];
}

export type AskedOf = 'argument' | 'group' | 'items' | 'local' | 'groups' | 'tile';

/** By the asked's `id`. */
export type Answers = Readonly<Record<string, string>>;

/** A list of numbers as a domain: `{4, 8}`. */
export const domainOf = (values: readonly number[]): string => `{${values.join(', ')}}`;

/** The numbers of such a list. */
export const valuesIn = (domain: string): readonly number[] =>
  [...domain.matchAll(/\d+/g)].map(([digits]) => Number(digits));
