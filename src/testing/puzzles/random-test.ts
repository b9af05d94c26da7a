import { randomNumbers } from '../../base/random.ts';
import { poseValues } from '../../checker/values.ts';
import type { PuzzleTools } from '../../lessons/puzzle-check.ts';
import type { Constants } from '../../platform/index.ts';
import { Budget, OutOfBudget } from '../../values/run/budget.ts';
import { Claims } from '../../values/run/claims.ts';
import { Report } from '../../values/run/report.ts';
import { prepare, Session } from '../../values/run/session.ts';
import { groupsOf } from '../../values/walk.ts';
import { plainInputs, plainLayout } from '../plain-run.ts';

/** Steps of one run, far more than a small kernel takes. */
const STEPS = 20_000;

/** True if the wish holds after runs of random inputs in one order, warps in step as on most devices: what a
 * test sees that looks at results. */
export function passesRandomInputs(
  text: string,
  constants: Constants,
  parser: PuzzleTools['parser'],
  count = 1000,
): boolean {
  const inStep = `${text}\n#pragma tuner lockstep\n`;
  const [program] = poseValues(parser, inStep, { constants, given: {} }).programs;
  if (program === undefined) return false;
  const prepared = prepare(program);
  const inputs = plainInputs(program);
  const random = randomNumbers(11);
  const groups = Array.from({ length: groupsOf(program) }, (_, group) => group);
  const report = new Report(program, prepared.facts);
  const budget = new Budget(0);
  const session = new Session(prepared, plainLayout(program), report, budget);
  const claims = new Claims(program, report, budget, { constants: { ...constants } });
  // The same input would run the same way again.
  const drawn = new Set(Array.from({ length: count }, () => Math.floor(random() * inputs.count)));
  for (const number of drawn) {
    const filling = inputs.filling(number);
    if (filling === undefined) continue;
    budget.limit = budget.steps + STEPS;
    session.fill(filling);
    try {
      if (!session.run(groups)) return false;
    } catch (error) {
      if (error instanceof OutOfBudget) return false;
      throw error;
    }
    claims.judge(session, filling, groups, undefined);
    if (claims.broken.length > 0) return false;
  }
  return true;
}
