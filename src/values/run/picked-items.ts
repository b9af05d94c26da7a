import { productOf } from '../../base/product.ts';
import * as make from '../build/make.ts';
import type { Value, ValueProgram } from '../program.ts';
import { onlySetting } from '../walk.ts';
import { nextOf } from './regions.ts';

/** Items of a group that conditions on their identifiers let through. */
export interface PickedItems {
  /** Those that may come to an instruction. */
  readonly at: (instruction: number) => readonly number[];
  /** Where they go on from it. */
  readonly next: (items: readonly number[], instruction: number) => readonly number[];
}

/** Registers are followed this far back. */
const DEEPEST = 16;

export function pickedItems(program: ValueProgram): PickedItems {
  const { code, local } = program;
  const all = Array.from({ length: productOf(local) }, (_, item) => item);
  const value = valueOf(program);
  const sides = new Map<number, readonly boolean[] | undefined>();
  /** Items for which a branch's condition is true; undefined where more decides it. */
  const truths = (index: number): readonly boolean[] | undefined => {
    const step = code[index];
    if (step?.kind !== 'branch' || step.then === step.otherwise) return undefined;
    if (!sides.has(index)) {
      const found = all.map((item) => value(step.condition, item));
      const isKnown = found.every((each) => each !== undefined);
      sides.set(index, isKnown ? found.map((each) => each !== 0) : undefined);
    }
    return sides.get(index);
  };
  const next = (items: readonly number[], index: number): readonly number[] => {
    const step = code[index];
    const found = truths(index);
    if (step?.kind !== 'branch' || found === undefined) return nextOf(step, index);
    return [
      ...(items.some((item) => found[item] === true) ? [step.then] : []),
      ...(items.some((item) => found[item] !== true) ? [step.otherwise] : []),
    ];
  };
  /** Comes to the instruction without leaving a branch by one of its sides. */
  const isReached = (instruction: number, branch: number, without: number): boolean => {
    const seen = new Set([0]);
    // A set also visits what is added on the way.
    for (const at of seen)
      for (const to of nextOf(code[at], at)) if (at !== branch || to !== without) seen.add(to);
    return seen.has(instruction);
  };
  const at = (instruction: number): readonly number[] => {
    let picked: readonly number[] = all;
    for (const [index, step] of code.entries()) {
      const found = truths(index);
      if (step.kind !== 'branch' || found === undefined) continue;
      if (!isReached(instruction, index, step.then))
        picked = picked.filter((item) => found[item] === true);
      if (!isReached(instruction, index, step.otherwise))
        picked = picked.filter((item) => found[item] !== true);
    }
    return picked;
  };
  return { at, next };
}

/** A value that an item's identifiers in its group alone make. */
function valueOf(program: ValueProgram): (value: Value, item: number) => number | undefined {
  const { local } = program;
  const setting = onlySetting(program);
  const folded = (value: Value, item: number, depth: number): Value | undefined => {
    if (depth > DEEPEST) return undefined;
    const inner = (part: Value): Value | undefined => folded(part, item, depth + 1);
    switch (value.kind) {
      case 'constant':
        return value;
      case 'id':
        if (value.of !== 'local') return undefined;
        return make.ulong(
          Math.floor(item / productOf(local.slice(0, value.dimension))) %
            (local[value.dimension] ?? 1),
        );
      case 'register': {
        const found = setting(value.register);
        return found && inner(found);
      }
      case 'convert': {
        const operand = inner(value.operand);
        return operand && make.convert(value.type, operand);
      }
      case 'unary': {
        const operand = inner(value.operand);
        return operand && make.unary(value.operator, operand);
      }
      case 'binary': {
        const [left, right] = [inner(value.left), inner(value.right)];
        return left && right && make.binary(value.operator, left, right);
      }
      default:
        return undefined;
    }
  };
  return (value, item) => {
    const found = folded(value, item, 0);
    return found && make.numberOf(found);
  };
}
