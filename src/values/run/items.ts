import { productOf } from '../../base/product.ts';
import { sparesReturned } from '../../front/language.ts';
import type { Budget } from './budget.ts';
import type { ValueProgram } from '../program.ts';
import { changesOf, deciding, isBack, type Snapshot, snapshot, stepsOver } from './cycles.ts';
import type { Facts } from './facts.ts';
import type { Flow } from './flow.ts';
import type { LoweredBlock } from './lowered-block.ts';
import { identityRegister, IDENTITIES, ownRegisters } from './lower-value.ts';
import type { Machine } from './machine.ts';
import { Sides } from './sides.ts';
import type { Store } from './store.ts';

/** One step of those who go together. */
export interface Step {
  /** The block where they wait for others. */
  readonly until: number | undefined;
}

/** The reason an item's turn ended. */
export type Stop = 'ended' | 'waiting' | 'paused' | 'stuck';

/** Items of the running group: their registers and positions. */
export class Items {
  readonly count: number;
  readonly machine: Machine;
  readonly blocks: readonly LoweredBlock[];
  /** The block where each goes on or waits. */
  readonly at: Int32Array;
  readonly stops: Stop[];
  /** The block that each ran last. */
  readonly left: Int32Array;
  /** Steps of all. */
  taken = 0;
  readonly #program: ValueProgram;
  readonly #flow: Flow;
  readonly #facts: Facts;
  readonly #budget: Budget;
  readonly #numbers: Float64Array[];
  readonly #shadows: Uint8Array[];
  readonly #big: bigint[][];
  readonly #initial: Float64Array;
  readonly #initialShadows: Uint8Array;
  readonly #snapshots: (Snapshot | undefined)[];
  readonly #sides: Sides;
  readonly #private: readonly Store[];
  /** Some condition may depend on inputs that nobody stated. */
  readonly #hasSides: boolean;
  #current = -1;

  constructor(
    program: ValueProgram,
    flow: Flow,
    facts: Facts,
    machine: Machine,
    blocks: readonly LoweredBlock[],
    budget: Budget,
  ) {
    const own = ownRegisters(program);
    this.count = productOf(program.local);
    this.machine = machine;
    this.blocks = blocks;
    this.at = new Int32Array(this.count);
    this.left = new Int32Array(this.count);
    this.stops = Array.from({ length: this.count }, () => 'paused' as const);
    this.#program = program;
    this.#flow = flow;
    this.#facts = facts;
    this.#budget = budget;
    this.#numbers = Array.from({ length: this.count }, () => new Float64Array(own));
    this.#shadows = Array.from({ length: this.count }, () => new Uint8Array(own));
    this.#big = Array.from({ length: this.count }, () => []);
    this.#initial = new Float64Array(own);
    this.#initialShadows = new Uint8Array(own);
    this.#snapshots = Array.from({ length: this.count }, () => undefined);
    this.#sides = new Sides(program, flow, facts, machine, blocks);
    this.#private = machine.stores.filter(({ object }) => object.space === 'private');
    this.#hasSides = blocks.some(({ exit }) => exit.kind === 'branch' && exit.isShadowed);
  }

  /** The registers that every item begins with. */
  get initial(): { readonly numbers: Float64Array; readonly shadows: Uint8Array } {
    return { numbers: this.#initial, shadows: this.#initialShadows };
  }

  /** Replaces the last group. @param turn groups run before it. */
  begin(group: number, turn: number): void {
    const { machine } = this;
    const [width, height] = [0, 1].map((d) => this.#groupsOf(d));
    const place = [
      group % (width ?? 1),
      Math.floor(group / (width ?? 1)) % (height ?? 1),
      Math.floor(group / ((width ?? 1) * (height ?? 1))),
    ];
    machine.group = group;
    machine.groupFrom = (turn * this.count + 1) << machine.siteBits;
    machine.groupTo = (turn * this.count + this.count + 1) << machine.siteBits;
    this.#current = -1;
    const [localX, localY] = this.#program.local;
    for (let item = 0; item < this.count; item += 1) {
      const numbers = this.#numbers[item];
      if (numbers === undefined) continue;
      numbers.set(this.#initial);
      this.#shadows[item]?.set(this.#initialShadows);
      const local = [
        item % localX,
        Math.floor(item / localX) % localY,
        Math.floor(item / (localX * localY)),
      ];
      for (const dimension of [0, 1, 2]) {
        const values = {
          local: local[dimension] ?? 0,
          group: place[dimension] ?? 0,
          global:
            (place[dimension] ?? 0) * (this.#program.local[dimension] ?? 1) +
            (local[dimension] ?? 0),
        };
        for (const of of IDENTITIES)
          numbers[identityRegister(this.#program, of, dimension)] = values[of];
      }
      this.at[item] = 0;
      this.stops[item] = 'paused';
      this.#snapshots[item] = undefined;
    }
    this.#sides.begin();
  }

  #groupsOf(dimension: number): number {
    return (this.#program.global[dimension] ?? 1) / (this.#program.local[dimension] ?? 1);
  }

  /** Operations now work on this item's registers and private memory. */
  enter(item: number): void {
    if (this.#current === item) return;
    this.leave();
    const { machine } = this;
    const { numbers, shadows, big } = machine.registers;
    const own = this.#numbers[item];
    const ownShadows = this.#shadows[item];
    if (own === undefined || ownShadows === undefined) throw new Error(`There is no item ${item}.`);
    // Loops, since these are short.
    for (let register = 0; register < own.length; register += 1)
      numbers[register] = own[register] ?? 0;
    for (let register = 0; register < own.length; register += 1)
      shadows[register] = ownShadows[register] ?? 0;
    if (big.length > 0)
      for (const [register, value] of this.#big[item]?.entries() ?? []) big[register] = value;
    machine.item = item;
    machine.mark = machine.groupFrom + (item << machine.siteBits);
    for (const store of this.#private) store.base = item * store.stride;
    this.#current = item;
  }

  /** Keeps the registers of the current item. */
  leave(): void {
    const item = this.#current;
    if (item < 0) return;
    const { numbers, shadows, big } = this.machine.registers;
    const own = this.#numbers[item];
    const ownShadows = this.#shadows[item];
    if (own === undefined || ownShadows === undefined) return;
    for (let register = 0; register < own.length; register += 1)
      own[register] = numbers[register] ?? 0;
    for (let register = 0; register < own.length; register += 1)
      ownShadows[register] = shadows[register] ?? 0;
    if (big.length > 0)
      this.#big[item] = Array.from({ length: own.length }, (_, register) => big[register] ?? 0n);
    this.#current = -1;
  }

  /** Runs an item until it ends, waits for its group, or has run `quantum` steps.
   * @param yields also stop before every access where others may come, save at the first step. A
   * `step` stops behind every branch too, and where ways meet. */
  run(item: number, quantum: number, yields: boolean | Step = false): Stop {
    this.enter(item);
    const { blocks, machine } = this;
    const { numbers: R, shadows: S } = machine.registers;
    const sides = this.#sides;
    const watched = this.#snapshots[item];
    let block = this.at[item] ?? 0;
    let left = block;
    let steps = 0;
    let stop: Stop = 'paused';
    if (this.#hasSides) sides.enter(item);
    for (;;) {
      const lowered = blocks[block];
      if (lowered === undefined) throw new Error(`There is no block ${block}.`);
      left = block;
      const { operations, exit } = lowered;
      for (let index = 0; index < operations.length; index += 1) operations[index]?.();
      steps += lowered.steps;
      if (exit.kind === 'branch') {
        if (exit.isShadowed)
          if ((S[exit.condition] ?? 0) !== 0) steps += sides.branch(block, exit);
          else sides.takes(block, exit);
        block = R[exit.condition] === 0 ? exit.otherwise : exit.then;
      } else if (exit.kind === 'jump') block = exit.to;
      else {
        stop = exit.kind === 'end' ? 'ended' : 'waiting';
        break;
      }
      if (block === sides.meeting) sides.meet(block);
      const isWatched = watched?.block === block;
      if (typeof yields === 'object') {
        const isOver = exit.kind === 'branch' || block === yields.until || steps > quantum;
        if (!isOver && blocks[block]?.yields !== true) continue;
        if (isWatched && isBack(watched, R, machine.registers.big, machine.stores)) stop = 'stuck';
        else if (isWatched) watched.hasMoved = true;
        break;
      }
      if (steps > quantum) break;
      if (yields && blocks[block]?.yields === true) break;
      if (isWatched && isBack(watched, R, machine.registers.big, machine.stores)) {
        stop = 'stuck';
        break;
      }
      if (isWatched) watched.hasMoved = true;
    }
    this.at[item] = block;
    this.stops[item] = stop;
    this.left[item] = left;
    this.taken += steps;
    if (stop === 'ended' || stop === 'waiting') this.#snapshots[item] = undefined;
    this.#budget.take(steps);
    return stop;
  }

  /** All items wait at the block's end, or have ended where that is allowed. */
  allAt(block: number): boolean {
    const step = this.#program.code[this.blocks[block]?.last ?? 0];
    const isForAll = step?.kind === 'barrier' && step.isForAll === true;
    const mayEnd = sparesReturned(this.#program.language) && !isForAll;
    for (let item = 0; item < this.count; item += 1) {
      if (mayEnd && this.stops[item] === 'ended') continue;
      if (this.at[item] !== block || this.stops[item] !== 'waiting') return false;
    }
    return true;
  }

  /** Lets items that wait go on at a block. */
  goTo(block: number, items: Iterable<number> = this.stops.keys()): void {
    for (const item of items) {
      if (this.stops[item] !== 'waiting') continue;
      this.at[item] = block;
      this.stops[item] = 'paused';
    }
  }

  /** Remembers the current item's state, to notice when it comes back. */
  watch(item: number): void {
    this.enter(item);
    const { registers, stores } = this.machine;
    const block = this.at[item] ?? 0;
    const what = deciding(this.#program, this.#flow, this.#facts, block);
    this.#snapshots[item] = snapshot(what, block, registers.numbers, registers.big, stores);
  }

  /** All items' states, where they wait for each other: they go the same way if all come back to them. */
  watchAll(): readonly Snapshot[] {
    const block = this.at[0] ?? 0;
    const what = deciding(this.#program, this.#flow, this.#facts, block);
    const { registers, stores } = this.machine;
    return Array.from({ length: this.count }, (_, item) => {
      this.enter(item);
      return snapshot(what, block, registers.numbers, registers.big, stores);
    });
  }

  areBack(snapshots: readonly Snapshot[]): boolean {
    const { registers, stores } = this.machine;
    return snapshots.every((each, item) => {
      this.enter(item);
      const is = isBack(each, registers.numbers, registers.big, stores);
      each.hasMoved ||= !is;
      return is;
    });
  }

  /** By what decides about its loop, the item can never leave it. */
  cannotLeave(item: number): boolean {
    this.enter(item);
    const { numbers } = this.machine.registers;
    return stepsOver(this.#program, this.#flow, this.at[item] ?? 0, numbers);
  }

  /** The state a stuck item waits for; undefined if changed since. */
  stuckBy(item: number): Snapshot | undefined {
    const found = this.#snapshots[item];
    if (found === undefined || this.stops[item] !== 'stuck') return undefined;
    return changesOf(this.machine.stores, found.deciding) === found.changes ? found : undefined;
  }
}
