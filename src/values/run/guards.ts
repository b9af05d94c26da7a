import type { Comparison } from '../../base/operator-row.ts';
import { isComparison } from '../../base/operators.ts';
import { isInteger, isSigned, SCALARS, type Scalar } from '../../front/scalar.ts';
import type { Value, ValueProgram } from '../program.ts';
import { targetOf, valuesIn } from '../walk.ts';
import { type Flow, predecessors } from './flow.ts';

/** A comparison that holds: the register stands on its left. */
export interface Guard {
  readonly operator: Comparison;
  readonly other: Value;
  /** The type in which it is compared. */
  readonly type: Scalar;
}

export type Guards = ReadonlyMap<number, readonly Guard[]>;

const OPPOSITE: Readonly<Record<Comparison, Comparison>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

const TURNED: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** Facts on the only way to an instruction. */
export interface Way {
  /** Comparisons of registers that keep their values up to it. */
  readonly guards: Guards;
  /** The instructions on it, from the nearest. */
  readonly passed: readonly number[];
}

/** One of a value's registers is such a one. */
export const reads = (value: Value, isSuch: (register: number) => boolean): boolean =>
  [...valuesIn(value)].some((part) => part.kind === 'register' && isSuch(part.register));

/** The only ways to instructions, back to where several meet. */
export function waysOf({ code }: ValueProgram, flow: Flow): (instruction: number) => Way {
  const before = predecessors(flow);
  const blockOf = (instruction: number): number =>
    flow.blocks.findIndex(({ first, end }) => first <= instruction && instruction < end);
  const made = new Map<number, Way>();
  return (instruction) => {
    const known = made.get(instruction);
    if (known !== undefined) return known;
    const guards = new Map<number, Guard[]>();
    const changed = new Set<number>();
    const way: number[] = [];
    const passed = new Set<number>();
    let block = blockOf(instruction);
    let until = instruction;
    while (block >= 0 && !passed.has(block)) {
      passed.add(block);
      const first = flow.blocks[block]?.first ?? 0;
      for (let index = until - 1; index >= first; index -= 1) {
        way.push(index);
        const each = code[index];
        const target = each && targetOf(each);
        if (target !== undefined) changed.add(target);
      }
      const [from, another] = before[block] ?? [];
      if (from === undefined || another !== undefined) break;
      const { end, next } = flow.blocks[from] ?? { end: 0, next: [] };
      const last = code[end - 1];
      if (last?.kind === 'branch' && next.length > 1) {
        const isTrue = flow.blockAt.get(last.then) === block;
        for (const [register, guard] of comparisons(last.condition, isTrue))
          if (!changed.has(register) && !reads(guard.other, (each) => changed.has(each)))
            guards.set(register, [...(guards.get(register) ?? []), guard]);
      }
      block = from;
      until = end;
    }
    const found = { guards, passed: way };
    made.set(instruction, found);
    return found;
  };
}

function* comparisons(condition: Value, isTrue: boolean): Generator<readonly [number, Guard]> {
  if (condition.kind !== 'binary' || !isComparison(condition.operator)) return;
  const { left, right } = condition;
  const { type } = left;
  const operator = isTrue ? condition.operator : OPPOSITE[condition.operator];
  const [x, y] = [left, right].map(registerIn);
  if (x !== undefined) yield [x, { operator, other: right, type }];
  if (y !== undefined) yield [y, { operator: TURNED[operator], other: left, type }];
}

/** Through conversions that keep small numbers and only those small. */
export function registerIn(value: Value): number | undefined {
  let inner = value;
  while (inner.kind === 'convert') {
    const { type, operand } = inner;
    if (!isInteger(type) || !isInteger(operand.type)) return undefined;
    const [to, from] = [type, operand.type].map((each) => SCALARS[each].bytes);
    if ((to ?? 0) < (from ?? 0) || (to === from && isSigned(type) && !isSigned(operand.type)))
      return undefined;
    inner = operand;
  }
  return inner.kind === 'register' ? inner.register : undefined;
}
