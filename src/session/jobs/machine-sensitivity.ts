import { Cancelled } from '../../base/failure.ts';
import { ModelChecker, onMachine, type Problem } from '../../checker/index.ts';
import { ALL_MACHINE_FIELDS, fieldProblem, type MachineField } from '../../device/index.ts';
import { ExprError } from '../../front/expr.ts';
import { branchAndBound, type TuningResult } from '../../tuning/index.ts';
import type { Question } from '../question.ts';
import type { JobView } from './job.ts';
import type { JobTools } from './jobs.ts';
import { SWEPT_LEVEL } from './sensitivity.ts';
import { aboutOf, type SideQuestion } from './side-question.ts';

/** The minimum with one constant of the machine changed. */
export interface MachinePoint extends Pick<TuningResult, 'status' | 'optima' | 'minTime'> {
  readonly value: number;
}

/** The minimum with a machine constant halved and doubled. */
export interface MachineEffect {
  readonly name: MachineField['name'];
  readonly meaning: string;
  readonly unit: string;
  readonly value: number;
  /** Absent where the constant cannot take that value. */
  readonly half?: MachinePoint | undefined;
  readonly twice?: MachinePoint | undefined;
}

/** Each machine constant's effect, as far as proved. */
export interface MachineSensitivityView extends JobView {
  /** With the machine as it is. */
  readonly base?: Pick<TuningResult, 'status' | 'optima' | 'minTime'>;
  readonly effects: readonly MachineEffect[];
  readonly total: number;
  /** The kernel and the machine, in words. */
  readonly of: string;
  readonly question?: Question;
}

/** Proves the minimum with each machine constant halved and doubled. */
export const MACHINE_SENSITIVITY: SideQuestion<MachineSensitivityView, []> = {
  id: 'machineSensitivity',
  none: { phase: 'none', effects: [], of: '', total: ALL_MACHINE_FIELDS.length },
  ask(tools) {
    const { settings } = tools.store.getState();
    const problem = tools.problemOf({ ...settings, level: SWEPT_LEVEL });
    if (!problem?.machine) return undefined;
    return { begun: aboutOf(tools, problem), steps: (job) => machineSensitivity(problem, job) };
  },
};

/** Halves and doubles the constants in turn; yields all effects so far. @throws {Cancelled} by its
 * signal. */
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
