import { ModelChecker, onMachine, type Problem } from '../../checker/index.ts';
import { ALL_MACHINE_FIELDS, fieldProblem } from '../../device/index.ts';
import { CONSTANTS, semanticsOf } from '../../platform/index.ts';
import type { Dial } from './nearest-win.ts';
import type { JobTools } from './jobs.ts';

/** A constant to turn, and the problem at its other values. */
export interface ProblemDial extends Dial {
  /** Nothing where no configuration can be run there. */
  readonly at: (value: number) => ModelChecker | undefined;
}

/** The turnable constants of a platform or machine. */
export const dialsOf = (
  problem: Problem,
  checkers: PlatformCheckers,
  tools: JobTools,
): readonly ProblemDial[] =>
  problem.machine ? machineDials(problem, tools) : platformDials(problem, checkers);

/** Checkers for the times on other platforms. */
export interface PlatformCheckers {
  readonly base: ModelChecker;
  /** The model with arithmetic, where the problem has none. */
  readonly counting: ModelChecker | undefined;
  /** Configurations that can be run. */
  readonly total: number;
}

/** So few configurations are cheap: values between powers of 2 too. */
const MOST_FOR_COUNTS = 256;

/** Other constants need no other verifier. */
function platformDials(
  { semantics, constants }: Problem,
  { base, counting, total }: PlatformCheckers,
): ProblemDial[] {
  const counted: readonly string[] = semanticsOf(semantics).constants;
  const isFirst = ({ name }: { readonly name: string }): boolean =>
    name !== 'AT' || constants.AT > 0;
  // Another model takes longer: it is asked last.
  const inTurn = [...CONSTANTS.filter(isFirst), ...CONSTANTS.filter((one) => !isFirst(one))];
  return inTurn.flatMap(({ name, meaning, unit, least, most }) => {
    const value = constants[name];
    // The size is the question; the model leaves out free arithmetic.
    const checker = name === 'AT' && value === 0 ? counting : base;
    if (name === 'size' || !counted.includes(name) || !checker) return [];
    const isFine = unit === 'ticks' || name === 'LM' || total <= MOST_FOR_COUNTS;
    const at = (other: number): ModelChecker => checker.on({ ...constants, [name]: other });
    return [{ name, meaning, value, least, most, isFine, at }];
  });
}

/** Another machine's warps act differently: another problem, the same model. */
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
      name,
      meaning,
      least,
      most,
      value: own[name],
      isFine: false,
      hasFractions: fractions,
      at(value) {
        if (fieldProblem(field, value) !== undefined) return undefined;
        const other = onMachine(problem, { ...own, [name]: value });
        return other && new ModelChecker(toolchain, other, { memoryMB, programs });
      },
    };
  });
}
