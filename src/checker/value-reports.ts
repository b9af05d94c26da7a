import type { Bound, ValueProgram, Verdict } from '../values/index.ts';
import type { Layout } from '../values/run/store.ts';

/** Reports of those who run a program, or search it. */

/** Figures of a search by SPIN. */
export interface SearchFigures {
  readonly states: number;
  readonly transitions: number;
  readonly seconds: number;
  /** Inputs that were searched; none without a search. */
  readonly inputs: number;
}

/** Findings of a run in one order. */
export interface RunReport extends Verdict {
  readonly bound?: Bound;
  /** Where arrays lie, those of unstated length as long as the run needed; absent if it never came so far. */
  readonly layout?: Layout;
}

/** Runs and judges a program. */
export type RunValues = (
  program: ValueProgram,
  options: { readonly signal: AbortSignal },
) => Promise<RunReport> | RunReport;

/** SPIN's findings for all orders and inputs; `tooLarge` says why it was not asked. */
export interface ValueSearchReport extends SearchFigures {
  /** By program. */
  readonly verdicts: readonly Verdict[];
  /** Every state was visited. */
  readonly exhaustive: boolean;
  readonly tooLarge?: string | undefined;
}

export type SearchValues = (
  programs: readonly ValueProgram[],
  options: { readonly signal: AbortSignal },
) => Promise<ValueSearchReport>;
