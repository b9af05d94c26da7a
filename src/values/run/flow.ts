import type { Instruction, Value, ValueProgram } from '../program.ts';
import { SCALARS } from '../../front/scalar.ts';

/** Instructions run in one go: jumps enter at the first and leave at the last. */
export interface Block {
  readonly first: number;
  /** Index of the instruction after the last. */
  readonly end: number;
  readonly next: readonly number[];
}

/** A program's blocks, and where its ways meet again. */
export interface Flow {
  readonly blocks: readonly Block[];
  /** The block that begins at an instruction. */
  readonly blockAt: ReadonlyMap<number, number>;
  /** For each block, the next that every way from it to an end passes; undefined: only the end, or
   * none. */
  readonly meets: readonly (number | undefined)[];
  /** An end or a collective step can be reached from the block. */
  readonly ends: readonly boolean[];
  /** Other items may come before these; each begins a block. */
  readonly yieldsAt: ReadonlySet<number>;
}

/** All items of a group meet there, or of a warp. */
export const isCollective = (
  instruction: Instruction,
): instruction is Extract<Instruction, { kind: 'barrier' | 'copy' | 'wait' | 'meet' }> =>
  instruction.kind === 'barrier' ||
  instruction.kind === 'copy' ||
  instruction.kind === 'wait' ||
  instruction.kind === 'meet';

/** A condition that never varies, as of unsigned numbers compared with 0. */
export function constantCondition(value: Value): boolean | undefined {
  if (value.kind === 'constant') return Number(value.value) !== 0;
  if (value.kind !== 'binary') return undefined;
  const { operator, left, right } = value;
  const isZero = (side: Value): boolean => side.kind === 'constant' && Number(side.value) === 0;
  if (SCALARS[left.type].kind !== 'unsigned') return undefined;
  if (isZero(right) && (operator === '>=' || operator === '<')) return operator === '>=';
  if (isZero(left) && (operator === '<=' || operator === '>')) return operator === '<=';
  return undefined;
}

function successors(code: readonly Instruction[], index: number): readonly number[] {
  const instruction = code[index];
  if (instruction === undefined || instruction.kind === 'end') return [];
  if (instruction.kind === 'jump') return [instruction.to];
  if (instruction.kind !== 'branch') return [index + 1];
  const constant = constantCondition(instruction.condition);
  if (constant !== undefined) return [constant ? instruction.then : instruction.otherwise];
  return instruction.then === instruction.otherwise
    ? [instruction.then]
    : [instruction.then, instruction.otherwise];
}

const endsBlock = (instruction: Instruction): boolean =>
  instruction.kind === 'jump' ||
  instruction.kind === 'branch' ||
  instruction.kind === 'end' ||
  isCollective(instruction);

/** A collective step ends a block; an atomic access begins one, as does each of `alsoYieldsAt`. */
export function flowOf(
  { code }: Pick<ValueProgram, 'code'>,
  alsoYieldsAt: Iterable<number> = [],
): Flow {
  const yieldsAt = new Set(alsoYieldsAt);
  const starts = new Set([0, ...yieldsAt]);
  for (const [index, instruction] of code.entries()) {
    if (endsBlock(instruction)) {
      for (const next of successors(code, index)) starts.add(next);
      starts.add(index + 1);
    }
    if (instruction.kind !== 'atomic') continue;
    starts.add(index);
    yieldsAt.add(index);
  }
  const order = [...starts].filter((start) => start < code.length).sort((a, b) => a - b);
  const blockAt = new Map(order.map((start, block) => [start, block]));
  const blocks = order.map((first, block): Block => {
    const end = order[block + 1] ?? code.length;
    const next = successors(code, end - 1).map((start) => {
      const found = blockAt.get(start);
      if (found === undefined) throw new Error(`There is no instruction ${start}.`);
      return found;
    });
    return { first, end, next };
  });
  return { blocks, blockAt, meets: meetings(blocks), ends: reachingEnds(code, blocks), yieldsAt };
}

function reachingEnds(code: readonly Instruction[], blocks: readonly Block[]): boolean[] {
  const ends = blocks.map(({ end, next }) => {
    const last = code[end - 1];
    return next.length === 0 || (last !== undefined && isCollective(last));
  });
  for (let changed = true; changed;) {
    changed = false;
    for (let block = blocks.length - 1; block >= 0; block -= 1) {
      if (ends[block] === true || blocks[block]?.next.some((next) => ends[next] === true) !== true)
        continue;
      ends[block] = true;
      changed = true;
    }
  }
  return ends;
}

/** Immediate post-dominators, with one end behind all ends. */
function meetings(blocks: readonly Block[]): (number | undefined)[] {
  const exit = blocks.length;
  const after = blocks.map(({ next }) => (next.length === 0 ? [exit] : next));
  const before: number[][] = Array.from({ length: exit + 1 }, () => []);
  for (const [block, next] of after.entries()) for (const to of next) before[to]?.push(block);
  const meets = dominators(exit, before, [...after, []]);
  return meets.slice(0, exit).map((to) => (to === exit ? undefined : to));
}

/** Immediate dominators, after Cooper, Harvey and Kennedy. @param next each one's followers, and `before` those
 * before it. */
export function dominators(
  root: number,
  next: readonly (readonly number[])[],
  before: readonly (readonly number[])[],
): (number | undefined)[] {
  const order: number[] = [];
  const seen = new Set([root]);
  const stack: { readonly block: number; at: number }[] = [{ block: root, at: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const to = next[top.block]?.[top.at];
    top.at += 1;
    if (to === undefined) {
      order.push(top.block);
      stack.pop();
    } else if (!seen.has(to)) {
      seen.add(to);
      stack.push({ block: to, at: 0 });
    }
  }
  const rank = new Map(order.map((block, index) => [block, index]));
  const found: (number | undefined)[] = next.map(() => undefined);
  found[root] = root;
  const common = (first: number, second: number): number => {
    let a = first;
    let b = second;
    while (a !== b) {
      while ((rank.get(a) ?? 0) < (rank.get(b) ?? 0)) a = found[a] ?? root;
      while ((rank.get(b) ?? 0) < (rank.get(a) ?? 0)) b = found[b] ?? root;
    }
    return a;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const block of order.toReversed()) {
      if (block === root) continue;
      const known = (before[block] ?? []).filter((from) => found[from] !== undefined);
      const [first, ...others] = known;
      if (first === undefined) continue;
      const now = others.reduce(common, first);
      if (found[block] === now) continue;
      found[block] = now;
      changed = true;
    }
  }
  return found;
}

/** The blocks that come directly before each. */
export function predecessors({ blocks }: Pick<Flow, 'blocks'>): readonly (readonly number[])[] {
  const before = blocks.map((): number[] => []);
  for (const [block, { next }] of blocks.entries())
    for (const to of new Set(next)) before[to]?.push(block);
  return before;
}

/** Blocks between a block and where its ways meet, both left out. */
export function between(
  flow: Flow,
  from: number,
  meeting: number | undefined,
): ReadonlySet<number> {
  const found = new Set<number>();
  const waiting = [...(flow.blocks[from]?.next ?? [])];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block === meeting || found.has(block)) continue;
    found.add(block);
    waiting.push(...(flow.blocks[block]?.next ?? []));
  }
  return found;
}

/** Instructions on the ways from a block to where they meet. */
export const stepsBetween = (flow: Flow, from: number, meeting: number): readonly number[] =>
  [...between(flow, from, meeting)].flatMap((each) => {
    const way = flow.blocks[each];
    return way ? Array.from({ length: way.end - way.first }, (_, i) => way.first + i) : [];
  });
