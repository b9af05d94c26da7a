import type { Span } from '../base/span.ts';

/** What can be wrong with the values of a kernel. */
export const FINDING_KINDS = [
  'race-local',
  'race-global',
  'race-between-groups',
  'bounds',
  'uninitialised',
  'non-termination',
  'divergence',
  'result',
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** Something wrong that was seen to happen, at a place in the text. */
export interface Finding {
  readonly kind: FindingKind;
  readonly span: Span;
  /** What is wrong, in one sentence with the names, indices and work-items that it is about. */
  readonly message: string;
  readonly hint?: string | undefined;
  /** The other access of a race, and its like. */
  readonly related?: readonly { readonly span: Span; readonly message: string }[] | undefined;
  readonly configuration: Readonly<Record<string, number>>;
}

/** What is worth knowing and not wrong: several items write the same value to one place. */
export interface Remark extends Omit<Finding, 'kind'> {
  readonly kind: 'same-value' | 'warp-synchronous' | 'atomic-order';
}

/** Something that was not decided, and why. */
export interface NotChecked {
  /** `races`, `bounds`, `result`, ... as a reader would name it. */
  readonly what: string;
  readonly why: string;
  readonly hint?: string | undefined;
  readonly span?: Span | undefined;
  /** True where the answer is worth less for it: then nothing is called right. */
  readonly weakens: boolean;
  /** Set where an exhaustive search of all schedules and inputs decides it: that not all inputs were tried, or not
   * every order of the atomics. */
  readonly searchDecides?: boolean;
}

/** What was found out about one configuration. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly remarks: readonly Remark[];
  /** What was decided, in words. */
  readonly checked: readonly string[];
  readonly notChecked: readonly NotChecked[];
}

/** *right*: all that was asked was decided, and nothing is wrong; *wrong*: something is; *not checked*: nothing
 * wrong was seen, and something could not be decided. */
export type VerdictStatus = 'right' | 'wrong' | 'not-checked';

export const statusOf = ({
  findings,
  notChecked,
}: Pick<Verdict, 'findings' | 'notChecked'>): VerdictStatus => {
  if (findings.length > 0) return 'wrong';
  return notChecked.some(({ weakens }) => weakens) ? 'not-checked' : 'right';
};
