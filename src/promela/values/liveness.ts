import type { Instruction, ValueProgram } from '../../values/program.ts';
import { following, valuesIn, targetOf, valuesOf } from '../../values/walk.ts';

/** The registers that a step reads. */
export function readBy(step: Instruction): ReadonlySet<number> {
  if (step.kind === 'subscript') return new Set();
  const registers = new Set<number>();
  for (const value of valuesOf(step))
    for (const part of valuesIn(value)) if (part.kind === 'register') registers.add(part.register);
  return registers;
}

/** Registers that may still be read, for each step. */
export function liveBefore({ code }: ValueProgram): readonly ReadonlySet<number>[] {
  const live = code.map((step) => new Set(readBy(step)));
  for (let changed = true; changed;) {
    changed = false;
    for (let at = code.length - 1; at >= 0; at -= 1) {
      const step = code[at];
      const mine = live[at];
      if (!step || !mine) continue;
      const set = targetOf(step);
      const size = mine.size;
      for (const next of following(step, at))
        for (const register of live[next] ?? []) if (register !== set) mine.add(register);
      if (mine.size !== size) changed = true;
    }
  }
  return live;
}

/** Atomic operations of integers that may be exchanged with each other. */
const SORTS: Readonly<Record<string, string>> = {
  add: 'sum',
  sub: 'sum',
  increment: 'sum',
  decrement: 'sum',
  min: 'min',
  max: 'max',
  and: 'and',
  or: 'or',
  xor: 'xor',
};

/** Atomic operations' order may matter: an old value is read, or sorts mix. */
export function orderMatters(
  { code }: ValueProgram,
  live: readonly ReadonlySet<number>[],
): boolean {
  const sorts = new Set<string>();
  for (const [at, step] of code.entries()) {
    if (step.kind !== 'atomic') continue;
    const sort = SORTS[step.operation];
    const { type, target } = step;
    const isWhole = type !== 'float' && type !== 'half' && type !== 'double';
    const isSeen = target !== undefined && live[at + 1]?.has(target) === true;
    if (sort === undefined || !isWhole || isSeen) return true;
    sorts.add(`${sort} ${type}`);
  }
  return sorts.size > 1;
}

/** Different orders of atomic operations must be tried. */
export const hasOrders = (program: ValueProgram): boolean =>
  program.code.some(({ kind }) => kind === 'atomic') && orderMatters(program, liveBefore(program));
