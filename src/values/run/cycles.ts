import type { Instruction, Value, ValueProgram } from '../program.ts';
import { isInteger, SCALARS } from '../../front/scalar.ts';
import type { Facts } from './facts.ts';
import { valuesIn, targetOf, valuesOf } from '../walk.ts';
import type { Flow } from './flow.ts';
import type { Store } from './store.ts';

/** Decides how long an item loops: unless it changes, it stays. */
export interface Deciding {
  readonly registers: readonly number[];
  readonly objects: readonly number[];
  /** A branch that could lead out, or else the first instruction. */
  readonly instruction: number;
  /** The loop reads where it reads next, such as a list, or asks a function that may say another thing each time. */
  readonly isChain: boolean;
  /** Some numbers that it computes lead out. */
  readonly mayLeave: boolean;
}

/** Blocks from which the block can be reached again. */
function loopAround({ blocks }: Flow, block: number): ReadonlySet<number> {
  const after = reach(block, (from) => blocks[from]?.next ?? []);
  const before: number[][] = blocks.map(() => []);
  for (const [from, { next }] of blocks.entries()) for (const to of next) before[to]?.push(from);
  const ahead = reach(block, (to) => before[to] ?? []);
  return new Set([...after].filter((each) => ahead.has(each)));
}

function reach(from: number, next: (block: number) => readonly number[]): Set<number> {
  const found = new Set([from]);
  const waiting = [from];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop())
    for (const to of next(block))
      if (!found.has(to)) {
        found.add(to);
        waiting.push(to);
      }
  return found;
}

/** Inputs of the surrounding loop's branches, through the loop's own instructions. */
export function deciding(program: ValueProgram, flow: Flow, facts: Facts, block: number): Deciding {
  const loop = loopAround(flow, block);
  const code = [...loop].flatMap((each) => {
    const { first, end } = flow.blocks[each] ?? { first: 0, end: 0 };
    return program.code
      .slice(first, end)
      .map((instruction, at) => ({ instruction, index: first + at }));
  });
  const registers = new Set<number>();
  const objects = new Set<number>();
  const need = (values: ReturnType<typeof valuesOf>): boolean => {
    let isNew = false;
    for (const value of values)
      for (const part of valuesIn(value))
        if (part.kind === 'register' && !registers.has(part.register)) {
          registers.add(part.register);
          isNew = true;
        }
    return isNew;
  };
  for (const { instruction } of code)
    if (instruction.kind === 'branch') need(valuesOf(instruction));
  for (let changed = true; changed;) {
    changed = false;
    for (const { instruction } of code) {
      const target = targetOf(instruction);
      const targets =
        'address' in instruction ? facts.points.of(instruction.address) : new Set<number>();
      const places = targets === 'any' ? program.objects.map((_, at) => at) : [...targets];
      const reads = target !== undefined && registers.has(target);
      const writes =
        (instruction.kind === 'store' || instruction.kind === 'atomic') &&
        places.some((object) => objects.has(object));
      if (!reads && !writes) continue;
      if (need(valuesOf(instruction))) changed = true;
      if (reads)
        for (const object of places)
          if (!objects.has(object)) {
            objects.add(object);
            changed = true;
          }
    }
  }
  const set = new Set(code.map(({ instruction }) => targetOf(instruction)));
  const nextOf = (from: number): readonly number[] => flow.blocks[from]?.next ?? [];
  /** Some rounds do not come to a block. */
  const isSkipped = (at: number): boolean =>
    at !== block &&
    [...reach(block, (from) => nextOf(from).filter((to) => to !== at))].some((from) =>
      nextOf(from).includes(block),
    );
  const mayLeave = code.some(({ instruction, index }) => {
    if (instruction.kind !== 'branch') return false;
    const { condition, then, otherwise } = instruction;
    const isOut = (to: number, isTrue: boolean): boolean =>
      !loop.has(flow.blockAt.get(to) ?? -1) && facts.possible.mayBe(index, isTrue);
    const mayChange = [...valuesIn(condition)].some(
      (part) => part.kind === 'register' && set.has(part.register),
    );
    const own = [...loop].find((each) => (flow.blocks[each]?.end ?? 0) - 1 === index) ?? block;
    return (isOut(then, true) || isOut(otherwise, false)) && (mayChange || isSkipped(own));
  });
  const branch = code.find(({ instruction }) => instruction.kind === 'branch' && instruction.loop);
  return {
    registers: [...registers],
    objects: [...objects],
    instruction: branch?.index ?? Math.min(...code.map(({ index }) => index)),
    isChain:
      isChain(code.map(({ instruction }) => instruction)) ||
      [...objects].some((object) => program.objects[object]?.isResults),
    mayLeave,
  };
}

function isChain(loop: readonly Instruction[]): boolean {
  const read = new Set<number>();
  const isOfRead = (value: Value): boolean =>
    [...valuesIn(value)].some((part) => part.kind === 'register' && read.has(part.register));
  for (let before = -1; before < read.size;) {
    before = read.size;
    for (const each of loop) {
      if (each.kind === 'load') read.add(each.target);
      if (each.kind === 'set' && isOfRead(each.value)) read.add(each.target);
    }
  }
  return loop.some((each) => each.kind === 'load' && isOfRead(each.address));
}

/** An item's state at a loop step, for later comparison. */
export interface Snapshot {
  readonly block: number;
  readonly deciding: Deciding;
  readonly numbers: readonly number[];
  readonly big: readonly (bigint | undefined)[];
  readonly memory: readonly Uint8Array[];
  readonly changes: number;
  /** The item came here again in another state. */
  hasMoved: boolean;
}

const ownMemory = (stores: readonly Store[], { objects }: Deciding): readonly Store[] =>
  objects
    .flatMap((object) => stores[object] ?? [])
    .filter(({ object }) => object.space === 'private');

/** Changes visible to others, in the objects that decide. */
export const changesOf = (stores: readonly Store[], { objects }: Deciding): number =>
  objects.reduce((sum, object) => sum + (stores[object]?.changes ?? 0), 0);

const piece = (store: Store): Uint8Array => store.u8.subarray(store.base, store.base + store.bytes);

/** @param numbers the registers of the item that runs. */
export function snapshot(
  deciding: Deciding,
  block: number,
  numbers: Float64Array,
  big: readonly bigint[],
  stores: readonly Store[],
): Snapshot {
  return {
    block,
    deciding,
    numbers: deciding.registers.map((register) => numbers[register] ?? 0),
    big: deciding.registers.map((register) =>
      Number.isNaN(numbers[register]) ? big[register] : undefined,
    ),
    memory: ownMemory(stores, deciding).map((store) => piece(store).slice()),
    changes: changesOf(stores, deciding),
    hasMoved: false,
  };
}

/** A loop without an end, where it is, what decides about it, and whether what it goes through may lead out. */
export const waitsOf = ({ deciding, hasMoved }: Snapshot) =>
  [
    deciding.instruction,
    deciding.objects,
    deciding.mayLeave && (hasMoved || deciding.isChain),
  ] as const;

/** The item is back in the same state, for ever. */
export function isBack(
  { deciding, numbers: before, big: bigBefore, memory, changes }: Snapshot,
  numbers: Float64Array,
  big: readonly bigint[],
  stores: readonly Store[],
): boolean {
  for (const [index, register] of deciding.registers.entries()) {
    if (!Object.is(numbers[register], before[index])) return false;
    if (bigBefore[index] !== undefined && big[register] !== bigBefore[index]) return false;
  }
  if (changesOf(stores, deciding) !== changes) return false;
  return ownMemory(stores, deciding).every((store, index) => {
    const then = memory[index];
    return then === undefined || piece(store).every((byte, at) => byte === then[at]);
  });
}

/** The loop's counter steps over its end for ever: a counter of w bits growing by d takes all values
 * that differ from its first by a multiple of the largest power of two in d. Told only for loops
 * with one way out. */
export function stepsOver(
  program: ValueProgram,
  flow: Flow,
  block: number,
  numbers: Float64Array,
): boolean {
  const loop = loopAround(flow, block);
  const code = [...loop].flatMap((each) => {
    const { first, end } = flow.blocks[each] ?? { first: 0, end: 0 };
    return program.code.slice(first, end);
  });
  const branches = [...loop].flatMap((each) => {
    const { end, next } = flow.blocks[each] ?? { end: 0, next: [] };
    const last = program.code[end - 1];
    return last?.kind === 'branch' && next.length > 1 ? [{ last, next }] : [];
  });
  const [only, second] = branches;
  if (only === undefined || second !== undefined) return false;
  const { condition, then } = only.last;
  const staysIfTrue = loop.has(flow.blockAt.get(then) ?? -1);
  if (condition.kind !== 'binary' || condition.operator !== (staysIfTrue ? '!=' : '=='))
    return false;
  const { left, right } = condition;
  if (left.kind !== 'register' || !isInteger(left.type)) return false;
  const end = fixedIn(code, right, numbers);
  if (end === undefined) return false;
  if (SCALARS[left.type].bytes > 4) return false;
  const changes = code.filter((instruction) => targetOf(instruction) === left.register);
  const [change, another] = changes;
  if (change?.kind !== 'set' || another !== undefined) return false;
  const step = stepOf(change.value, left.register);
  if (step === undefined) return false;
  const range = 2 ** (SCALARS[left.type].bytes * 8);
  const unit = step === 0 ? range : Math.min(range, Math.abs(step & -step));
  const distance = end - (numbers[left.register] ?? 0);
  return distance % unit !== 0;
}

/** A constant, or a register that the instructions leave as it is. */
function fixedIn(
  code: readonly Instruction[],
  value: Value,
  numbers: Float64Array,
): number | undefined {
  if (value.kind === 'constant') return Number(value.value);
  if (value.kind !== 'register') return undefined;
  const isSet = code.some((instruction) => targetOf(instruction) === value.register);
  return isSet ? undefined : numbers[value.register];
}

/** The number that is added to a register. */
function stepOf(value: Value, register: number): number | undefined {
  if (value.kind !== 'binary' || (value.operator !== '+' && value.operator !== '-'))
    return undefined;
  const { left, right } = value;
  if (left.kind !== 'register' || left.register !== register || right.kind !== 'constant')
    return undefined;
  return Number(right.value) | 0;
}
