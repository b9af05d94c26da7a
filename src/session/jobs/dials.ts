import { ModelChecker, onMachine, type Problem } from '../../checker/index.ts';
import { fieldProblem } from '../../device/index.ts';
import { CONSTANTS, semanticsOf } from '../../platform/index.ts';
import { ALL_MACHINE_FIELDS } from '../kept/machine-settings.ts';
import type { Dial } from './nearest-win.ts';
import type { JobTools } from './side-job.ts';

/** A constant that can be turned, and the problem with another value of it. */
export interface ProblemDial extends Dial {
  /** Nothing where no configuration can be run there. */
  readonly at: (value: number) => ModelChecker | undefined;
}

/** What of a platform, or of a real machine, can be turned: all that counts in the semantics of a problem. */
export const dialsOf = (
  problem: Problem,
  checker: ModelChecker,
  tools: JobTools,
): readonly ProblemDial[] =>
  problem.machine ? machineDials(problem, tools) : platformDials(problem, checker);

/** Another value of a constant is other words for the same verifier. */
function platformDials({ semantics, constants }: Problem, checker: ModelChecker): ProblemDial[] {
  const counted: readonly string[] = semanticsOf(semantics).constants;
  return CONSTANTS.flatMap(({ name, meaning, unit, least, most }) => {
    const value = constants[name];
    // The size is the question; and arithmetic that is free is no part of the model.
    if (name === 'size' || !counted.includes(name) || (name === 'AT' && value === 0)) return [];
    const isFine = unit === 'ticks' || name === 'LM';
    const at = (other: number): ModelChecker => checker.on({ ...constants, [name]: other });
    return [{ name, meaning, value, least, most, isFine, at }];
  });
}

/** On another machine warps do something else: it is another problem, of the same model. */
function machineDials(
  problem: Problem,
  { toolchain, memoryMB, programs }: JobTools,
): ProblemDial[] {
  const { machine, constants } = problem;
  if (!machine) return [];
  const { NU: units, NS: schedulers, WR: lanes } = constants;
  const own = { ...machine, units, schedulers, lanes };
  return ALL_MACHINE_FIELDS.map((field) => {
    const { name, meaning, least, most, fractions = false } = field;
    return {
      ...{ name, meaning, least, most, value: own[name], isFine: false, hasFractions: fractions },
      at(value) {
        if (fieldProblem(field, value) !== undefined) return undefined;
        const other = onMachine(problem, { ...own, [name]: value });
        return other && new ModelChecker(toolchain, other, { memoryMB, programs });
      },
    };
  });
}
