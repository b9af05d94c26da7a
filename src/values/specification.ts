import type { InfixOperator, PrefixOperator } from '../base/operators.ts';

/** The language of `#pragma tuner input` and `ensures`: array contents before and after. Integers
 * are exact, other numbers are doubles. */

/** A memory object's or argument's contents before the kernel runs. */
export type Input =
  /** One value per element (or one for an argument); the last is that of all further ones. */
  | {
      readonly kind: 'given';
      readonly values: readonly (number | bigint)[];
      /** The host leaves these as they begin, zeros. */
      readonly unset?: Unset;
    }
  /** Every element is any integer of the range: all inputs are checked. */
  | { readonly kind: 'any'; readonly low: number; readonly high: number }
  /** Nobody says: the verdict must hold whatever it is. The host's text may tell it by what is not followed, or
   * leave out what sets it. */
  | {
      readonly kind: 'unknown';
      readonly unset?: Unset;
      readonly isTold?: true;
      readonly isLeftOut?: true;
    }
  /** Nobody has set it, as the host's text tells: a read of it is a fault.
   * @param line of the allocation */
  | { readonly kind: 'unset'; readonly line: number };

/** Bytes that nobody has set: a line of the host's text sets no more, or launches before leave them. */
export interface Unset {
  readonly gaps: readonly Gap[];
  readonly line: number | undefined;
}

/** Bytes from one on, up to another and without it. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Over final arrays (and `old`, before the run), platform constants, parameters and indices. Truth
 * is 1 or 0. */
export type Term =
  | { readonly kind: 'number'; readonly value: number | bigint }
  /** A constant, parameter, scalar argument, or quantifier's index. */
  | { readonly kind: 'name'; readonly name: string }
  /** An element; the index counts the object's scalars. */
  | {
      readonly kind: 'element';
      readonly array: string;
      readonly old: boolean;
      readonly index: Term;
      /** A member of the struct that an element is. */
      readonly member?: string | undefined;
    }
  | { readonly kind: 'unary'; readonly operator: PrefixOperator; readonly operand: Term }
  | {
      readonly kind: 'binary';
      readonly operator: InfixOperator;
      readonly left: Term;
      readonly right: Term;
    }
  | {
      readonly kind: 'conditional';
      readonly condition: Term;
      readonly then: Term;
      readonly otherwise: Term;
    }
  /** Index from `low` up to but not including `high`; without them, over the arrays that the body
   * indexes with it. */
  | {
      readonly kind: 'quantifier';
      readonly quantifier: 'forall' | 'exists' | 'sum' | 'min' | 'max' | 'count';
      readonly index: string;
      readonly low: Term;
      readonly high: Term;
      readonly body: Term;
    }
  /** `abs`, `min`, `max` of two, `sqrt` ... of numbers. */
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Term[] }
  | { readonly kind: 'sorted'; readonly array: string; readonly old: boolean };
