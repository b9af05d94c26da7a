import type { Active } from './order.ts';
import type { Choice } from './probe.ts';

/** One input that a program is run with. */
export interface Trial {
  readonly number: number;
  /** In words, if needed to understand a finding: `where n is 1`. */
  readonly words: string | undefined;
  /** Chosen to take a side of a condition. */
  readonly chosen?: readonly Choice[];
  /** Unusual values of arguments, by name. */
  readonly unusual: readonly (readonly [name: string, value: number])[];
  /** The lanes that were active together, where nobody names them. */
  readonly active?: Active;
}

/** Where a finding was made, to run it again. */
export interface Sighting {
  readonly trial: Trial;
  readonly groups: readonly number[];
  /** Set for an unusual order of items: which of `orders` or the choices of an `EveryOrder`, and the
   * instructions, besides atomics, before which they stopped. */
  readonly turned?:
    | { readonly order: number | readonly number[]; readonly yieldsAt: readonly number[] }
    | undefined;
}
