import { isComparison } from '../../base/operators.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import { targetOf, valuesIn, valuesOf } from '../walk.ts';
import { argumentsIn } from './dependence.ts';
import { registerIn } from './guards.ts';
import { behind, nextOf } from './regions.ts';

/** An argument's part in the values that are written; `rounds`: only in how often loops run. */
export type Part = 'nothing' | 'rounds' | 'more';

export function partsOfArguments(program: ValueProgram): (name: string) => Part {
  const { code, registers } = program;
  const argumentsOf = argumentsIn(program);
  const decisions = code.flatMap((step, index) =>
    decidingIn(step, program).map((value) => ({ step, index, value, on: argumentsOf([value]) })),
  );
  // One that is changed on the way may be 0 for others.
  const changed = new Set(code.map(targetOf));
  const isArgument = (register: number, name: string): boolean =>
    registers[register]?.name === name && !changed.has(register);
  const isBound = (value: Value, name: string): boolean =>
    value.kind === 'binary' &&
    isComparison(value.operator) &&
    value.operator !== '==' &&
    [value.left, value.right].some((side) => isArgument(registerIn(side) ?? -1, name));
  return (name) => {
    const own = decisions.filter(({ on }) => on.includes(name));
    if (own.length === 0) return 'nothing';
    const isOfRounds = own.every(
      ({ step, index, value }) =>
        step.kind === 'branch' &&
        step.condition === value &&
        isBound(value, name) &&
        isOfLoop(code, index),
    );
    return isOfRounds ? 'rounds' : 'more';
  };
}

/** Conditions, choices, and places in memory that begins empty. */
function decidingIn(step: Instruction, { objects }: ValueProgram): readonly Value[] {
  const isOfOwn = (value: Value): boolean =>
    [...valuesIn(value)].some(
      (part) => part.kind === 'address' && objects[part.object]?.space !== 'global',
    );
  return valuesOf(step).flatMap((value) => [
    ...(step.kind === 'branch' || isOfOwn(value) ? [value] : []),
    ...[...valuesIn(value)].filter(
      (part) =>
        part !== (step.kind === 'branch' ? step.condition : undefined) &&
        (part.kind === 'select' || (part.kind === 'binary' && isComparison(part.operator))),
    ),
  ]);
}

/** A branch of a loop with a way out that does not come back. */
function isOfLoop(code: ValueProgram['code'], branch: number): boolean {
  const isBack = nextOf(code[branch], branch).map(
    (from) => from === branch || behind(code, from).has(branch),
  );
  return isBack.includes(true) && isBack.includes(false);
}
