import { ModelChecker, type Problem } from '../../checker/index.ts';
import { ExprError } from '../../front/expr.ts';
import { checkConstants, type ConstantName } from '../../platform/index.ts';
import type { Level } from '../../promela/index.ts';
import { branchAndBound, type TuningResult, type Verifier } from '../../tuning/index.ts';
import type { Question } from '../question.ts';
import type { JobView } from './job.ts';
import type { JobTools } from './jobs.ts';
import { aboutOf, type SideQuestion } from './side-question.ts';
import { Cancelled } from '../../base/failure.ts';

/** One value's minimum: `proved`, or why it is not. */
export interface SensitivityPoint extends Pick<
  TuningResult,
  'status' | 'optima' | 'minTime' | 'reason'
> {
  readonly value: number;
}

/** One constant's sweep, as far as it has come. */
export interface SensitivityView extends JobView {
  readonly constant: ConstantName;
  /** All values, ascending. */
  readonly values: readonly number[];
  /** The first of them, in order. */
  readonly points: readonly SensitivityPoint[];
  /** The swept kernel and platform, in words. */
  readonly of: string;
  readonly question?: Question;
}

/** Proves the minimum for several values of a constant. */
export const SENSITIVITY: SideQuestion<
  SensitivityView,
  [constant: ConstantName, values: readonly number[]]
> = {
  id: 'sensitivity',
  none: { phase: 'none', constant: 'GMT', values: [], points: [], of: '' },
  free: ({ constant }) => ({ constants: [constant] }),
  ask(tools, constant, values) {
    const { settings } = tools.store.getState();
    const { constants } = settings;
    // A model with free arithmetic leaves it uncounted.
    const counted = constant === 'AT' ? { ...constants, AT: '1' } : constants;
    const problem = tools.problemOf({ ...settings, constants: counted, level: SWEPT_LEVEL });
    return (
      problem && {
        begun: { constant, values, ...aboutOf(tools, problem) },
        steps: (job) => sweepConstant(problem, constant, values, job),
      }
    );
  },
};

/** More values than this take minutes. */
export const MOST_SWEPT = 400;

/** Adds `step`, or doubles without one.
 * @throws {RangeError} for none or too many values; the message says what to do. */
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

/** At this level each proof takes milliseconds. */
export const SWEPT_LEVEL: Level = 'accelerated';

/** Proves the minimum for each value; yields all points so far. @throws {Cancelled} by its signal. */
export async function* sweepConstant(
  problem: Problem,
  constant: ConstantName,
  values: readonly number[],
  { toolchain, memoryMB, programs, signal }: JobTools,
): AsyncGenerator<Pick<SensitivityView, 'points'>, void> {
  const checker = new ModelChecker(toolchain, problem, { memoryMB, programs });
  const points: SensitivityPoint[] = [];
  for (const value of values) {
    if (signal.aborted) throw new Cancelled();
    const changed = { ...problem.constants, [constant]: value };
    const [wrong] = checkConstants(changed);
    const { status, minTime, optima, reason } = wrong
      ? invalid(wrong.message)
      : await minimumOf(checker.on(changed), signal);
    if (status === 'cancelled') throw new Cancelled();
    points.push({ value, status, minTime, optima, reason });
    yield { points: [...points] };
  }
}

const invalid = (reason: string): TuningResult => ({ status: 'invalid', optima: [], reason });

async function minimumOf(verifier: Verifier, signal: AbortSignal): Promise<TuningResult> {
  try {
    return await branchAndBound(verifier, () => undefined, signal);
  } catch (error) {
    // A parameter has no values on this platform.
    if (error instanceof ExprError) return invalid(error.message);
    throw error;
  }
}
