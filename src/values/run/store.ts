import type { MemoryObject } from '../program.ts';
import { LaneRecords } from './lane-records.ts';

/** A program's memory layout, where the text leaves it open and a run finds out. */
export interface Layout {
  /** Bytes of an object; longer where a run went far beyond an assumed end. */
  readonly bytes: readonly number[];
  /** Bytes of a cell, the smallest piece watched. */
  readonly grains: readonly (1 | 2 | 4 | 8)[];
}

/** Which parts of the watch an object needs. */
export interface Watch {
  /** Several items can see it, and somebody writes it. */
  readonly isShared: boolean;
  readonly betweenGroups: boolean;
  readonly hasAtomics: boolean;
  /** Its cells can be unwritten or unknown. */
  readonly hasShadows: boolean;
  readonly hasCopies: boolean;
  /** Lanes of warps meet, which orders their accesses. */
  readonly hasMeetings: boolean;
}

/** Places of the record of a cell. */
export const RECORD = {
  /** The interval that the next three are of. */
  epoch: 0,
  /** The last writer; the first reader, and the last other one. */
  writer: 1,
  reader: 2,
  otherReader: 3,
  /** The same of the whole kernel, for other groups. */
  groupWriter: 4,
  groupReader: 5,
  otherGroupReader: 6,
  /** A write of other contents by the item that changed the cell last. */
  mixed: 7,
  /** Two atomic accessors, in the interval and in the kernel. */
  atomic: 8,
  otherAtomic: 9,
  groupAtomic: 10,
  otherGroupAtomic: 11,
} as const;

const SPARE = 16;

/** Accesses that are kept of a run, and cells of which they are. */
const MOST_TAKEN = 100_000;
const CELLS = 2 ** 22;

/** A site's lowest bit in a mark tells that its access only may happen. */
export const isMaybe = (mark: number): boolean => (mark & 1) === 1;

/** An object's bytes for all owners: a piece per item where private. */
export class Store {
  readonly index: number;
  readonly object: MemoryObject;
  readonly watch: Watch;
  readonly bytes: number;
  /** From one item's to the next. */
  readonly stride: number;
  /** Where accesses go that have no place. */
  readonly spare: number;
  readonly grain: number;
  readonly grainShift: number;
  readonly recordShift: number;
  readonly data: DataView;
  readonly u8: Uint8Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  /** For each cell bits of `SHADOW`. */
  readonly shadows: Uint8Array;
  /** For each cell who accessed it; see `RECORD`. */
  readonly records: Int32Array;
  /** Per cell, a write of other contents by the group that changed it last. */
  readonly mixedByGroup: Int32Array;
  /** The same of its interval, where lanes of warps meet in it. */
  readonly lanes: LaneRecords | undefined;
  /** Per cell, the number of a pending asynchronous copy to and from it. */
  readonly copiesTo: Int32Array;
  readonly copiesFrom: Int32Array;
  copiesUnderWay = 0;
  /** Accesses by sides of conditions on contents that items took, and did not only look at. */
  readonly #taken = new Set<number>();
  /** Initial contents of each item's piece, if any. */
  initial: Uint8Array | undefined;
  /** Byte at which the current item's piece begins. */
  base = 0;
  /** Number of the interval between barriers that order this object. */
  epoch = 1;
  /** Cells that an unknown place made unknown, and the interval in which they were. */
  readonly doubted = { from: 0, to: 0, bits: 0, epoch: 0 };
  /** Counts changes, for those who wait for one. */
  changes = 0;

  constructor(index: number, object: MemoryObject, layout: Layout, watch: Watch, items: number) {
    this.index = index;
    this.object = object;
    this.watch = watch;
    this.bytes = layout.bytes[index] ?? object.bytes;
    this.grain = layout.grains[index] ?? 1;
    this.grainShift = Math.log2(this.grain);
    this.stride = (this.bytes + 7) & ~7;
    this.spare = object.space === 'private' ? this.stride * items : this.stride;
    const buffer = new ArrayBuffer(this.spare + SPARE);
    this.data = new DataView(buffer);
    this.u8 = new Uint8Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    const cells = buffer.byteLength >> this.grainShift;
    this.shadows = new Uint8Array(watch.hasShadows ? cells : 0);
    this.recordShift = watch.hasAtomics ? 4 : 3;
    this.records = new Int32Array(watch.isShared ? cells << this.recordShift : 0);
    this.mixedByGroup = new Int32Array(watch.betweenGroups ? cells : 0);
    this.lanes = watch.hasMeetings ? new LaneRecords() : undefined;
    this.copiesTo = new Int32Array(watch.hasCopies ? cells : 0);
    this.copiesFrom = new Int32Array(watch.hasCopies ? cells : 0);
  }

  /** Each group, or each item, has such memory of its own. */
  get isOwn(): boolean {
    return this.object.space === 'local' || this.object.space === 'private';
  }

  /** Resets to a group's beginning, for memory that lasts as long.
   * @param unwritten the shadow of what nobody has written. @param given that of arguments. */
  empty(unwritten: number, given: number): void {
    const { initial } = this;
    this.u8.fill(0);
    this.shadows.fill(initial === undefined ? unwritten : given);
    this.doubted.epoch = 0;
    if (initial === undefined) return;
    for (let from = 0; from < this.spare; from += this.stride) this.u8.set(initial, from);
  }

  takes(mark: number, cell: number): void {
    if (this.#taken.size < MOST_TAKEN && cell < CELLS) this.#taken.add(mark * CELLS + cell);
  }

  /** The access is no mere possibility. */
  isTaken(mark: number, cell: number): boolean {
    return !isMaybe(mark) || this.#taken.has(mark * CELLS + cell);
  }

  forget(): void {
    this.records.fill(0);
    this.mixedByGroup.fill(0);
    this.lanes?.forget();
    this.copiesTo.fill(0);
    this.copiesFrom.fill(0);
    this.copiesUnderWay = 0;
    this.#taken.clear();
    this.epoch = 1;
    this.base = 0;
  }
}
