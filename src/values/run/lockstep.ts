import { waitsOf } from './cycles.ts';
import type { Flow } from './flow.ts';
import type { Items } from './items.ts';
import type { Order } from './order.ts';

/** Lanes of a warp that go step by step together. */
interface Front {
  lanes: readonly number[];
  /** The block where they wait for those who went another way. */
  readonly until: number | undefined;
  /** The front that they parted from. */
  readonly parent: Front | undefined;
  /** Fronts that parted from this one and go their ways, and the lanes that have come back. */
  open: number;
  back: number[];
  /** Steps since lanes last waited, and how many are no cause for doubt. */
  steps: number;
  patience: number;
}

/** Told of lanes' turns. */
export interface LockstepListener {
  /** @param mayEnd contents that it goes through may lead it out */
  stuck(item: number, instruction: number, waitsFor: readonly number[], mayEnd: boolean): void;
  waited(item: number, instruction: number): void;
  turn(item: number): void;
  stopped(item: number, stop: 'ended' | 'waiting'): void;
  /** No way leads from there to an end or to the others. */
  isEndless(item: number): boolean;
}

const QUANTUM = 50_000;
/** Steps of a front that are no cause for doubt. */
const PATIENCE = 10_000;

/** Runs a group by the older convention: the lanes of a warp that are at one place make each access
 * together, those that part at a branch come together where its ways meet, and nothing is said of
 * the order of the ways (CUDA C Programming Guide 8.0, "SIMT Architecture"). */
export class Lockstep {
  readonly #flow: Flow;
  readonly #items: Items;
  readonly #listener: LockstepListener;
  readonly #lanes: number;
  #fronts: Front[] = [];
  readonly #spinning = new Map<number, number>();

  constructor(flow: Flow, items: Items, listener: LockstepListener, lanes: number) {
    this.#lanes = lanes;
    this.#flow = flow;
    this.#items = items;
    this.#listener = listener;
  }

  /** A new group. */
  begin(): void {
    this.#spinning.clear();
    this.#fronts = [];
    for (let from = 0; from < this.#items.count; from += this.#lanes) {
      const count = Math.min(this.#lanes, this.#items.count - from);
      const lanes = Array.from({ length: count }, (_, lane) => from + lane);
      this.#fronts.push(front(lanes, undefined, undefined));
    }
  }

  /** Runs each item until it ends or waits. @returns true if all came so far. */
  region(order: Order): boolean {
    // Those that part here are looked at too.
    for (const each of this.#fronts) this.#afterMeeting(each);
    for (;;) {
      const ready = this.#fronts.filter((each) => this.#canGo(each));
      if (ready.length === 0 && !this.#release()) break;
      const byLane = new Map(ready.map((each) => [each.lanes[0] ?? 0, each]));
      for (const lane of order.next(
        [...byLane.keys()].sort((a, b) => a - b),
        () => false,
      )) {
        const next = byLane.get(lane);
        if (next === undefined) continue;
        do if (!this.#step(next, order)) return false;
        while (!order.yields && this.#fronts.includes(next) && this.#canGo(next));
      }
    }
    return !this.#tellStuck();
  }

  #tellStuck(): boolean {
    for (const { lanes } of this.#fronts)
      for (const lane of lanes) {
        const found = this.#items.stuckBy(lane);
        if (found === undefined) continue;
        this.#listener.stuck(lane, ...waitsOf(found));
        return true;
      }
    return false;
  }

  /** Some meetings let a part of the lanes go. */
  #afterMeeting(each: Front): void {
    const { stops, machine } = this.#items;
    each.steps = 0;
    each.patience = PATIENCE;
    const waiting = each.lanes.filter((lane) => stops[lane] === 'waiting');
    if (waiting.length === 0) machine.warps.meet(each.lanes);
    if (waiting.length === 0 || waiting.length === each.lanes.length) return;
    const others = each.lanes.filter((lane) => stops[lane] !== 'waiting');
    each.lanes = waiting;
    this.#fronts.push(beside(each, others));
  }

  #canGo({ lanes }: Front): boolean {
    const { stops } = this.#items;
    return lanes.some(
      (lane) =>
        stops[lane] === 'paused' ||
        (stops[lane] === 'stuck' && this.#items.stuckBy(lane) === undefined),
    );
  }

  /** Makes a front's next step. @returns false if it is one of an endless loop. */
  #step(each: Front, order: Order): boolean {
    const items = this.#items;
    const isDoubtful = each.steps > each.patience;
    const before = items.taken;
    for (const lane of order.next(each.lanes, () => false)) {
      const spun = items.stops[lane] === 'stuck' ? this.#spinning.get(lane) : undefined;
      if (spun !== undefined && items.stuckBy(lane) === undefined)
        this.#listener.waited(lane, spun);
      this.#listener.turn(lane);
      if (isDoubtful && this.#listener.isEndless(lane)) return false;
      if (isDoubtful) items.watch(lane);
      const stop = items.run(lane, QUANTUM, each);
      if (stop === 'ended' || stop === 'waiting') this.#listener.stopped(lane, stop);
      const deciding = stop === 'stuck' ? items.stuckBy(lane)?.deciding : undefined;
      if (deciding !== undefined) this.#spinning.set(lane, deciding.instruction);
    }
    each.steps += items.taken - before;
    if (isDoubtful) each.patience *= 2;
    items.machine.warps.meet(each.lanes);
    this.#part(each);
    return true;
  }

  /** Lanes that went different ways at a branch go on in fronts of their own. */
  #part(each: Front): void {
    const { at, left } = this.#items;
    const ways = new Map<number, number[]>();
    for (const lane of each.lanes) {
      const way = at[lane] ?? 0;
      ways.set(way, [...(ways.get(way) ?? []), lane]);
    }
    const [first = 0] = each.lanes;
    if (ways.size > 1) {
      const until = this.#flow.meets[left[first] ?? 0];
      this.#fronts = this.#fronts.filter((one) => one !== each);
      const parted = [...ways.values()].map((lanes) => front(lanes, until, each));
      each.open = parted.length;
      each.back = [];
      this.#fronts.push(...parted);
      parted.forEach((one) => this.#settle(one));
    } else this.#settle(each);
  }

  /** Takes away a front that came to its end, or to where its ways meet. */
  #settle(each: Front): void {
    const { stops, at } = this.#items;
    each.lanes = each.lanes.filter((lane) => stops[lane] !== 'ended');
    const isBack = each.lanes.every((lane) => stops[lane] === 'paused' && at[lane] === each.until);
    if (!isBack) return;
    this.#fronts = this.#fronts.filter((one) => one !== each);
    const { parent } = each;
    if (parent === undefined) return;
    parent.back.push(...each.lanes);
    parent.open -= 1;
    if (parent.open === 0) this.#resume(parent, parent.back);
  }

  #resume(each: Front, lanes: readonly number[]): void {
    each.lanes = lanes.toSorted((a, b) => a - b);
    this.#items.machine.warps.meet(each.lanes);
    this.#fronts.push(each);
    this.#settle(each);
  }

  /** Where lanes wait for others that wait at a barrier, they go on without them.
   * @returns true if any do. */
  #release(): boolean {
    const { stops } = this.#items;
    for (const { lanes, parent } of this.#fronts) {
      if (!lanes.some((lane) => stops[lane] === 'waiting')) continue;
      for (let above = parent; above !== undefined; above = above.parent) {
        if (above.back.length === 0) continue;
        const released = above.back;
        above.back = [];
        this.#resume(beside(above), released);
        return true;
      }
    }
    return false;
  }
}

const front = (
  lanes: readonly number[],
  until: number | undefined,
  parent: Front | undefined,
): Front => ({ lanes, until, parent, open: 0, back: [], steps: 0, patience: PATIENCE });

/** A front that comes together with others where one does. */
function beside({ until, parent }: Front, lanes: readonly number[] = []): Front {
  if (parent !== undefined) parent.open += 1;
  return front(lanes, until, parent);
}
