import { hull, type Interval, sure } from '../../base/interval.ts';
import { BINARY, type Comparison, isComparison } from '../../base/operators.ts';
import { isInteger, isSigned, SCALARS, type Scalar } from '../../front/scalar.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import { targetOf } from '../walk.ts';

/** Registers are followed this far back. */
const DEEPEST = 24;

const boundsOf = (type: Scalar): Interval | undefined => {
  if (type === 'bool') return sure(0, 1);
  if (!isInteger(type)) return undefined;
  const bits = SCALARS[type].bytes * 8;
  return isSigned(type) ? sure(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) : sure(0, 2 ** bits - 1);
};

/** Says whether a condition may be true, or false, whatever memory and arguments hold. */
export function possibilities(
  program: ValueProgram,
): (condition: Value, isTrue: boolean) => boolean {
  const setters = new Map<number, Instruction[]>();
  for (const instruction of program.code) {
    const target = targetOf(instruction);
    if (target !== undefined) setters.set(target, [...(setters.get(target) ?? []), instruction]);
  }
  const ofParts = (value: Value, depth: number): Interval | undefined => {
    switch (value.kind) {
      case 'constant':
        return isInteger(value.type) || value.type === 'bool'
          ? sure(Number(value.value), Number(value.value))
          : undefined;
      case 'id':
        return sure(0, (program.global[value.dimension] ?? 1) - 1);
      case 'register': {
        const [setter, another] = setters.get(value.register) ?? [];
        const isGiven = program.registers[value.register]?.input !== undefined;
        if (isGiven || another !== undefined || setter?.kind !== 'set') return undefined;
        return of(setter.value, depth + 1);
      }
      case 'convert':
        return of(value.operand, depth + 1);
      case 'select': {
        const [then, otherwise] = [of(value.then, depth + 1), of(value.otherwise, depth + 1)];
        return then && otherwise && hull(then, otherwise);
      }
      case 'binary': {
        const { operator } = value;
        const [left, right] = [of(value.left, depth + 1), of(value.right, depth + 1)];
        if (left === undefined || right === undefined) return undefined;
        if (isComparison(operator)) return COMPARED[operator](left, right);
        return BINARY[operator].interval(left, right);
      }
      case 'unary':
      case 'reinterpret':
      case 'offset':
      case 'address':
      case 'call':
        return undefined;
    }
  };
  /** An integer's interval, at most its type's bounds. */
  const of = (value: Value, depth: number): Interval | undefined => {
    const bounds = boundsOf(value.type);
    if (bounds === undefined) return undefined;
    const found = depth > DEEPEST ? undefined : ofParts(value, depth);
    const fits = found !== undefined && found.low >= bounds.low && found.high <= bounds.high;
    return fits ? found : bounds;
  };
  return (condition, isTrue) => {
    const range = of(condition, 0);
    if (range === undefined) return true;
    return isTrue ? range.low !== 0 || range.high !== 0 : range.low <= 0 && range.high >= 0;
  };
}

const truth = (holds: boolean, fails: boolean): Interval => sure(holds ? 1 : 0, fails ? 0 : 1);

const areApart = (left: Interval, right: Interval): boolean =>
  left.high < right.low || left.low > right.high;

/** Decided where the sides' ranges are apart. */
const COMPARED: Readonly<Record<Comparison, (left: Interval, right: Interval) => Interval>> = {
  '==': (left, right) => truth(false, areApart(left, right)),
  '!=': (left, right) => truth(areApart(left, right), false),
  '<': (left, right) => truth(left.high < right.low, left.low >= right.high),
  '<=': (left, right) => truth(left.high <= right.low, left.low > right.high),
  '>': (left, right) => truth(left.low > right.high, left.high <= right.low),
  '>=': (left, right) => truth(left.low >= right.high, left.high < right.low),
};
