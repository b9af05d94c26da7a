import type { CheckedSource } from './check-source.ts';
import type { PlacedDiagnostic } from './diagnostics.ts';

/** The form of a report; raised where a field changes its meaning or goes. */
export const REPORT_VERSION = 1;

/** *refused*: the text cannot be checked; *limit*: time or memory ran out before an answer. */
export const VERDICTS = ['right', 'wrong', 'depends', 'not-checked', 'refused', 'limit'] as const;
export type CheckVerdict = (typeof VERDICTS)[number];

/** Verdicts that a caller may let pass; *conditions*: right, if something that nobody states. */
export const ALLOWABLE = ['conditions', 'depends', 'not-checked', 'limit'] as const;
export type Allowed = (typeof ALLOWABLE)[number];

/** One kernel's answer. */
export interface KernelAnswer extends Omit<CheckedSource, 'status' | 'isOutOfTime'> {
  /** Path as given; `-` is standard input. */
  readonly file: string;
  /** Absent where the text has none. */
  readonly kernel?: string | undefined;
  /** The host's options, where sets of them are asked. */
  readonly options?: string | undefined;
  /** Where its name stands, from 1. */
  readonly line: number;
  readonly verdict: CheckVerdict;
  /** It ends well: right, or what the caller lets pass. */
  readonly accepted: boolean;
  /** Why it was refused, or which limit was reached. */
  readonly reason?: string | undefined;
  readonly seconds: number;
}

/** All that was asked at once. */
export interface CheckReport {
  readonly version: typeof REPORT_VERSION;
  readonly overtime: string;
  readonly kernels: readonly KernelAnswer[];
  /** Number of kernels by verdict. */
  readonly summary: Readonly<Record<CheckVerdict, number>>;
  readonly accepted: boolean;
  readonly seconds: number;
}

/** Which kernel of which file. */
export interface Asked {
  readonly file: string;
  readonly kernel?: string | undefined;
  readonly options?: string | undefined;
  readonly line: number;
}

type Unchecked = 'refused' | 'limit' | 'not-checked';

/** The answer where there is none. */
export const unanswered = (
  asked: Asked,
  verdict: Unchecked,
  reason: string,
  diagnostics: readonly PlacedDiagnostic[] = [],
): Omit<KernelAnswer, 'accepted' | 'seconds'> => ({
  ...asked,
  verdict,
  reason,
  conditions: [],
  findings: [],
  remarks: [],
  checked: [],
  notChecked: [],
  configurations: [],
  diagnostics,
  stated: [],
  states: 0,
  transitions: 0,
  searches: [],
});

export const answered = (
  asked: Asked,
  { status, isOutOfTime, ...found }: CheckedSource,
): Omit<KernelAnswer, 'accepted' | 'seconds'> => ({
  ...asked,
  // A fault found before the limit still stands.
  verdict: isOutOfTime && status === 'not-checked' ? 'limit' : status,
  ...(isOutOfTime && status === 'not-checked' && { reason: 'The time limit was reached.' }),
  ...found,
});

/** Right ends well; so does what the caller lets pass. */
export function isAccepted(
  { verdict, conditions }: Pick<KernelAnswer, 'verdict' | 'conditions'>,
  allowed: readonly Allowed[],
): boolean {
  if (verdict === 'right') return conditions.length === 0 || allowed.includes('conditions');
  return allowed.some((each) => each === verdict);
}

/** @param seconds of all of it. */
export const reportOf = (
  kernels: readonly KernelAnswer[],
  overtime: string,
  seconds: number,
): CheckReport => ({
  version: REPORT_VERSION,
  overtime,
  kernels,
  summary: summaryOf(kernels),
  // An empty report accepts nothing.
  accepted: kernels.length > 0 && kernels.every(({ accepted }) => accepted),
  seconds: inMilliseconds(seconds),
});

function summaryOf(kernels: readonly KernelAnswer[]): Record<CheckVerdict, number> {
  const count = (of: CheckVerdict): number =>
    kernels.filter(({ verdict }) => verdict === of).length;
  return {
    right: count('right'),
    wrong: count('wrong'),
    depends: count('depends'),
    'not-checked': count('not-checked'),
    refused: count('refused'),
    limit: count('limit'),
  };
}

export const inMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
