import type { ValueProgram } from '../values/program.ts';
import { Budget } from '../values/run/budget.ts';
import { type Inputs, inputsOf } from '../values/run/inputs.ts';
import { Report } from '../values/run/report.ts';
import { groupsOf } from '../values/walk.ts';
import { prepare, Session } from '../values/run/session.ts';
import type { Store } from '../values/run/store.ts';

export const plainLayout = (program: ValueProgram) => ({
  bytes: program.objects.map(({ bytes }) => bytes),
  grains: prepare(program).facts.grains,
});

/** The inputs of a program, at the lengths that it states. */
export const plainInputs = (program: ValueProgram): Inputs =>
  inputsOf(program, plainLayout(program), 1);

/** The bytes of some arrays before and after one plain run of an input, as hexadecimal digits.
 * @throws {OutOfBudget} after so many steps */
export function plainRun(
  program: ValueProgram,
  number: number,
  isShown: (store: Store) => boolean,
  steps = 1e6,
): readonly [before: string, after: string] {
  const prepared = prepare(program);
  const report = new Report(program, prepared.facts);
  const session = new Session(prepared, plainLayout(program), report, new Budget(steps));
  const filling = plainInputs(program).filling(number);
  if (filling === undefined) throw new Error('there is no such input');
  session.fill(filling);
  const shown = (): string =>
    session.stores
      .filter(isShown)
      .map(({ u8, bytes }) => Buffer.from(u8.subarray(0, bytes)).toString('hex'))
      .join(' ');
  const before = shown();
  session.run(Array.from({ length: groupsOf(program) }, (_, group) => group));
  return [before, shown()];
}
