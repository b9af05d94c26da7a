import type { Form } from './arithmetic.ts';
import type { IntervalRule } from './interval.ts';
import type { SignRule } from './sign.ts';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** Simplifies to a side, or a number. */
type Fold = 'left' | 'right' | 0 | 1;

/** Simplifications for 0, 1, or equal sides. */
interface Folds {
  readonly left0?: Fold;
  readonly left1?: Fold;
  readonly right0?: Fold;
  readonly right1?: Fold;
  readonly same?: Fold;
}

/** A binary operator: all that is read, computed, simplified and printed of it. */
export interface Row {
  /** Precedence in C; 0 for calls. */
  readonly precedence: number;
  /** Result type: usual conversions, the promoted left side, or a truth value. */
  readonly result: 'usual' | 'left' | 'truth';
  /** Value of integers; the right side must not `fail`. */
  readonly exact: (left: bigint, right: bigint) => bigint;
  /** Value in a form; if wide, exact or not a safe integer. */
  readonly near: (left: number, right: number, form: Form) => number;
  /** The right sides for which there is no value. */
  readonly fails?: 'zero' | 'negative';
  /** Low bits depend on low bits alone. */
  readonly modular?: true;
  readonly sign: SignRule;
  readonly interval: IntervalRule;
  readonly folds: Folds;
  /** The left truth that decides alone, so the right side needs no value. */
  readonly decides?: boolean;
  /** Opposite of a comparison, and the one with sides exchanged. */
  readonly negated?: Comparison;
  readonly mirrored?: Comparison;
  /** Checking functions in generated C, for ticks and `ensures`; null for C's own operator. */
  readonly ticks: string | null;
  readonly wholes: string | null;
  /** In Python: how tightly it binds, and its text where that is another; null for calls. */
  readonly python: { readonly precedence: number; readonly text?: string } | null;
}
