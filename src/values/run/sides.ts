import type { ValueProgram } from '../program.ts';
import type { Facts, Written } from './facts.ts';
import type { Flow } from './flow.ts';
import type { Exit, LoweredBlock } from './lowered-block.ts';
import { ownRegisters } from './lower-value.ts';
import type { Machine, UndoLog } from './machine.ts';
import { type Registers, SHADOW } from './registers.ts';

type Branch = Extract<Exit, { kind: 'branch' }>;

/** Where an unknown condition's sides meet, and their differences from there on. */
interface Meeting {
  readonly branch: number;
  readonly block: number | undefined;
  readonly written: Written;
  /** The condition's bits of `SHADOW`. */
  readonly bits: number;
  /** The other side's registers and written bytes. */
  readonly other?: OtherSide | undefined;
}

interface OtherSide {
  readonly numbers: Float64Array;
  readonly shadows: Uint8Array;
  readonly bytes: ReadonlyMap<string, number>;
}

/** The difference of a comparison's sides. */
function distanceOf(registers: Registers, { condition, sides }: Branch): number {
  const [left, right] = sides ?? [condition];
  return numberIn(registers, left) - numberIn(registers, right);
}

function numberIn({ numbers, big }: Registers, register: number | undefined): number {
  if (register === undefined) return 0;
  const value = numbers[register] ?? 0;
  return Number.isNaN(value) ? Number(big[register] ?? value) : value;
}

const NOWHERE = { shadows: new Uint8Array(), base: 0, bytes: 0, grainShift: 0 };

/** Most steps of the side not taken. */
const LONGEST_SIDE = 20_000;
const DEEPEST = 5;

/** Conditions on unstated inputs. The side not taken runs first, for the accesses it may make, and
 * is taken back; where the sides meet, their differences are unknown. */
export class Sides {
  /** The block where the innermost meet. */
  meeting = -1;
  readonly #program: ValueProgram;
  readonly #flow: Flow;
  readonly #facts: Facts;
  readonly #machine: Machine;
  readonly #blocks: readonly LoweredBlock[];
  readonly #waiting = new Map<number, Meeting[]>();
  #open: Meeting[] = [];
  #depth = 0;

  constructor(
    program: ValueProgram,
    flow: Flow,
    facts: Facts,
    machine: Machine,
    blocks: readonly LoweredBlock[],
  ) {
    this.#program = program;
    this.#flow = flow;
    this.#facts = facts;
    this.#machine = machine;
    this.#blocks = blocks;
  }

  /** A new group. */
  begin(): void {
    this.#waiting.clear();
    this.#open = [];
    this.#settle();
  }

  /** Each item has conditions of its own. */
  enter(item: number): void {
    let open = this.#waiting.get(item);
    if (open === undefined) {
      open = [];
      this.#waiting.set(item, open);
    }
    this.#open = open;
    this.#settle();
  }

  #settle(): void {
    this.meeting = this.#open.at(-1)?.block ?? -1;
    let control = 0;
    for (const { bits } of this.#open) control |= bits & SHADOW.unknown;
    this.#machine.control = control;
    const isUncertain = this.#depth > 0 || (control & SHADOW.contents) !== 0;
    this.#machine.mark = isUncertain ? this.#machine.mark | 1 : this.#machine.mark & ~1;
  }

  /** A condition that may depend on unstated inputs, and does not here. */
  takes(block: number, { condition }: Branch): void {
    const { registers, listener } = this.#machine;
    listener.takes(this.#blocks[block]?.last ?? 0, registers.numbers[condition] !== 0);
  }

  /** Before a branch on a shadowed condition is taken. @returns the steps of its other side. */
  branch(block: number, exit: Branch): number {
    const { registers, listener } = this.#machine;
    const bits = registers.shadows[exit.condition] ?? 0;
    const instruction = this.#blocks[block]?.last ?? 0;
    if ((bits & SHADOW.garbage) !== 0) listener.unwrittenBranch(instruction);
    if ((bits & SHADOW.unknown) === 0) return 0;
    const isTaken = registers.numbers[exit.condition] !== 0;
    const isNew =
      this.#depth === 0 && listener.decided(instruction, isTaken, distanceOf(registers, exit));
    if (this.#isOpen(block)) return 0;
    const written = this.#facts.writtenBetween(block);
    // In lockstep it also decides who makes an access together.
    const isExchange = this.#program.isLockstep === true && written.isExposed;
    const areSure = !written.isExposed && this.#facts.apart.sums.areMeetingsSure();
    if (written.isCollective && areSure && !isExchange) {
      if (isNew) listener.doubts({ instruction, isTrue: !isTaken });
      return 0;
    }
    if (written.isCollective || isExchange) {
      listener.unknownBranch(instruction, bits, isExchange ? 'lockstep' : 'collective');
      return 0;
    }
    const meets = this.#flow.meets[block];
    const otherwise = isTaken ? exit.otherwise : exit.then;
    let steps = 0;
    let other: OtherSide | undefined;
    // Arguments are given to take both sides; contents differ between items, and are looked into.
    const isOfContents = (bits & SHADOW.contents) !== 0;
    const isDoubtful = written.isRisky || written.isWatched;
    // Nobody comes between here, and a way back leads to what was seen.
    const isRetry = otherwise <= block && this.#facts.retries.has(instruction);
    const isTold = written.isLoop || written.isFateful || (isDoubtful && !isOfContents);
    const side = { instruction, isTrue: !isTaken };
    if (isNew && isTold && !isRetry) listener.doubts(side);
    // Some took it: for whom it leaves something unwritten is another question.
    if (isOfContents && this.#depth === 0 && this.#mayLeave(written)) listener.varies(side);
    if (this.#depth > 0 && isTold && !isOfContents) listener.doubtsInside(side);
    if (written.hasOpenStep || (written.isLoop && isOfContents)) listener.varies();
    const mayLook = isNew || this.#depth > 0;
    let leaves: 'loop' | 'deep' | undefined;
    if (written.isWatched && written.isLoop) leaves = 'loop';
    else if (isOfContents && (written.isWatched || (mayLook && written.isRisky && !written.isLoop)))
      if (this.#depth >= DEEPEST) leaves = 'deep';
      else {
        if (this.#depth === 0) listener.looksAt(side);
        const run = this.#runOther(meets, otherwise);
        if (this.#depth === 0) listener.looksAt(undefined);
        ({ steps, other } = run);
        if (other === undefined) leaves = 'loop';
        else if (this.#depth === 0 && this.#isSpoilt(other, written)) listener.doubts(side);
      }
    if (leaves !== undefined)
      if (written.isExposed) listener.unknownBranch(instruction, bits, leaves);
      else listener.varies();
    this.#open.push({ branch: block, block: meets, written, bits, other });
    this.#settle();
    return steps;
  }

  /** Nobody has written all of what it writes in part. */
  #mayLeave({ fillsInPart, objects }: Written): boolean {
    if (!fillsInPart) return false;
    return objects.some((at) => {
      const { shadows, base, bytes, grainShift } = this.#machine.stores[at] ?? NOWHERE;
      const cells = shadows.subarray(base >> grainShift, (base + bytes) >> grainShift);
      return cells.some((bits) => (bits & SHADOW.unwritten) !== 0);
    });
  }

  #isOpen(block: number): boolean {
    for (const { branch } of this.#open) if (branch === block) return true;
    return false;
  }

  /** It leaves what was computed from private memory that nobody has written. */
  #isSpoilt({ shadows }: OtherSide, { registers }: Written): boolean {
    return registers.some(
      (register) =>
        ((shadows[register] ?? 0) & SHADOW.garbage) !== 0 && !this.#facts.unwritten.has(register),
    );
  }

  /** Runs the side not taken, and takes it back. */
  #runOther(
    meeting: number | undefined,
    from: number,
  ): { readonly steps: number; readonly other: OtherSide | undefined } {
    const { registers, undo: outer } = this.#machine;
    const { numbers: R, shadows: S } = registers;
    const { registersUsed } = this.#machine;
    const numbers = R.slice(0, registersUsed);
    const shadows = S.slice(0, registersUsed);
    const big = registers.big.slice();
    const log: UndoLog = [];
    const open = this.#open;
    this.#machine.undo = log;
    this.#open = [];
    this.#depth += 1;
    this.#settle();
    let block = from;
    // What is copied takes time too.
    let steps = numbers.length;
    let isDone = block === meeting;
    while (!isDone && steps < LONGEST_SIDE) {
      const lowered = this.#blocks[block];
      if (lowered === undefined) break;
      for (const operation of lowered.operations) operation();
      steps += lowered.steps;
      const { exit } = lowered;
      if (exit.kind === 'branch') {
        if (exit.isShadowed && (S[exit.condition] ?? 0) !== 0) steps += this.branch(block, exit);
        block = R[exit.condition] === 0 ? exit.otherwise : exit.then;
      } else if (exit.kind === 'jump') block = exit.to;
      else isDone = true;
      if (block === meeting) isDone = true;
      else if (block === this.meeting) this.meet(block);
    }
    while (this.#open.length > 0) this.#close();
    const own = ownRegisters(this.#program);
    const bytes = new Map<string, number>();
    for (const { store, place, width } of log)
      for (let at = place; at < place + width; at += 1)
        bytes.set(`${store.index} ${at}`, store.u8[at] ?? 0);
    const other = { numbers: R.slice(0, own), shadows: S.slice(0, own), bytes };
    for (const { store, place, bytes: before, shadows: old } of log.toReversed()) {
      store.u8.set(before, place);
      if (store.shadows.length > 0) store.shadows.set(old, place >> store.grainShift);
    }
    R.set(numbers);
    S.set(shadows);
    for (const [register, value] of big.entries()) registers.big[register] = value;
    this.#machine.undo = outer;
    this.#open = open;
    this.#depth -= 1;
    this.#settle();
    return { steps, other: isDone ? other : undefined };
  }

  /** The innermost conditions' sides meet at a block. */
  meet(block: number): void {
    while (this.#open.at(-1)?.block === block) this.#close();
    this.#settle();
  }

  /** Registers and private memory written on the way are unknown once the sides meet. */
  #close(): void {
    const meeting = this.#open.pop();
    if (meeting === undefined) return;
    const { numbers: R, shadows: S } = this.#machine.registers;
    const bits = meeting.bits & SHADOW.unknown;
    const { other } = meeting;
    for (const register of meeting.written.registers) {
      const isSame =
        other !== undefined &&
        Object.is(other.numbers[register], R[register]) &&
        !Number.isNaN(R[register]);
      if (!isSame) S[register] = (S[register] ?? 0) | bits;
      S[register] = (S[register] ?? 0) | ((other?.shadows[register] ?? 0) & SHADOW.unknown);
    }
    for (const object of meeting.written.objects) {
      const store = this.#machine.stores[object];
      if (store === undefined || store.shadows.length === 0) continue;
      if (store.object.space === 'private' && other === undefined) {
        const from = store.base >> store.grainShift;
        for (let cell = from; cell < from + (store.bytes >> store.grainShift); cell += 1)
          store.shadows[cell] = (store.shadows[cell] ?? 0) | bits;
      }
    }
    for (const [key, byte] of other?.bytes ?? []) {
      const [index = 0, at = 0] = key.split(' ').map(Number);
      const store = this.#machine.stores[index];
      if (store === undefined || store.shadows.length === 0 || store.u8[at] === byte) continue;
      const cell = at >> store.grainShift;
      store.shadows[cell] = (store.shadows[cell] ?? 0) | bits;
    }
  }
}
