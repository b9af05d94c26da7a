import { productOf } from '../../base/product.ts';
import type { ValueProgram } from '../program.ts';
import { type Facts, factsOf, isWriting } from './facts.ts';
import { type Flow, flowOf } from './flow.ts';
import { Groups } from './group.ts';
import type { Order } from './order.ts';
import { type Filling, initialShadow } from './inputs.ts';
import type { Budget } from './budget.ts';
import { Items } from './items.ts';
import { lower, registersNeeded } from './lower.ts';
import { Machine } from './machine.ts';
import { newRegisters, type Registers, SHADOW, setValue } from './registers.ts';
import type { Recorder } from './recorder.ts';
import type { Report } from './report.ts';
import { type Layout, Store } from './store.ts';
import { uniformBranches } from './uniform.ts';

/** Facts about a program before any run. */
export interface Prepared {
  readonly program: ValueProgram;
  readonly flow: Flow;
  readonly facts: Facts;
  /** Branches a group's items all decide alike, by instruction. */
  readonly uniform: ReadonlySet<number>;
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

/** A program ready to run repeatedly, with one memory layout. */
export class Session {
  readonly stores: readonly Store[];
  readonly registers: Registers;
  readonly #prepared: Prepared;
  readonly #report: Report;
  readonly #items: Items;
  readonly #groups: Groups;

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
    this.stores = program.objects.map(
      (object, index) => new Store(index, object, layout, facts.watches[index] ?? NO_WATCH, items),
    );
    this.registers = newRegisters(registersNeeded(program));
    const machine = new Machine(
      this.registers,
      this.stores,
      report,
      facts.instructions.map((at) => isWriting(program.code[at])),
      items,
      program.lanes,
    );
    report.machine = machine;
    report.conditions.uniform = prepared.uniform;
    const blocks = lower(program, flow, facts, machine, recorder);
    this.#items = new Items(program, flow, facts, machine, blocks, budget);
    this.#groups = new Groups(program, flow, facts, machine, this.#items, report, recorder);
    if (recorder === undefined) return;
    recorder.machine = machine;
    recorder.report = report;
  }

  /** Fills memory and arguments. */
  fill({ objects, arguments: values, trial }: Filling): void {
    const { program, facts } = this.#prepared;
    this.#report.trial = trial;
    this.#report.groups = [];
    for (const [index, store] of this.stores.entries()) {
      store.forget();
      store.u8.fill(0);
      const bytes = objects[index];
      if (bytes !== undefined) store.u8.set(bytes);
      store.shadows.fill(initialShadow(store.object));
    }
    for (const [index, store] of this.stores.entries())
      store.initial = store.object.space === 'private' ? objects[index] : undefined;
    const { numbers, shadows } = this.#items.initial;
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
  }

  /** The block where an item goes on. */
  blockOf(item: number): number {
    return this.#items.at[item] ?? 0;
  }

  /** Runs groups in turn, in memory as it is.
   * @returns true if all came to their end. */
  run(groups: readonly number[], order?: Order): boolean {
    let isDone = true;
    for (const group of groups) {
      const turn = this.#report.groups.push(group) - 1;
      if (!this.#groups.run(group, turn, order)) isDone = false;
      if (this.#report.isStuckNow) break;
    }
    return isDone;
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
  return program.objects.reduce((sum, { space }, index) => {
    const own = (bytes[index] ?? 0) * (space === 'private' ? items : 1);
    const watch = facts.watches[index];
    const record = watch?.isShared !== true ? 1 : watch.hasAtomics ? 64 : 32;
    return sum + own + (own / (grains[index] ?? 1)) * record;
  }, 0);
}
