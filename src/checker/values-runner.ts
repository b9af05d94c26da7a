import type { RunOptions } from '../values/run/check.ts';
import type { ValueProgram, ValueTrace, Verdict } from '../values/index.ts';

/** What messages and claims may speak of. */
export type About = Pick<RunOptions, 'text' | 'constants'>;

/** Runs the work-items of programs, out of the way of whoever asks. */
export interface ValuesRunner {
  /** The verdict on a program, of all its work-items in one order. @throws {Cancelled} by its signal. */
  check(program: ValueProgram, about: About, signal: AbortSignal): Promise<Verdict>;
  /** What happened to values until one of the findings of a program, by its index; nothing where the run cannot be
   * had again. @throws {Cancelled} by its signal. */
  trace(
    program: ValueProgram,
    finding: number,
    about: About,
    signal: AbortSignal,
  ): Promise<ValueTrace | undefined>;
}
