import type { Instruction, Value, ValueProgram } from '../program.ts';
import type { Facts } from './facts.ts';
import { valuesIn, targetOf, valuesOf } from '../walk.ts';
import { between, type Flow } from './flow.ts';

/** Branches (by instruction) whose condition is the same for all items of a group each time, as long
 * as there is no race: made of arguments, group numbers, and reads of one place. A divided decision
 * makes all that is written until the items meet differ too.
 * A data-flow analysis: for each block, the registers that may differ between the items that enter
 * it. */
export function uniformBranches(
  { code, objects }: ValueProgram,
  flow: Flow,
  { points, writtenBetween }: Pick<Facts, 'points' | 'writtenBetween'>,
): ReadonlySet<number> {
  const { blocks, meets } = flow;
  const entering = blocks.map(() => new Set<number>());
  /** Private memory in which something differs, wherever. */
  const memory = new Set<number>();
  let changed = true;
  const mark = (set: Set<number>, member: number): void => {
    if (set.has(member)) return;
    set.add(member);
    changed = true;
  };
  const markAll = (block: number | undefined, registers: Iterable<number>): void => {
    const set = block === undefined ? undefined : entering[block];
    if (set !== undefined) for (const register of registers) mark(set, register);
  };
  const targets = (address: Value): readonly number[] => {
    const found = points.of(address);
    return found === 'any' ? objects.map((_, index) => index) : [...found];
  };
  const step = (instruction: Instruction, registers: Set<number>): void => {
    const differs = valuesOf(instruction).some((value) => varies(value, registers));
    const target = targetOf(instruction);
    if (target !== undefined) {
      const reads =
        instruction.kind === 'atomic' ||
        (instruction.kind === 'load' && targets(instruction.address).some((at) => memory.has(at)));
      if (differs || reads) registers.add(target);
      else registers.delete(target);
    }
    if (instruction.kind === 'store' && differs)
      for (const object of targets(instruction.address)) markPrivate(object);
  };
  const markPrivate = (object: number): void => {
    if (objects[object]?.space === 'private') mark(memory, object);
  };
  const uniform = new Set<number>();
  while (changed) {
    changed = false;
    uniform.clear();
    for (const [block, { first, end, next }] of blocks.entries()) {
      const registers = new Set(entering[block]);
      for (let index = first; index < end; index += 1) {
        const instruction = code[index];
        if (instruction === undefined) continue;
        step(instruction, registers);
        if (instruction.kind !== 'branch') continue;
        if (!varies(instruction.condition, registers)) {
          uniform.add(index);
          continue;
        }
        const region = writtenBetween(block);
        region.objects.forEach(markPrivate);
        for (const inside of between(flow, block, meets[block])) markAll(inside, region.registers);
        markAll(meets[block], region.registers);
      }
      for (const to of next) markAll(to, registers);
    }
  }
  return uniform;
}

function varies(value: Value, registers: ReadonlySet<number>): boolean {
  for (const part of valuesIn(value)) {
    if (part.kind === 'id' && part.of !== 'group') return true;
    if (part.kind === 'register' && registers.has(part.register)) return true;
  }
  return false;
}
