import { Cancelled } from '../../base/failure.ts';
import { ModelChecker, onMachine, type Problem } from '../../checker/index.ts';
import { fieldProblem, type MachineField } from '../../device/index.ts';
import { ExprError } from '../../kernel/index.ts';
import { branchAndBound, type TuningResult } from '../../tuning/index.ts';
import { ALL_MACHINE_FIELDS } from '../kept/machine-settings.ts';
import type { Question } from '../question.ts';
import type { JobTools, JobView } from './side-job.ts';

/** The minimum with one constant of the machine changed. */
export interface MachinePoint extends Pick<TuningResult, 'status' | 'optima' | 'minTime'> {
  readonly value: number;
}

/** What a constant of the machine does to the minimum: with half of it, and with twice as much. */
export interface MachineEffect {
  readonly name: MachineField['name'];
  readonly meaning: string;
  readonly unit: string;
  readonly value: number;
  /** Absent where the constant cannot be so small, or so large. */
  readonly half?: MachinePoint | undefined;
  readonly twice?: MachinePoint | undefined;
}

/** How much each constant of the machine matters for a kernel, as far as it has been proved. */
export interface MachineSensitivityView extends JobView {
  /** With the machine as it is. */
  readonly base?: Pick<TuningResult, 'status' | 'optima' | 'minTime'>;
  readonly effects: readonly MachineEffect[];
  readonly total: number;
  /** The kernel and the machine, in words. */
  readonly of: string;
  readonly question?: Question;
}

export const NO_MACHINE_SENSITIVITY: MachineSensitivityView = {
  ...{ phase: 'none', effects: [], of: '' },
  total: ALL_MACHINE_FIELDS.length,
};

/** Proves the minimum with each constant of the machine halved and doubled, one after the other: all effects so far,
 * after each. @throws {Cancelled} by its signal. */
export async function* machineSensitivity(
  problem: Problem,
  { toolchain, memoryMB, programs, signal }: JobTools,
): AsyncGenerator<Partial<MachineSensitivityView>, void> {
  const { machine } = problem;
  if (!machine) return;
  const minimum = async (of: Problem): Promise<Omit<MachinePoint, 'value'>> => {
    const checker = new ModelChecker(toolchain, of, { memoryMB, programs });
    try {
      const { status, minTime, optima } = await branchAndBound(checker, () => undefined, signal);
      if (status === 'cancelled') throw new Cancelled();
      return { status, minTime, optima };
    } catch (error) {
      if (error instanceof ExprError) return { status: 'invalid', optima: [] };
      throw error;
    }
  };
  const on = { ...machine, units: problem.constants.NU, schedulers: problem.constants.NS };
  const own = { ...on, lanes: problem.constants.WR };
  yield { base: await minimum(problem) };
  const changed = async (field: MachineField, value: number): Promise<MachinePoint | undefined> => {
    const whole = field.fractions === true ? value : Math.round(value);
    if (whole === own[field.name] || fieldProblem(field, whole) !== undefined) return undefined;
    const other = onMachine(problem, { ...own, [field.name]: whole });
    if (!other) return { value: whole, status: 'invalid', optima: [] };
    return { value: whole, ...(await minimum(other)) };
  };
  const effects: MachineEffect[] = [];
  for (const field of ALL_MACHINE_FIELDS) {
    if (signal.aborted) throw new Cancelled();
    const { name, meaning, unit } = field;
    const value = own[name];
    const half = await changed(field, value / 2);
    effects.push({ name, meaning, unit, value, half, twice: await changed(field, value * 2) });
    yield { effects: [...effects] };
  }
}
