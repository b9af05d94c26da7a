import type { Expr } from '../../front/expr.ts';
import type { ValueProgram } from '../program.ts';
import { alike, type Form, isNatural, number, productOfAlike, sum } from './form.ts';
import { prepare } from './session.ts';
import { unfold } from './unfold.ts';

/** Guards keep all accesses inside of lengths that arguments make, whichever values these have. */
export function lengthsHold(given: ValueProgram): boolean {
  const program = unfold(given);
  const { facts } = prepare(program);
  const registers = new Map(
    program.registers.flatMap(({ name, input, isArgument }, register) =>
      name !== undefined && input?.kind === 'unknown' && isArgument === true
        ? [[name, register] as const]
        : [],
    ),
  );
  return [...program.code.entries()].every(([index, step]) => {
    if (!('address' in step)) return true;
    const targets = facts.points.of(step.address);
    if (targets === 'any') return false;
    return [...targets].every((object) => {
      const { lengthOf } = program.objects[object] ?? {};
      if (lengthOf === undefined) return true;
      const length = formOf(lengthOf, registers);
      return (
        length !== undefined &&
        facts.apart.elementsOf(index).some((most) => isNatural(sum(length, most, -1)))
      );
    });
  });
}

/** Sums and products of arguments. */
function formOf(expr: Expr, registers: ReadonlyMap<string, number>): Form | undefined {
  if (expr.kind === 'number') return number(expr.value);
  if (expr.kind === 'name') {
    const register = registers.get(expr.name);
    return register === undefined ? undefined : alike([register], 1);
  }
  if (expr.kind !== 'binary') return undefined;
  const [left, right] = [formOf(expr.left, registers), formOf(expr.right, registers)];
  if (left === undefined || right === undefined) return undefined;
  switch (expr.operator) {
    case '+':
      return sum(left, right, 1);
    case '-':
      return sum(left, right, -1);
    case '*':
      return productOfAlike(left, right);
    default:
      return undefined;
  }
}
