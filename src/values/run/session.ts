import { productOf } from '../../base/product.ts';
import type { MemoryObject, ValueProgram } from '../program.ts';
import { groupsOf, hasGridBarrier } from '../walk.ts';
import { type Facts, factsOf, isWriting } from './facts.ts';
import { type Flow, flowOf } from './flow.ts';
import { type Came, Groups } from './group.ts';
import type { Order } from './order.ts';
import { type Filling, initialShadow } from './inputs.ts';
import type { Budget } from './budget.ts';
import { Items } from './items.ts';
import { unsetOf } from './open-inputs.ts';
import { lower, registersNeeded } from './lower.ts';
import { Machine } from './machine.ts';
import { newRegisters, type Registers, SHADOW, setValue } from './registers.ts';
import { objectsOf } from './points-to.ts';
import type { Recorder } from './recorder.ts';
import { behind } from './regions.ts';
import type { Report } from './report.ts';
import { type Layout, Store } from './store.ts';
import { type Together, uniformBranches } from './uniform.ts';

/** Facts about a program before any run. */
export interface Prepared {
  readonly program: ValueProgram;
  readonly flow: Flow;
  readonly facts: Facts;
  /** Branches a group's items all decide alike, by instruction. */
  readonly uniform: ReadonlyMap<number, Together>;
}

/** @param yieldsAt instructions, besides atomics, before which other items may come.
 * @param areOrdersOpen what depends on the order of atomics counts as unknown. */
export function prepare(
  program: ValueProgram,
  yieldsAt: readonly number[] = [],
  areOrdersOpen = false,
): Prepared {
  const steps = program.isLockstep === true ? sharedAccesses(program) : [];
  const flow = flowOf(program, [...yieldsAt, ...steps]);
  const facts = factsOf(program, flow, areOrdersOpen);
  return { program, flow, facts, uniform: uniformBranches(program, flow, facts) };
}

/** Accesses of memory that several items see and somebody writes. */
export function sharedAccesses(program: ValueProgram): readonly number[] {
  const facts = factsOf(program, flowOf(program));
  return [...facts.sites.keys()].filter((index) => {
    const instruction = program.code[index];
    if (instruction === undefined || !('address' in instruction)) return false;
    const targets = facts.points.of(instruction.address);
    return targets === 'any' || [...targets].some((object) => facts.watches[object]?.isShared);
  });
}

/** Groups that take turns at atomics, the first of all. */
const TAKING_TURNS = 4;

/** Groups with memory of their own: all where they wait for each other, and some where each comes to an atomic of
 * all again and again. */
function runningAtOnce(program: ValueProgram, { points }: Pick<Facts, 'points'>): number {
  const { code, objects } = program;
  const all = groupsOf(program);
  if (hasGridBarrier(program)) return all;
  const isDrawnAgain = code.some(
    (step, at) =>
      step.kind === 'atomic' &&
      step.target !== undefined &&
      objectsOf(points.of(step.address), program).some((to) => objects[to]?.space === 'global') &&
      behind(code, at).has(at),
  );
  return isDrawnAgain ? Math.min(all, TAKING_TURNS) : 1;
}

/** A running group, with memory of its own. */
interface Running {
  readonly machine: Machine;
  readonly items: Items;
  readonly groups: Groups;
}

/** A program ready to run repeatedly, with one memory layout. */
export class Session {
  readonly stores: readonly Store[];
  readonly registers: Registers;
  readonly #prepared: Prepared;
  readonly #report: Report;
  readonly #recorder: Recorder | undefined;
  /** One for each group that runs at once with others, the first for all the rest. */
  readonly #running: readonly [Running, ...Running[]];

  /** @throws {UnknownFunction} where the program calls what is not computed here. */
  constructor(
    prepared: Prepared,
    layout: Layout,
    report: Report,
    budget: Budget,
    recorder?: Recorder,
  ) {
    const { program, flow, facts } = prepared;
    const items = productOf(program.local);
    this.#prepared = prepared;
    this.#report = report;
    this.#recorder = recorder;
    const storeOf = (object: MemoryObject, index: number): Store =>
      new Store(index, object, layout, facts.watches[index] ?? NO_WATCH, items);
    this.stores = program.objects.map(storeOf);
    this.registers = newRegisters(registersNeeded(program));
    const writes = facts.instructions.map((at) => isWriting(program.code[at]));
    const running = (stores: readonly Store[]): Running => {
      const machine = new Machine(this.registers, stores, report, writes, items, program.lanes);
      for (const [site, at] of facts.instructions.entries()) {
        const step = program.code[at];
        if (step?.kind === 'atomic' && step.isOfGroup === true) machine.narrow.add(site);
      }
      const blocks = lower(program, flow, facts, machine, recorder);
      const own = new Items(program, flow, facts, machine, blocks, budget);
      const groups = new Groups(program, flow, facts, machine, own, report, recorder);
      return { machine, items: own, groups };
    };
    const others = runningAtOnce(program, facts) - 1;
    this.#running = [
      running(this.stores),
      ...Array.from({ length: others }, () =>
        running(
          this.stores.map((store, index) => (store.isOwn ? storeOf(store.object, index) : store)),
        ),
      ),
    ];
    report.conditions.uniform = prepared.uniform;
    if (recorder !== undefined) recorder.report = report;
    this.#enter(this.#running[0]);
  }

  #enter({ machine }: Running): void {
    this.#report.machine = machine;
    if (this.#recorder !== undefined) this.#recorder.machine = machine;
  }

  /** Fills memory and arguments. */
  fill({ objects, arguments: values, trial }: Filling): void {
    const { program, facts } = this.#prepared;
    this.#report.trial = trial;
    this.#report.groups = [];
    for (const store of new Set(this.#running.flatMap(({ machine }) => machine.stores))) {
      store.forget();
      store.u8.fill(0);
      const bytes = objects[store.index];
      if (bytes !== undefined) store.u8.set(bytes);
      store.shadows.fill(initialShadow(store.object));
      for (const { from, to } of unsetOf(store.object)?.gaps ?? [])
        store.shadows.fill(
          SHADOW.unwritten,
          // An element that is set in part holds nothing.
          Math.floor(from / store.grain),
          Math.floor(to / store.grain),
        );
      store.initial = store.object.space === 'private' ? bytes : undefined;
    }
    const [first, ...others] = this.#running;
    const { numbers, shadows } = first.items.initial;
    for (const [register, { type, input }] of program.registers.entries()) {
      const value = values[register];
      if (value !== undefined) {
        setValue(this.registers, register, type, value);
        numbers[register] = this.registers.numbers[register] ?? 0;
      } else numbers[register] = 0;
      shadows[register] =
        input?.kind === 'unknown'
          ? SHADOW.argument
          : facts.unwritten.has(register)
            ? SHADOW.unwritten
            : 0;
    }
    for (const { items } of others) {
      items.initial.numbers.set(numbers);
      items.initial.shadows.set(shadows);
    }
  }

  /** The block where an item goes on. */
  blockOf(item: number): number {
    return this.#running[0].items.at[item] ?? 0;
  }

  /** Groups can come between each other, and do not meet. */
  get takesTurns(): boolean {
    return this.#running.length > 1 && !hasGridBarrier(this.#prepared.program);
  }

  /** Runs groups in turn, in memory as it is, from one barrier of the whole grid to the next.
   * @returns true if all came to their end. */
  run(groups: readonly number[], order?: Order): boolean {
    const { inTurns } = order ?? {};
    if (this.takesTurns && order && inTurns) {
      const some = groups.slice(0, this.#running.length);
      const areDone = this.#inTurns(some, order, inTurns);
      return (
        areDone && this.run(groups.slice(some.length), { next: order.next, yields: order.yields })
      );
    }
    let ready = groups;
    for (let isFirst = true; ready.length > 0; isFirst = false) {
      const waiting: number[] = [];
      let isDone = true;
      for (const group of ready) {
        const came = this.#goOn(this.takesTurns ? 0 : group, isFirst ? group : undefined, order);
        if (came === 'to others') waiting.push(group);
        if (came === 'no further') isDone = false;
        if (this.#report.isStuckNow) {
          if (isFirst) this.#others(groups, group, order);
          return false;
        }
      }
      if (!isDone || (waiting.length > 0 && !this.#meet(groups))) return false;
      ready = waiting;
    }
    return true;
  }

  /** @param group that begins, or nothing where it goes on. */
  #goOn(at: number, group: number | undefined, order: Order | undefined): Came {
    const running = this.#running[at] ?? this.#running[0];
    this.#enter(running);
    return group === undefined
      ? running.groups.goOn(order)
      : running.groups.run(group, this.#report.groups.push(group) - 1, order);
  }

  /** Each group does its items' next steps, then the next group. @returns true if all came to their end. */
  #inTurns(
    groups: readonly number[],
    order: Order,
    inTurns: NonNullable<Order['inTurns']>,
  ): boolean {
    const begun = new Set<number>();
    let ready = [...groups.keys()];
    while (ready.length > 0) {
      const taken = this.#taken();
      const waiting: number[] = [];
      for (const at of inTurns(ready)) {
        // The others' accesses in between are in none of its intervals.
        for (const store of this.stores) if (!store.isOwn) store.epoch += 1;
        const came = this.#goOn(at, begun.has(at) ? undefined : groups[at], order);
        begun.add(at);
        if (came === 'to others') waiting.push(at);
        if (came === 'no further' || this.#report.isStuckNow) return false;
      }
      // All wait for what none of these changes.
      if (waiting.length > 0 && this.#taken() === taken) return false;
      ready = waiting;
    }
    return true;
  }

  #taken(): number {
    return this.#running.reduce((sum, { items }) => sum + items.taken, 0);
  }

  /** A group waits for ever, unless one that has not run changes what it waits for. */
  #others(groups: readonly number[], stuck: number, order: Order | undefined): void {
    const { program } = this.#prepared;
    const report = this.#report;
    const [running] = this.#running;
    if (hasGridBarrier(program) || groups.length < groupsOf(program)) return;
    const { isFollowed } = report;
    report.isFollowed = { inAccesses: false, inValues: false };
    for (const group of groups.slice(groups.indexOf(stuck) + 1))
      running.groups.run(group, report.groups.push(group) - 1, order);
    report.isFollowed = isFollowed;
    report.settleWaiting();
  }

  /** All groups are to wait at one barrier. @returns whether they do. */
  #meet(groups: readonly number[]): boolean {
    const { flow } = this.#prepared;
    const waiting = new Map<number, number[]>();
    const ended: number[] = [];
    for (const group of groups) {
      const block = this.#running[group]?.groups.gridBarrier;
      const at = (flow.blocks[block ?? -1]?.end ?? 0) - 1;
      const there = block === undefined ? ended : (waiting.get(at) ?? []);
      there.push(group);
      if (block !== undefined) waiting.set(at, there);
    }
    if (waiting.size > 1 || ended.length > 0) {
      this.#report.partedGroups(waiting, ended);
      return false;
    }
    // All before is in an order with all behind.
    for (const { records } of this.stores) records.fill(0);
    return true;
  }
}

const NO_WATCH = {
  isShared: false,
  betweenGroups: false,
  hasAtomics: false,
  hasShadows: false,
  hasCopies: false,
  hasMeetings: false,
};

/** Bytes of all arrays with their cells' records. */
export function memoryNeeded({ program, facts }: Prepared, { bytes, grains }: Layout): number {
  const items = productOf(program.local);
  const groups = runningAtOnce(program, facts);
  return program.objects.reduce((sum, { space }, index) => {
    const each = (bytes[index] ?? 0) * (space === 'private' ? items : 1);
    const own = each * (space === 'private' || space === 'local' ? groups : 1);
    const watch = facts.watches[index];
    const record = watch?.isShared !== true ? 1 : watch.hasAtomics ? 64 : 32;
    return sum + own + (own / (grains[index] ?? 1)) * record;
  }, 0);
}
