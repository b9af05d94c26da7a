import type { Instruction } from '../program.ts';
import { placeOf } from '../pointer.ts';
import { SCALARS } from '../../front/scalar.ts';
import { type Machine, setShadow, shadowOf } from './machine.ts';
import { noteGroupAccess } from './races.ts';
import type { Tracer } from './tracer.ts';
import { SHADOW } from './registers.ts';
import { RECORD, type Store } from './store.ts';

export type CopyInstruction = Extract<Instruction, { kind: 'copy' }>;

/** Arguments of a copy, the same for all items. */
export interface CopyCall {
  readonly instruction: CopyInstruction;
  readonly index: number;
  /** The number of its site in marks. */
  readonly site: number;
  /** Bits of `SHADOW` of its places. */
  readonly unknown: number;
  readonly to: number;
  readonly from: number;
  readonly elements: number;
  readonly toStride: number;
  readonly fromStride: number;
  readonly event: number;
}

interface UnderWay {
  readonly event: number;
  readonly mark: number;
  readonly cells: readonly {
    readonly cells: Int32Array;
    readonly store: Store;
    readonly cell: number;
  }[];
  readonly stores: readonly Store[];
}

/** Asynchronous copies of the running group. They move at once, but nobody may count on it before a
 * wait. */
export class Copies {
  readonly #machine: Machine;
  readonly #tracer: Tracer | undefined;
  #underWay: UnderWay[] = [];
  #events = 0;

  constructor(machine: Machine, tracer: Tracer | undefined) {
    this.#machine = machine;
    this.#tracer = tracer;
  }

  /** Begins a copy. @returns the number of its event. */
  begin(call: CopyCall): number {
    const { instruction, site } = call;
    const machine = this.#machine;
    const event = call.event > 0 ? call.event : (this.#events += 1);
    const mark = machine.groupFrom | (site * 2);
    const width = SCALARS[instruction.type].bytes;
    const scalars = instruction.bytes / width;
    // A part of a struct may be its padding, as is the fourth lane of three.
    const needed = instruction.lanes ?? scalars;
    const cells: { cells: Int32Array; store: Store; cell: number }[] = [];
    const stores = new Set<Store>();
    for (let element = 0; element < call.elements; element += 1) {
      let unwritten = 0;
      for (let scalar = 0; scalar < scalars; scalar += 1) {
        const step = element * instruction.bytes;
        const from = this.#place(call, call.from, step * call.fromStride + scalar * width, width);
        const to = this.#place(call, call.to, step * call.toStride + scalar * width, width);
        for (const [place, writes] of [
          [from, false],
          [to, true],
        ] as const) {
          if (place === undefined) continue;
          stores.add(place.store);
          const first = place.at >> place.store.grainShift;
          for (let cell = first; cell < first + (width >> place.store.grainShift); cell += 1) {
            this.#check(place.store, cell, writes, mark);
            const marks = writes ? place.store.copiesTo : place.store.copiesFrom;
            marks[cell] = mark;
            cells.push({ cells: marks, store: place.store, cell });
          }
        }
        // What lies outside for made-up inputs is copied all the same.
        if (
          from === undefined &&
          to !== undefined &&
          call.unknown !== 0 &&
          to.store.shadows.length > 0
        )
          setShadow(to.store, to.at, width, SHADOW.contents);
        if (from === undefined || to === undefined) continue;
        if (this.#move(call, from, to, width) && scalar < needed) unwritten += 1;
        this.#tracer?.copied(call.index, 'read', from.store, from.at);
        this.#tracer?.copied(call.index, 'write', to.store, to.at);
      }
      if (unwritten > (instruction.lanes === undefined ? needed - 1 : 0))
        machine.listener.unwritten(site * 2, undefined, 0, 'stores');
    }
    for (const store of stores) store.copiesUnderWay += 1;
    this.#underWay.push({ event, mark, cells, stores: [...stores] });
    return event;
  }

  #place(
    { site, unknown }: CopyCall,
    pointer: number,
    bytes: number,
    width: number,
  ): { readonly store: Store; readonly at: number } | undefined {
    const { object, offset } = placeOf(pointer);
    const { listener, stores } = this.#machine;
    const store = stores[object];
    const at = offset + bytes;
    if (store !== undefined && at >= 0 && at + width <= store.bytes) {
      if (at % store.grain !== 0) listener.misaligned(site * 2, store);
      return { store, at };
    }
    listener.outside(site * 2, store, store === undefined ? pointer : at, width, unknown);
    return undefined;
  }

  /** Conflicts with items in the same interval and with other pending copies. */
  #check(store: Store, cell: number, writes: boolean, mark: number): void {
    const { listener } = this.#machine;
    const other = store.copiesTo[cell] || (writes ? store.copiesFrom[cell] : 0);
    if (other !== undefined && other !== 0 && other !== mark)
      listener.copyUnderWay(store, cell, other, mark);
    if (!store.watch.isShared) return;
    const k = cell << store.recordShift;
    if (store.records[k] === store.epoch) {
      const places = writes
        ? [RECORD.writer, RECORD.reader, ...(store.watch.hasAtomics ? [RECORD.atomic] : [])]
        : [RECORD.writer, ...(store.watch.hasAtomics ? [RECORD.atomic] : [])];
      for (const place of places) {
        const access = store.records[k + place] ?? 0;
        if (access !== 0) listener.copyUnderWay(store, cell, mark, access);
      }
    }
    if (store.watch.betweenGroups) noteGroupAccess(this.#machine, store, cell, mark, writes);
  }

  /** @returns whether it took what nobody has written out of a group's own memory. */
  #move(
    { site }: CopyCall,
    from: { readonly store: Store; readonly at: number },
    to: { readonly store: Store; readonly at: number },
    width: number,
  ): boolean {
    to.store.u8.set(from.store.u8.slice(from.at, from.at + width), to.at);
    to.store.changes += 1;
    const bits = from.store.shadows.length === 0 ? 0 : shadowOf(from.store, from.at, width);
    // In a group's own memory nobody may use it.
    const isPassed = to.store.object.space === 'local';
    if (!isPassed && (bits & SHADOW.spoilt) !== 0)
      this.#machine.listener.unwritten(site * 2, undefined, 0, 'stores');
    if (to.store.shadows.length > 0)
      setShadow(to.store, to.at, width, isPassed ? bits : bits & ~SHADOW.spoilt);
    return !isPassed && (bits & SHADOW.unwritten) !== 0;
  }

  /** All copies of these events are done. */
  wait(events: readonly number[]): void {
    const done = this.#underWay.filter(({ event }) => events.includes(event));
    this.#underWay = this.#underWay.filter((copy) => !done.includes(copy));
    for (const copy of done) finish(copy);
  }

  /** Ends the group. @returns marks of copies nobody waited for. */
  end(): readonly number[] {
    const left = this.#underWay;
    for (const copy of left) finish(copy);
    this.#underWay = [];
    this.#events = 0;
    return left.map(({ mark }) => mark);
  }
}

function finish({ cells, mark, stores }: UnderWay): void {
  for (const { cells: marks, cell } of cells) if (marks[cell] === mark) marks[cell] = 0;
  for (const store of stores) store.copiesUnderWay -= 1;
}
