import type { Ticks } from '../../base/ticks.ts';
import { ExprError } from '../../kernel/index.ts';
import { checkConstants, type ConstantName, type Constants } from '../../platform/index.ts';
import {
  branchAndBound,
  type Configuration,
  type Status,
  type TuningResult,
  type Verifier,
} from '../../tuning/index.ts';
import type { JobView } from './side-job.ts';
import { Cancelled } from '../../base/failure.ts';

/** What the minimum is for one value of the constant. */
export interface SensitivityPoint {
  readonly value: number;
  /** `proved`, or why it is not. */
  readonly status: Status;
  readonly minTime?: Ticks;
  readonly optima: readonly Configuration[];
  readonly reason?: string;
}

/** One constant swept over a range, as far as it has come. */
export interface SensitivityView extends JobView {
  readonly constant: ConstantName;
  /** All values, ascending. */
  readonly values: readonly number[];
  /** The first of them, in order. */
  readonly points: readonly SensitivityPoint[];
  /** The kernel and the platform it was swept on, in words. */
  readonly of: string;
}

export const NO_SENSITIVITY: SensitivityView = {
  phase: 'none',
  constant: 'GMT',
  values: [],
  points: [],
  of: '',
};

/** More values than this take minutes. */
export const MOST_SWEPT = 400;

/** The values from `from` to `to`, by adding `step` or, without one, by doubling.
 * @throws {RangeError} where there are none, or too many; the message says what to do. */
export function sweptValues(from: number, to: number, step: number | undefined): number[] {
  if (![from, to, step ?? 1].every((value) => Number.isSafeInteger(value)) || (step ?? 1) < 1)
    throw new RangeError('Give whole numbers, and a step of 1 or more.');
  if (to < from) throw new RangeError('The range ends before it begins.');
  if (step === undefined && from < 1) throw new RangeError('Doubling begins at 1 or more.');
  const values: number[] = [];
  for (let value = from; value <= to; value = step === undefined ? value * 2 : value + step) {
    values.push(value);
    if (values.length > MOST_SWEPT)
      throw new RangeError(`More than ${MOST_SWEPT} values: take a larger step, or doubling.`);
  }
  return values;
}

/** Proves the minimum for each value, one after the other.
 * @throws {Cancelled} by its signal. */
export async function* sweepConstant(
  verifierOn: (constants: Constants) => Verifier,
  constants: Constants,
  name: ConstantName,
  values: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<SensitivityPoint, void> {
  for (const value of values) {
    if (signal.aborted) throw new Cancelled();
    const changed = { ...constants, [name]: value };
    const [problem] = checkConstants(changed);
    if (problem) {
      yield { value, status: 'invalid', optima: [], reason: problem.message };
      continue;
    }
    const result = await minimumOf(verifierOn(changed), signal);
    const { status, minTime, optima, reason } = result;
    if (status === 'cancelled') throw new Cancelled();
    yield {
      value,
      status,
      optima,
      ...(minTime !== undefined && { minTime }),
      ...(reason !== undefined && { reason }),
    };
  }
}

async function minimumOf(verifier: Verifier, signal: AbortSignal): Promise<TuningResult> {
  try {
    return await branchAndBound(verifier, () => undefined, signal);
  } catch (error) {
    // A parameter has no values on this platform.
    if (error instanceof ExprError) return { status: 'invalid', optima: [], reason: error.message };
    throw error;
  }
}
