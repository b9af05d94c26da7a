/** The language of `#pragma tuner input` and `ensures`: what is in the arrays before, and what should be in them
 * after. Integers are exact, other numbers are doubles. */

/** What is in a memory object or an argument before the kernel runs. */
export type Input =
  /** One value for each element (or one for an argument). */
  | { readonly kind: 'given'; readonly values: readonly (number | bigint)[] }
  /** Every element is any integer of the range: all inputs are checked. */
  | { readonly kind: 'any'; readonly low: number; readonly high: number }
  /** Nobody says: the verdict must hold whatever it is. */
  | { readonly kind: 'unknown' };

/** An expression over the arrays as they are in the end (and `old`, as they were before), platform constants,
 * parameters and indices. Truth is 1 or 0. */
export type Term =
  | { readonly kind: 'number'; readonly value: number | bigint }
  /** A constant, a parameter, a scalar argument, or an index of a quantifier. */
  | { readonly kind: 'name'; readonly name: string }
  /** An element; the index is that of a scalar element of the object. */
  | {
      readonly kind: 'element';
      readonly array: string;
      readonly old: boolean;
      readonly index: Term;
      /** A member of the struct that an element is. */
      readonly member?: string | undefined;
    }
  | { readonly kind: 'unary'; readonly operator: '-' | '!' | '~'; readonly operand: Term }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Term;
      readonly right: Term;
    }
  | {
      readonly kind: 'conditional';
      readonly condition: Term;
      readonly then: Term;
      readonly otherwise: Term;
    }
  /** For index from `low` up to and not with `high`; without them, over the elements of the arrays that the body
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
