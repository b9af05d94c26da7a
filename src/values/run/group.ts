import { groupedBy } from '../../base/grouped.ts';
import { sparesReturned } from '../../front/language.ts';
import type { Instruction, ValueProgram } from '../program.ts';
import { isOfGrid } from '../walk.ts';
import { Copies } from './copies.ts';
import type { GroupListener } from './group-listener.ts';
import { type Snapshot, waitsOf } from './cycles.ts';
import type { Facts } from './facts.ts';
import type { Flow } from './flow.ts';
import type { Items } from './items.ts';
import type { LoweredBlock } from './lowered-block.ts';
import { Lockstep, type LockstepListener } from './lockstep.ts';
import { type Active, ASCENDING, type Order } from './order.ts';
import type { Machine } from './machine.ts';
import { MeetingRounds } from './meeting-rounds.ts';
import type { Tracer } from './tracer.ts';
import { SHADOW } from './registers.ts';
import type { Lanes } from '../../front/warp.ts';
import { LaneSet } from './lane-set.ts';

/** Where a group stopped. */
export type Came = 'to its end' | 'to others' | 'no further';

const QUANTUM = 50_000;
/** Steps at once where some item stays in a loop for ever, and of each item in a beginning. */
const SHORT = 1000;

/** Runs groups in turn, their items from one meeting point to the next. */
export class Groups {
  readonly #program: ValueProgram;
  readonly #flow: Flow;
  readonly #facts: Facts;
  readonly #machine: Machine;
  readonly #items: Items;
  readonly #blocks: readonly LoweredBlock[];
  readonly #listener: GroupListener;
  readonly #copies: Copies;
  readonly #tracer: Tracer | undefined;
  readonly #lockstep: Lockstep | undefined;
  readonly #lanes: Lanes;
  readonly #isBeginning: boolean;

  constructor(
    program: ValueProgram,
    flow: Flow,
    facts: Facts,
    machine: Machine,
    items: Items,
    listener: GroupListener,
    tracer?: Tracer,
  ) {
    this.#program = program;
    this.#lanes = program.lanes;
    this.#isBeginning = program.isBeginning === true;
    this.#flow = flow;
    this.#facts = facts;
    this.#machine = machine;
    this.#items = items;
    this.#blocks = items.blocks;
    this.#listener = listener;
    this.#copies = new Copies(machine, tracer);
    this.#tracer = tracer;
    if (program.isLockstep !== true) return;
    const told: LockstepListener = {
      stuck: (...found) => listener.stuck(...found),
      waited: (...found) => listener.waited(...found),
      turn: (item) => {
        if (tracer !== undefined && !this.#started.has(item)) this.#tell('start', item, 0);
      },
      stopped: (item, stop) => this.#tellStop(item, stop),
      isEndless: (item) => this.#isEndless(item),
    };
    this.#lockstep = new Lockstep(flow, items, told, this.#lanes);
  }

  /** Runs a group from its beginning. @param turn groups run before. */
  run(group: number, turn: number, order: Order = ASCENDING): Came {
    for (const store of this.#machine.stores) {
      if (store.isOwn) store.empty(SHADOW.unwritten, SHADOW.argument);
      // Other groups' accesses are in none of this one's intervals.
      store.epoch += 1;
    }
    this.#active = order.active;
    this.#items.begin(group, turn);
    this.#machine.warps.begin();
    this.#machine.forgetCopies();
    this.gridBarrier = undefined;
    this.#started.clear();
    this.#spinning.clear();
    this.#rounds.begin();
    this.#lockstep?.begin();
    this.#end = this.#isBeginning ? this.#items.taken + this.#items.count * SHORT : Infinity;
    order.begin?.();
    return this.#toEnd(order);
  }

  /** Goes on behind a barrier of the whole grid, or when it is its turn. */
  goOn(order: Order = ASCENDING): Came {
    if (this.gridBarrier !== undefined) this.#pass(this.gridBarrier);
    this.gridBarrier = undefined;
    return this.#toEnd(order);
  }

  #toEnd(order: Order): Came {
    let isDone: boolean;
    do isDone = this.#region(order);
    while (isDone && this.#items.taken < this.#end && this.#meet(order));
    this.#items.leave();
    const isTurn = order.inTurns !== undefined && this.#items.stops.includes('paused');
    if (this.gridBarrier !== undefined || isTurn) return 'to others';
    const areEnded = this.#items.stops.every((stop) => stop === 'ended');
    if (this.#isBeginning && !areEnded) return 'no further';
    for (const mark of this.#copies.end()) this.#listener.copyLeft(mark);
    return isDone && areEnded ? 'to its end' : 'no further';
  }

  /** Steps behind which it does not go on. */
  #end = Infinity;

  /** The block before the barrier of the whole grid at which it waits. */
  gridBarrier: number | undefined;

  /** Runs each item until it ends or waits. @returns true if all came so far. */
  #region(order: Order): boolean {
    if (this.#lockstep !== undefined) return this.#lockstep.region(order);
    const items = this.#items;
    let quantum = this.#isBeginning ? SHORT : QUANTUM;
    for (;;) {
      const ready: number[] = [];
      for (let item = 0; item < items.count; item += 1) {
        const stop = items.stops[item];
        const isFreed = stop === 'stuck' && items.stuckBy(item) === undefined;
        const spun = isFreed ? this.#spinning.get(item) : undefined;
        if (spun !== undefined) this.#listener.waited(item, spun);
        if (stop === 'paused' || isFreed) ready.push(item);
      }
      if (ready.length === 0) break;
      let isSlow = false;
      for (const item of order.next(ready, (each) => this.#isBefore(each))) {
        if (this.#tracer !== undefined && !this.#started.has(item)) this.#tell('start', item, 0);
        let stop = items.run(item, quantum, order.yields);
        if (stop === 'paused' && !order.yields) {
          isSlow = true;
          if (this.#isEndless(item)) return false;
          // Before another item comes: it may be this loop's only way out.
          items.watch(item);
          stop = items.run(item, quantum);
        }
        if (stop === 'ended' || stop === 'waiting') this.#tellStop(item, stop);
        const spins = stop === 'stuck' ? items.stuckBy(item) : undefined;
        if (spins === undefined) continue;
        this.#spinning.set(item, spins.deciding.instruction);
        // Nobody frees it: the others have to show what they do besides, and no more.
        if (this.#isAlone(spins)) quantum = Math.min(quantum, SHORT);
      }
      const isLeft = order.inTurns !== undefined || this.#isBeginning;
      if (isLeft && items.stops.includes('paused')) return false;
      if (isSlow) quantum *= 2;
      else if (order.yields) quantum = Math.min(quantum + QUANTUM / 10, QUANTUM * 20);
    }
    const stuck = items.stops.indexOf('stuck');
    if (stuck < 0) return true;
    const found = items.stuckBy(stuck);
    if (found !== undefined) this.#listener.stuck(stuck, ...waitsOf(found));
    return false;
  }

  #isBefore(item: number): boolean {
    return this.#blocks[this.#items.at[item] ?? 0]?.yields === true;
  }

  /** Only the item's own values decide about its loop. */
  #isAlone({ deciding }: Snapshot): boolean {
    return deciding.objects.every(
      (object) => this.#machine.stores[object]?.object.space === 'private',
    );
  }

  readonly #rounds = new MeetingRounds();
  #active: Active | undefined;
  readonly #started = new Set<number>();
  /** Items in a loop that nothing changed, by its condition. */
  readonly #spinning = new Map<number, number>();

  #tell(kind: Parameters<Tracer['met']>[0], item: number, at: number): void {
    if (this.#tracer === undefined) return;
    this.#started.add(item);
    this.#tracer.met(kind, item, at);
  }

  #tellStop(item: number, stop: 'ended' | 'waiting'): void {
    const at = this.#blocks[this.#items.at[item] ?? 0]?.last ?? 0;
    const isWait = this.#program.code[at]?.kind === 'wait';
    this.#tell(stop === 'ended' ? 'end' : isWait ? 'wait' : 'arrive', item, at);
  }

  /** From here no way leads to an end or to the others. */
  #isEndless(item: number): boolean {
    const block = this.#items.at[item] ?? 0;
    if (this.#flow.ends[block] === true && !this.#items.cannotLeave(item)) return false;
    this.#items.watch(item);
    const { first } = this.#flow.blocks[block] ?? { first: 0 };
    this.#listener.stuck(item, first, [], false);
    return true;
  }

  /** Lets all waiting items go on together. @returns true if any did. */
  #meet(order: Order): boolean {
    const items = this.#items;
    const first = items.stops.indexOf('waiting');
    const together = items.at[first] ?? 0;
    const step = this.#program.code[this.#blocks[together]?.last ?? 0];
    const areTogether = first >= 0 && items.allAt(together);
    const mayRepeat = areTogether && !isOfGrid(step) && !order.inTurns;
    const again = mayRepeat ? this.#rounds.again(together, items) : undefined;
    if (again !== undefined) {
      this.#listener.stuck(0, ...waitsOf(again));
      return false;
    }
    // Lanes that nobody names come together last.
    if (this.#meetIn(false) || this.#meetIn(true)) return true;
    const areHere = areTogether && step?.kind !== 'meet';
    if (areHere && !isOfGrid(step)) {
      this.#pass(together);
      return true;
    }
    // The first item tells the other groups that its own has come.
    if (areHere && items.stops[0] !== 'ended') this.gridBarrier = together;
    if (areHere && !items.stops.includes('ended')) return false;
    const all = Array.from({ length: items.count }, (_, item) => item);
    const ended = all.filter((item) => items.stops[item] === 'ended');
    const waiting = groupedBy(all, (item) =>
      items.stops[item] === 'ended' ? undefined : (this.#blocks[items.at[item] ?? 0]?.last ?? 0),
    );
    if (waiting.size === 0) return false;
    this.#listener.diverged(waiting, ended);
    return false;
  }

  /** Lets the lanes go on that wait for no other. @returns true if any did.
   * @param isOpen where the text names no lanes */
  #meetIn(isOpen: boolean): boolean {
    const items = this.#items;
    let hasMet = false;
    for (let item = 0; item < items.count; item += 1) {
      const at = this.#waitsAt(item);
      const step = at && this.#program.code[at.last];
      if (at === undefined || step?.kind !== 'meet' || at.exit.kind !== 'collective') continue;
      if ((step.isOpen ?? false) !== isOpen) continue;
      const from = item - (item % this.#lanes);
      const mask = isOpen ? this.#activeWith(item, at) : this.#maskOf(item);
      const lanes: number[] = [];
      let isComplete = true;
      for (let lane = 0; lane < this.#lanes && from + lane < items.count; lane += 1) {
        if (!mask.has(lane)) continue;
        if (items.stops[from + lane] === 'ended') {
          isComplete &&= sparesReturned(this.#program.language) && step.isForAll !== true;
          continue;
        }
        const isHere = this.#waitsAt(from + lane) === at;
        isComplete &&= isHere && (isOpen || this.#maskOf(from + lane).is(mask));
        lanes.push(from + lane);
      }
      if (!isComplete || !lanes.includes(item)) continue;
      if (step.alike !== undefined) this.#compared(at.last, lanes);
      const met = LaneSet.of(lanes.map((lane) => lane - from));
      const { registers, warps } = this.#machine;
      if (step.orders) warps.meet(lanes);
      for (const lane of lanes) {
        items.enter(lane);
        met.put(registers, step.target);
        registers.shadows[step.target] = 0;
        this.#tell('leave', lane, at.last);
      }
      items.goTo(at.exit.to, lanes);
      hasMet = true;
    }
    return hasMet;
  }

  /** The lanes that are active with an item where it waits. */
  #activeWith(item: number, at: LoweredBlock): LaneSet {
    const from = item - (item % this.#lanes);
    const active: number[] = [];
    for (let lane = 0; lane < this.#lanes && from + lane < this.#items.count; lane += 1) {
      const isApart =
        (this.#active === 'alone' && from + lane !== item) ||
        (this.#active === 'halves' && (from + lane - item) % 2 !== 0);
      if (!isApart && this.#waitsAt(from + lane) === at) active.push(lane);
    }
    return LaneSet.of(active);
  }

  /** The lanes that an item asks for where it waits. */
  #maskOf(item: number): LaneSet {
    this.#arguments(item);
    const block = this.#blocks[this.#items.at[item] ?? 0];
    const [register = -1] = block?.exit.kind === 'collective' ? block.exit.operands : [];
    return LaneSet.in(this.#machine.registers, register);
  }

  #waitsAt(item: number): LoweredBlock | undefined {
    const items = this.#items;
    return items.stops[item] === 'waiting' ? this.#blocks[items.at[item] ?? 0] : undefined;
  }

  /** All items reached the meeting point and go on. */
  #pass(block: number): void {
    const lowered = this.#blocks[block];
    if (lowered?.exit.kind !== 'collective') return;
    const instruction = this.#program.code[lowered.last];
    if (instruction !== undefined) this.#together(instruction, lowered.last);
    for (let item = 0; item < this.#items.count && this.#tracer !== undefined; item += 1)
      if (this.#items.stops[item] === 'waiting') this.#tell('leave', item, lowered.last);
    this.#items.goTo(lowered.exit.to);
  }

  /** The items have to call it with the same. @returns the first one's */
  #compared(
    index: number,
    [one = 0, ...others]: readonly number[] = Array.from(this.#items.stops.keys()),
  ): readonly number[] {
    this.#shadow = 0;
    const first = this.#arguments(one);
    // A copy continues the item's own event, but all have the same.
    const another = others.find((item) =>
      this.#arguments(item).some((value, at) => value !== first[at]),
    );
    if (another !== undefined) this.#listener.differs(index, [one, another]);
    return first;
  }

  #together(instruction: Instruction, index: number): void {
    if (instruction.kind === 'barrier') {
      if (instruction.alike !== undefined) this.#compared(index);
      for (const store of this.#machine.stores) {
        const { space } = store.object;
        if ((space === 'local' && instruction.local) || (space === 'global' && instruction.global))
          store.epoch += 1;
      }
      return;
    }
    const first = this.#compared(index);
    const site = this.#facts.sites.get(index) ?? 0;
    const { listener } = this.#machine;
    if ((this.#shadow & SHADOW.garbage) !== 0)
      if (instruction.kind === 'copy') listener.unwritten(site * 2, undefined, 0, 'copies by');
      else listener.unwrittenBranch(index);
    if (instruction.kind === 'wait') this.#copies.wait(first);
    if (instruction.kind !== 'copy') return;
    const unknown = this.#shadow & SHADOW.unknown;
    if (unknown !== 0) listener.unknownAddress(site * 2, undefined, this.#shadow);
    const [to = 0, from = 0, elements = 0, toStride = 1, fromStride = 1, event = 0] = first;
    this.#tell('copy', -1, index);
    const number = this.#copies.begin({
      instruction,
      index,
      site,
      unknown,
      to,
      from,
      elements,
      toStride,
      fromStride,
      event,
    });
    const { target } = instruction;
    if (target === undefined) return;
    for (let item = 0; item < this.#items.count; item += 1) {
      this.#items.enter(item);
      this.#machine.registers.numbers[target] = number;
      this.#machine.registers.shadows[target] = 0;
    }
  }

  /** What is known of the operands of a collective step, by all items. */
  #shadow = 0;

  /** Operands of the collective step where the item waits. */
  #arguments(item: number): readonly number[] {
    this.#items.enter(item);
    const block = this.#blocks[this.#items.at[item] ?? 0];
    if (block?.exit.kind !== 'collective') return [];
    block.exit.prepare();
    const { numbers, shadows } = this.#machine.registers;
    return block.exit.operands.map((register) => {
      this.#shadow |= shadows[register] ?? 0;
      return numbers[register] ?? 0;
    });
  }
}
