import type { RunOptions } from '../values/run/check.ts';
import type { SteeredRun, ValueProgram, ValueTrace } from '../values/index.ts';
import type { RunReport } from './verify.ts';

/** What messages and claims may speak of. */
export type About = Pick<RunOptions, 'text' | 'constants' | 'budget'>;

/** Runs the work-items of programs, out of the way of whoever asks. */
export interface ValuesRunner {
  /** The verdict on a program, of all its work-items in one order. @throws {Cancelled} by its signal. */
  check(program: ValueProgram, about: About, signal: AbortSignal): Promise<RunReport>;
  /** What happened until a finding of `check` of the same program.
   * @param finding its index there. @returns nothing where there is no such finding. @throws {Cancelled} by its signal. */
  trace(
    program: ValueProgram,
    finding: number,
    about: About,
    signal: AbortSignal,
  ): Promise<ValueTrace | undefined>;
  /** What happens where work-items go on in the order that is chosen (`steeredRun`). */
  steer(
    program: ValueProgram,
    choices: readonly number[],
    about: About,
    signal: AbortSignal,
  ): Promise<SteeredRun>;
}
