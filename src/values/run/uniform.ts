import type { Instruction, Value, ValueProgram } from '../program.ts';
import type { Facts } from './facts.ts';
import { hasGridBarrier, isOfGrid, partsOf, targetOf, valuesOf } from '../walk.ts';
import { between, type Flow, isCollective } from './flow.ts';
import { commonInWarp } from './of-warp.ts';

/** Items that decide a branch alike. */
export type Together = 'group' | 'warp';

/** Branches (by instruction) whose condition is the same for all items of a group each time, of a warp where no others
 * meet behind it, or of all groups where these do, as long as there is no race: made of arguments, group numbers, and
 * reads of one place. A divided decision makes all that is written until the items meet differ too.
 * A data-flow analysis: for each block, the registers that may differ between the items that enter it. */
export const uniformBranches = (
  program: ValueProgram,
  flow: Flow,
  facts: Known,
): ReadonlyMap<number, Together> => {
  /** Branches with such a meeting behind them, before their ways meet. */
  const leadingTo = (isMeeting: (step: Instruction) => boolean): ReadonlySet<number> => {
    const isWithin = (block: number): boolean => {
      const { first = 0, end } = flow.blocks[block] ?? {};
      return program.code.slice(first, end).some(isMeeting);
    };
    return new Set(
      flow.blocks.flatMap(({ end }, block) =>
        [...between(flow, block, flow.meets[block])].some(isWithin) ? [end - 1] : [],
      ),
    );
  };
  const of = (alike: Alike): ReadonlySet<number> =>
    uniformSteps(program, flow, facts, alike).branches;
  const byGroups = of(OF_GROUP);
  const alone = program.code.some(({ kind }) => kind === 'meet')
    ? of({ areAlike: commonInWarp(program), local: 'theirs' })
    : new Set<number>();
  const ofGroup = leadingTo((step) => isCollective(step) && step.kind !== 'meet');
  const grid = hasGridBarrier(program)
    ? { alike: of(OF_GRID), leads: leadingTo(isOfGrid) }
    : undefined;
  const all = [...new Set([...byGroups, ...alone])].flatMap((at): [number, Together][] => {
    if (byGroups.has(at)) return [[at, 'group']];
    return ofGroup.has(at) ? [] : [[at, 'warp']];
  });
  return new Map(all.filter(([at]) => !grid?.leads.has(at) || grid.alike.has(at)));
};

/** Stores of a value that is the same for all of some items. */
export const uniformStores = (
  program: ValueProgram,
  flow: Flow,
  facts: Known,
  alike: Alike,
): ReadonlySet<number> => uniformSteps(program, flow, facts, alike).stores;

/** Some items, by what they have in common. */
export interface Alike {
  /** All have the value, whatever it is made of. */
  readonly areAlike: (value: Value) => boolean;
  /** Local memory is theirs, or each has another's; `compared`, they are at the same places of groups whose
   * memory may be alike too. */
  readonly local: 'theirs' | 'others' | 'compared';
}

const OF_GROUP: Alike = {
  areAlike: (value) => value.kind === 'id' && value.of === 'group',
  local: 'theirs',
};
const OF_GRID: Alike = { areAlike: () => false, local: 'others' };

type Known = Pick<Facts, 'points' | 'writtenBetween'>;

function uniformSteps(
  { code, objects }: ValueProgram,
  flow: Flow,
  { points, writtenBetween }: Known,
  alike: Alike,
): { readonly branches: ReadonlySet<number>; readonly stores: ReadonlySet<number> } {
  const { blocks, meets } = flow;
  const entering = blocks.map(() => new Set<number>());
  /** Private memory, or compared memory of groups, in which something differs, wherever. */
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
  const isOwn = (object: number): boolean =>
    memory.has(object) || (alike.local === 'others' && objects[object]?.space === 'local');
  const step = (instruction: Instruction, registers: Set<number>): void => {
    const differs = valuesOf(instruction).some((value) => varies(value, registers, alike));
    const target = targetOf(instruction);
    if (target !== undefined) {
      const reads =
        instruction.kind === 'atomic' ||
        (instruction.kind === 'load' && targets(instruction.address).some(isOwn));
      if (differs || reads) registers.add(target);
      else registers.delete(target);
    }
    if (instruction.kind === 'store' && differs) targets(instruction.address).forEach(keep);
    if (alike.local !== 'compared') return;
    if (instruction.kind === 'atomic') targets(instruction.address).forEach(keep);
    if (instruction.kind === 'copy' && (differs || targets(instruction.from).some(isOwn)))
      targets(instruction.to).forEach(keep);
  };
  const keep = (object: number): void => {
    const space = objects[object]?.space;
    if (space === 'private' || (space === 'local' && alike.local === 'compared'))
      mark(memory, object);
  };
  const branches = new Set<number>();
  const stores = new Set<number>();
  while (changed) {
    changed = false;
    branches.clear();
    stores.clear();
    for (const [block, { first, end, next }] of blocks.entries()) {
      const registers = new Set(entering[block]);
      for (let index = first; index < end; index += 1) {
        const instruction = code[index];
        if (instruction === undefined) continue;
        if (instruction.kind === 'store' && !varies(instruction.value, registers, alike))
          stores.add(index);
        step(instruction, registers);
        if (instruction.kind !== 'branch') continue;
        if (!varies(instruction.condition, registers, alike)) {
          branches.add(index);
          continue;
        }
        const region = writtenBetween(block);
        region.objects.forEach(keep);
        for (const inside of between(flow, block, meets[block])) markAll(inside, region.registers);
        markAll(meets[block], region.registers);
      }
      for (const to of next) markAll(to, registers);
    }
  }
  return { branches, stores };
}

function varies(value: Value, registers: ReadonlySet<number>, alike: Alike): boolean {
  if (alike.areAlike(value)) return false;
  if (value.kind === 'id') return true;
  if (value.kind === 'register') return registers.has(value.register);
  return partsOf(value).some((part) => varies(part, registers, alike));
}
