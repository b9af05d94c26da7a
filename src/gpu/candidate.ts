import type { Span } from '../base/span.ts';
import type { ValueProgram } from '../values/index.ts';
import { referenceRun } from '../values/run/reference-run.ts';
import { beyond, type Limits, wgslOf } from '../wgsl/index.ts';
import type { Candidate } from './measure.ts';
import { differenceOf } from './results.ts';

/** Why a program cannot be measured: WGSL has no words for it, the adapter not enough of something, its
 * own run leaves nothing to compare with, or that run takes too long. */
export interface Unmeasured {
  readonly why: 'refused' | 'beyond' | 'wrong' | 'not-run';
  readonly message: string;
  readonly span?: Span;
}

export interface CandidateOptions {
  readonly text: string;
  readonly limits: Limits;
  /** Steps of the run of values. */
  readonly budget: number;
  readonly isOutOfTime?: () => boolean;
}

/** A program as WGSL, with what the run of values leaves to compare with. */
export function candidateOf(
  program: ValueProgram,
  { text, limits, ...most }: CandidateOptions,
): Candidate | Unmeasured {
  const reference = referenceRun(program, most);
  if (typeof reference === 'string')
    return { why: 'not-run', message: `Its result cannot be compared: ${reference}.` };
  const bytes = reference.before.map((each) => each?.byteLength);
  const made = wgslOf(program, text, { arguments: reference.arguments, bytes });
  if (!made.ok) {
    const [said] = made.diagnostics;
    return { why: 'refused', message: said?.message ?? '', ...(said && { span: said.span }) };
  }
  if (!reference.isRight)
    return {
      why: 'wrong',
      message: 'The run of values finds it wrong, so no result is the right one.',
    };
  const { value: module } = made;
  const limit = beyond(module, limits);
  if (limit !== undefined) return { why: 'beyond', message: `It needs more ${limit}.` };
  return {
    module,
    before: module.arrays.map(({ object }) => reference.before[object] ?? new Uint8Array()),
    wrong: (found) => {
      const other = differenceOf(program, module, reference.after, found);
      return other === undefined || reference.ordered === undefined
        ? other
        : `${other}; but what ${reference.ordered} gives depends on who is first, so both may be right`;
    },
    ...(reference.ordered !== undefined && { isOrdered: true }),
  };
}

export const isCandidate = (made: Candidate | Unmeasured): made is Candidate => 'module' in made;
