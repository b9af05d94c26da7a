import type { AtomicOperation, Instruction, Value, ValueProgram } from '../program.ts';
import { SCALARS } from '../../front/scalar.ts';
import { type Apart, apartness } from './apart.ts';
import { between, type Flow, isCollective } from './flow.ts';
import { registersIn, targetOf, valuesIn, valuesOf } from '../walk.ts';
import { fatefulParts, hasLoop, storesDiffer } from './fateful.ts';
import { guessesOf } from './guesses.ts';
import { type Locks, locksOf } from './locks.ts';
import { type TicketOrder, ticketsOf } from './tickets.ts';
import { objectsOf, pointsTo, type PointsTo } from './points-to.ts';
import { type Possible, possibilities } from './possible.ts';
import type { Layout, Watch } from './store.ts';
import { isFilled, unsetOf } from './open-inputs.ts';
import { unwrittenRegisters } from './unwritten-registers.ts';

/** Facts about a program that hold whatever its memory contains. */
export interface Facts {
  readonly possible: Possible;
  readonly points: PointsTo;
  readonly locks: Locks;
  readonly tickets: TicketOrder;
  /** Instructions that access memory, from 1: the sites of marks. */
  readonly sites: ReadonlyMap<number, number>;
  /** The instruction of each site; the first is nobody's. */
  readonly instructions: readonly number[];
  /** Sites that only guess what a compare-exchange expects. */
  readonly guesses: ReadonlySet<number>;
  /** Branches that try a compare-exchange again if another item came first. */
  readonly retries: ReadonlySet<number>;
  readonly apart: Apart;
  readonly watches: readonly Watch[];
  readonly grains: Layout['grains'];
  /** Registers that may be read before written, and those maybe unknown or unwritten. */
  readonly unwritten: ReadonlySet<number>;
  readonly shadowed: ReadonlySet<number>;
  /** Objects whose atomics do not commute or whose results are used. */
  readonly ordered: ReadonlySet<number>;
  /** Those of them whose order shows in the rounding alone: sums of floats. */
  readonly rounded: ReadonlySet<number>;
  /** Atomics whose results another order may change, where that is asked for, and whether what they leave too. */
  readonly openResults: ReadonlyMap<number, 'result' | 'memory'>;
  /** Registers and objects written between a branch and where its sides meet. */
  readonly writtenBetween: (block: number) => Written;
  readonly branches: readonly { readonly instruction: number; readonly written: () => Written }[];
}

export interface Written {
  readonly registers: readonly number[];
  readonly objects: readonly number[];
  /** Its accesses can conflict with others. */
  readonly isWatched: boolean;
  /** Some of them do for some contents, as far as is known. */
  readonly isExposed: boolean;
  readonly isCollective: boolean;
  readonly isLoop: boolean;
  /** A loop moves towards its end by something that is no constant, such as an argument of 0. */
  readonly hasOpenStep: boolean;
  /** Something in it can go wrong by itself: an access, a division, a claim. */
  readonly isRisky: boolean;
  /** What it leaves, or leaves unwritten, can make something go wrong later; or it loops. */
  readonly isFateful: boolean;
  /** Memory that nothing fills otherwise is written on some of its ways. */
  readonly fillsInPart: boolean;
}

/** Changes memory that others may see. */
export const isWriting = (instruction: Instruction | undefined): boolean =>
  instruction?.kind === 'store' ||
  instruction?.kind === 'copy' ||
  (instruction?.kind === 'atomic' && instruction.operation !== 'load');

interface MemoryUse {
  readonly address: Value;
  readonly width: 1 | 2 | 4 | 8;
  readonly writes: boolean;
}

function usesOf(instruction: Instruction): readonly MemoryUse[] {
  if (instruction.kind === 'load' || instruction.kind === 'store' || instruction.kind === 'atomic')
    return [
      {
        address: instruction.address,
        width: SCALARS[instruction.type].bytes,
        writes:
          instruction.kind === 'store' ||
          (instruction.kind === 'atomic' && instruction.operation !== 'load'),
      },
    ];
  if (instruction.kind !== 'copy') return [];
  const width = SCALARS[instruction.type].bytes;
  return [
    { address: instruction.to, width, writes: true },
    { address: instruction.from, width, writes: false },
  ];
}

/** Same result in every order, if nobody looks at what they return. */
const COMMUTES: readonly AtomicOperation[] = ['add', 'sub', 'increment', 'decrement'];
const ALONE: readonly AtomicOperation[] = ['min', 'max', 'and', 'or', 'xor'];

/** @param areOrdersOpen what depends on the order of atomics counts as unknown. */
export function factsOf(program: ValueProgram, flow: Flow, areOrdersOpen = false): Facts {
  const { code, objects } = program;
  const points = pointsTo(program);
  const instructions = [-1];
  const sites = new Map<number, number>();
  for (const [index, instruction] of code.entries()) {
    if (usesOf(instruction).length === 0) continue;
    sites.set(index, instructions.length);
    instructions.push(index);
  }
  const grains = objects.map(() => 8 as 1 | 2 | 4 | 8);
  const written = new Set<number>();
  const atomics = new Map<number, Set<string>>();
  const copied = new Set<number>();
  const read = new Set(code.flatMap((each) => valuesOf(each).flatMap((v) => [...registersIn(v)])));
  for (const instruction of code)
    for (const { address, width, writes } of usesOf(instruction))
      for (const object of objectsOf(points.of(address), program)) {
        grains[object] = Math.min(grains[object] ?? 8, width) as 1 | 2 | 4 | 8;
        if (writes) written.add(object);
        if (instruction.kind === 'copy') copied.add(object);
        if (instruction.kind !== 'atomic') continue;
        const kinds = atomics.get(object) ?? new Set();
        kinds.add(atomicClass(instruction, read));
        atomics.set(object, kinds);
      }
  const possible = possibilities(program, flow, points);
  const locks = locksOf({ program, flow, points, possible });
  const openResults = new Map<number, 'result' | 'memory'>();
  if (areOrdersOpen) for (const index of locks.reads) openResults.set(index, 'result');
  for (const [index, step] of areOrdersOpen ? code.entries() : [])
    if (step.kind === 'atomic' && atomicClass(step, read) === 'ordered')
      openResults.set(index, COMMUTES.includes(step.operation) ? 'result' : 'memory');
  const groups = program.global.reduce(
    (product, size, d) => product * (size / (program.local[d] ?? 1)),
    1,
  );
  const unwritten = unwrittenRegisters(program, flow);
  const regions = new Map<number, Written>();
  const fateful = fatefulParts(program, flow, points);
  const isObjectFilled = (object: number): boolean => {
    const found = objects[object];
    return found !== undefined && isFilled(found);
  };
  const isWatched = (object: number): boolean =>
    written.has(object) &&
    objects[object]?.isExchange !== true &&
    ['global', 'local'].includes(objects[object]?.space ?? '');
  const watches = objects.map(({ space }, object) => ({
    isShared: isWatched(object),
    betweenGroups: isWatched(object) && space === 'global' && groups > 1,
  }));
  const guesses = guessesOf(program, points);
  const apart = apartness({
    program,
    flow,
    points,
    possible,
    guesses: guesses.reads,
    watches,
    locks,
  });
  const hasMeetings =
    program.isLockstep === true || program.code.some((each) => each.kind === 'meet' && each.orders);
  const mayRead = (inside: Iterable<number>, some: ReadonlySet<number>): boolean =>
    [...inside].some((block) =>
      code
        .slice(flow.blocks[block]?.first, flow.blocks[block]?.end)
        .some((each) =>
          valuesOf(each).some((value) => [...registersIn(value)].some((one) => some.has(one))),
        ),
    );
  const writtenBetween = (block: number): Written => {
    const known = regions.get(block);
    if (known !== undefined) return known;
    const inside = writtenIn(program, flow, points, block, isWatched, apart);
    const unfilled = new Set(inside.objects.filter((object) => !isObjectFilled(object)));
    const fillsInPart = storesDiffer(program, flow, block, unfilled, points, apart.isSamePlace);
    const isFateful =
      fillsInPart ||
      inside.registers.some((register) => fateful.has(register) || unwritten.has(register)) ||
      mayRead(between(flow, block, flow.meets[block]), unwritten) ||
      hasLoop(flow, between(flow, block, flow.meets[block]));
    const region = { ...inside, isFateful, fillsInPart };
    regions.set(block, region);
    return region;
  };
  const { shadowed, shadows } = shadowedParts(
    program,
    flow,
    points,
    [unwritten, openResults],
    writtenBetween,
  );
  const objectsOfKinds = (has: (kinds: ReadonlySet<string>) => boolean): ReadonlySet<number> =>
    new Set([...atomics].filter(([, kinds]) => has(kinds)).map(([at]) => at));
  return {
    points,
    locks,
    tickets: ticketsOf(program, points),
    guesses: new Set([...guesses.reads].map((index) => sites.get(index) ?? 0)),
    retries: new Set([...guesses.retries, ...locks.retries]),
    apart,
    possible,
    sites,
    instructions,
    openResults,
    grains,
    unwritten,
    shadowed,
    ordered: objectsOfKinds(
      (kinds) => kinds.size > 1 || kinds.has('ordered') || kinds.has('rounded'),
    ),
    rounded: objectsOfKinds((kinds) => kinds.size === 1 && kinds.has('rounded')),
    watches: watches.map((watch, object) => ({
      ...watch,
      hasMeetings,
      hasAtomics: atomics.has(object),
      hasShadows: shadows.has(object),
      hasCopies: copied.has(object),
    })),
    writtenBetween,
    branches: flow.blocks.flatMap(({ end }, block) =>
      code[end - 1]?.kind === 'branch'
        ? [{ instruction: end - 1, written: () => writtenBetween(block) }]
        : [],
    ),
  };
}

function atomicClass(
  { operation, operands, target, type }: Extract<Instruction, { kind: 'atomic' }>,
  read: ReadonlySet<number>,
): string {
  const isUsed = target !== undefined && read.has(target);
  if (isUsed) return 'ordered';
  if (SCALARS[type].kind === 'float') return COMMUTES.includes(operation) ? 'rounded' : 'ordered';
  if (COMMUTES.includes(operation)) return 'sum';
  if (ALONE.includes(operation)) return operation;
  // Those that do the same are as good as each other.
  const given = operands.map((each) => (each.kind === 'constant' ? String(each.value) : ''));
  return given.includes('') ? 'ordered' : [operation, ...given].join(' ');
}

/** Depending on values, it is a fault. */
const canFail = (instruction: Instruction): boolean =>
  usesOf(instruction).length > 0 ||
  instruction.kind === 'assert' ||
  valuesOf(instruction).some((value) =>
    [...valuesIn(value)].some(
      (part) =>
        part.kind === 'binary' &&
        (part.operator === '/' || part.operator === '%') &&
        part.right.kind !== 'constant',
    ),
  );

function writtenIn(
  { code, objects }: ValueProgram,
  flow: Flow,
  points: PointsTo,
  block: number,
  isWatched: (object: number) => boolean,
  apart: Apart,
): Omit<Written, 'isFateful' | 'fillsInPart'> {
  const registers = new Set<number>();
  const stored = new Set<number>();
  const blocks = between(flow, block, flow.meets[block]);
  let watched = false;
  let isExposed = false;
  let meets = false;
  let isRisky = false;
  for (const each of blocks) {
    const { first, end } = flow.blocks[each] ?? { first: 0, end: 0 };
    for (const [offset, instruction] of code.slice(first, end).entries()) {
      const target = targetOf(instruction);
      if (target !== undefined) registers.add(target);
      if (instruction.kind === 'forget' && 'memory' in instruction)
        stored.add(instruction.memory.object);
      if (canFail(instruction)) isRisky = true;
      if (isCollective(instruction)) meets = true;
      for (const { address, writes } of usesOf(instruction)) {
        const targets = points.of(address);
        const all = targets === 'any' ? objects.map((_, index) => index) : [...targets];
        if (all.some(isWatched)) {
          watched = true;
          if (!apart.isSafe(first + offset)) isExposed = true;
        }
        if (writes) for (const object of all) stored.add(object);
      }
    }
  }
  return {
    registers: [...registers],
    objects: [...stored],
    isWatched: watched,
    isExposed,
    isCollective: meets,
    isLoop: blocks.has(block),
    hasOpenStep: blocks.has(block) && hasOpenStep(code, flow, block, blocks),
    isRisky,
  };
}

function hasOpenStep(
  code: ValueProgram['code'],
  flow: Flow,
  block: number,
  inside: ReadonlySet<number>,
): boolean {
  const condition = code[(flow.blocks[block]?.end ?? 0) - 1];
  const deciding = new Set(
    condition ? valuesOf(condition).flatMap((each) => [...registersIn(each)]) : [],
  );
  return [...inside].some((each) =>
    code
      .slice(flow.blocks[each]?.first, flow.blocks[each]?.end)
      .some(
        (step) =>
          step.kind === 'set' &&
          deciding.has(step.target) &&
          [...valuesIn(step.value)].some(
            (part) => part.kind === 'register' && part.register !== step.target,
          ),
      ),
  );
}

/** Registers and objects whose values may be unknown or unwritten. */
function shadowedParts(
  program: ValueProgram,
  flow: Flow,
  points: PointsTo,
  [unwritten, openResults]: readonly [ReadonlySet<number>, Facts['openResults']],
  writtenBetween: (block: number) => Written,
): { readonly shadowed: Set<number>; readonly shadows: Set<number> } {
  const { code, objects, registers } = program;
  const shadowed = new Set(unwritten);
  for (const [register, { input }] of registers.entries())
    if (input?.kind === 'unknown') shadowed.add(register);
  const shadows = new Set(
    objects.flatMap(({ space, input, bytes }, index) =>
      input === undefined
        ? space === 'constant'
          ? []
          : [index]
        : input.kind === 'unknown' || unsetOf({ input, bytes }) !== undefined
          ? [index]
          : [],
    ),
  );
  for (const [index, what] of openResults) {
    const step = code[index];
    const target = step && targetOf(step);
    if (target !== undefined) shadowed.add(target);
    if (step?.kind === 'atomic' && what === 'memory')
      for (const object of objectsOf(points.of(step.address), program)) shadows.add(object);
  }
  const isShadowed = (value: Value): boolean =>
    [...registersIn(value)].some((register) => shadowed.has(register));
  const shadow = (set: Set<number>, member: number): boolean => {
    if (set.has(member)) return false;
    set.add(member);
    return true;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const [block, { first, end }] of flow.blocks.entries())
      for (const instruction of code.slice(first, end)) {
        const values = valuesOf(instruction);
        const some = values.some(isShadowed);
        const target = targetOf(instruction);
        const uses = usesOf(instruction).map((use) => ({
          writes: use.writes,
          objects: objectsOf(points.of(use.address), program),
        }));
        const reads = uses.some((use) => use.objects.some((object) => shadows.has(object)));
        if (target !== undefined && (some || reads) && shadow(shadowed, target)) changed = true;
        if (some || (instruction.kind === 'copy' && reads))
          for (const use of uses)
            if (use.writes)
              for (const object of use.objects) if (shadow(shadows, object)) changed = true;
        if (instruction.kind !== 'branch' || !some) continue;
        const region = writtenBetween(block);
        for (const register of region.registers) if (shadow(shadowed, register)) changed = true;
        for (const object of region.objects) if (shadow(shadows, object)) changed = true;
      }
  }
  return { shadowed, shadows };
}
