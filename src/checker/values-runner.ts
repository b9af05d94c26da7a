import type { RunOptions } from '../values/run/check.ts';
import type { GivenInputs, SteeredRun, ValueProgram, ValueTrace } from '../values/index.ts';
import type { RunReport } from './value-reports.ts';

/** Facts for messages and claims. */
export type About = Pick<RunOptions, 'text' | 'constants' | 'budget'>;

/** Runs work-items in the background. */
export interface ValuesRunner {
  /** Runs all work-items in one order and judges. @throws {Cancelled} by its signal. */
  check(program: ValueProgram, about: About, signal: AbortSignal): Promise<RunReport>;
  /** The run up to a finding of `check`.
   * @param finding its index; undefined if it does not exist. @throws {Cancelled} by its signal. */
  trace(
    program: ValueProgram,
    finding: number,
    about: About,
    signal: AbortSignal,
  ): Promise<ValueTrace | undefined>;
  /** Runs work-items in a chosen order (`steeredRun`). */
  steer(
    program: ValueProgram,
    choices: readonly number[],
    about: About & { readonly given?: GivenInputs },
    signal: AbortSignal,
  ): Promise<SteeredRun>;
}
