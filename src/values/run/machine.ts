import type { Side } from './probe.ts';
import type { CopyEnd, Followed } from '../program.ts';
import type { Registers } from './registers.ts';
import type { Store } from './store.ts';
import type { Lanes } from '../../front/warp.ts';

/** The reach of an access's visibility. */
export type Scope = 'group' | 'groups';

/** Two unordered accesses of one cell. Marks are those of `Machine.mark` with a site. */
export interface Conflict {
  readonly store: Store;
  readonly cell: number;
  readonly earlier: number;
  readonly later: number;
  readonly scope: Scope;
  /** Both write, the later one what is there already. */
  readonly isSilent: boolean;
}

/** Consequences of a condition on unstated inputs that runs cannot settle at once. */
export type Undecided = 'collective' | 'lockstep' | 'loop' | 'deep';

/** Told of errors while items run. */
export interface Listener {
  conflict(conflict: Conflict): void;
  /** An access outside its object, or through a pointer to none.
   * @param unknown bits of `SHADOW` of the inputs that decide about its place */
  outside(
    site: number,
    store: Store | undefined,
    address: number,
    bytes: number,
    unknown: number,
  ): void;
  misaligned(site: number, store: Store): void;
  /** The device fails at an address that is no multiple of so many bytes. */
  unaligned(site: number, store: Store, bytes: number, unknown: number): void;
  /** Somebody uses what nobody has written. */
  unwritten(site: number, store: Store | undefined, place: number, use: string): void;
  /** A struct that is copied to global memory leaves a member of it unwritten. */
  passesOn(site: number, store: Store, place: number): void;
  /** Somebody reads local memory that nobody has written; wrong only if it is used. */
  readsUnwritten(site: number, store: Store, place: number): void;
  dividedByZero(instruction: number, bits: number): void;
  /** A divisor depends on unstated inputs. */
  divides(instruction: number, divisor: number): void;
  /** An address depending on an unstated input. */
  unknownAddress(site: number, store: Store | undefined, bits: number): void;
  /** The text's assertion or assumption fails at an instruction.
   * @param at the index that leaves an array */
  broken(instruction: number, isUnknown: boolean, at: number | undefined): void;
  assumptionFailed(instruction: number): void;
  /** A subscript comes to another row of its array. */
  leavesRow(instruction: number, index: number): void;
  /** A branch on values that nobody has written, or stated. */
  unwrittenBranch(instruction: number): void;
  unknownBranch(instruction: number, bits: number, why: Undecided): void;
  /** A condition that other values may turn was decided. */
  takes(instruction: number, isTrue: boolean): void;
  /** Others see something that depends on unstated inputs, and it cannot race.
   * @param wanted a side that others than those that took it may take */
  varies(wanted?: Side): void;
  /** The values at hand decided a condition on unstated inputs.
   * @param distance between the sides of its comparison
   * @returns whether nothing has gone the other way so far */
  decided(instruction: number, isTrue: boolean, distance: number): boolean;
  /** A side that was not taken is looked at: what goes wrong there, might. None: that is over. */
  looksAt(side: Side | undefined): void;
  /** A loop, or a condition on arguments, was not seen to go this way. */
  doubts(side: Side): void;
  /** The same behind a condition whose other side is only looked at. */
  doubtsInside(side: Side): void;
  /** An access of a copy's data; the copy is told by its group's mark and its site. */
  copyUnderWay(store: Store, cell: number, copy: number, mark: number): void;
  /** From here on the run says nothing of the kernel. */
  notFollowed(instruction: number, what: Followed | 'touched'): void;
  /** An atomic access after another item's, where the order matters. */
  orderedAtomic(site: number, store: Store): void;
}

/** Meetings of lanes: what each did before one comes before what the others do after it. */
class Warps {
  /** Counts meetings; never 0. */
  clock = 1;
  /** For each item and lane of its warp, the last meeting by which all that the lane had done comes
   * before what the item does now. */
  readonly #known: Int32Array;
  readonly #lanes: Lanes;
  readonly #joined: Int32Array;

  constructor(items: number, lanes: Lanes) {
    this.#lanes = lanes;
    this.#joined = new Int32Array(lanes);
    this.#known = new Int32Array(items * lanes);
  }

  begin(): void {
    this.#known.fill(0);
  }

  /** @param lanes of one warp. */
  meet(lanes: readonly number[]): void {
    const count = this.#lanes;
    const joined = this.#joined.fill(0);
    for (const item of lanes)
      for (let lane = 0; lane < count; lane += 1)
        joined[lane] = Math.max(joined[lane] ?? 0, this.#known[item * count + lane] ?? 0);
    for (const item of lanes) joined[item % count] = this.clock;
    for (const item of lanes) this.#known.set(joined, item * count);
    this.clock += 1;
  }

  /** An item's access at a time is ordered before another's now. */
  isBefore(time: number, earlier: number, later: number): boolean {
    const lane = earlier % this.#lanes;
    if (earlier - lane !== later - (later % this.#lanes)) return false;
    return time <= (this.#known[later * this.#lanes + lane] ?? 0);
  }
}

/** An item's own asynchronous copies. */
export interface OwnCopies {
  /** Batches that were committed. */
  batches: number;
  /** It accessed what others can see, but by such copies, since the last mark. */
  hasTouched: boolean;
  underWay: UnderWay[];
  /** Number of arrivals at each barrier or stage. */
  readonly arrivals: Map<number, number>;
  /** It has come to the barrier in memory, and has not waited there. */
  hasArrived: boolean;
}

export interface Piece {
  readonly store: Store;
  readonly at: number;
  readonly width: number;
  readonly site: number;
}

export interface UnderWay extends Piece {
  readonly source: Piece | undefined;
  readonly by: CopyEnd;
  /** Bits of `SHADOW` of what it brings. */
  readonly bits: number;
  readonly batch: number;
}

/** The running item, and the state its steps share with the scheduler. */
export class Machine {
  readonly registers: Registers;
  /** The first so many have a use between two steps; others are free for traces. */
  registersUsed: number;
  readonly stores: readonly Store[];
  readonly listener: Listener;
  /** Bits of a mark for the site; the item stands above. */
  readonly siteBits: number;
  /** The acting item's number among all, from 1, above the site's bits. */
  mark = 0;
  /** The group's marks, the second bound excluded. */
  groupFrom = 0;
  groupTo = 0;
  /** Item in its group, and the group. */
  item = 0;
  group = 0;
  /** `SHADOW` bits of the conditions that led the item here. */
  control = 0;
  readonly warps: Warps;
  /** By item. */
  readonly ownCopies = new Map<number, OwnCopies>();
  /** Copies under way that read or write a cell. */
  readonly copiedCells = new Map<Store, Map<number, number>>();
  /** Items that arrived, by what at and how often. */
  readonly arrived = new Map<string, number>();
  /** The source of the copy that begins. */
  copySource: Piece | undefined;
  /** The address of the group's barrier that copies are followed for. */
  copyBarrier: number | undefined;
  /** Between its arriving there and its waiting, an item accessed what others see. */
  hasTouchedArrived = false;
  /** Keeps changes of memory, so that they can be taken back. */
  undo: UndoLog | undefined;

  /** Sites of atomics that are such within their group alone. */
  readonly narrow = new Set<number>();

  /** True where the site's access writes. */
  readonly #writes: readonly boolean[];

  /** @param writes for each site, whether its access writes. */
  constructor(
    registers: Registers,
    stores: readonly Store[],
    listener: Listener,
    writes: readonly boolean[],
    items: number,
    lanes: Lanes,
  ) {
    this.warps = new Warps(items, lanes);
    this.registers = registers;
    this.registersUsed = registers.numbers.length;
    this.stores = stores;
    this.listener = listener;
    this.#writes = writes;
    this.siteBits = Math.ceil(Math.log2(writes.length * 2 + 2));
  }

  /** Another group has copies of its own. */
  forgetCopies(): void {
    this.ownCopies.clear();
    this.copiedCells.clear();
    this.arrived.clear();
    this.copyBarrier = undefined;
    this.hasTouchedArrived = false;
  }

  isNarrow(mark: number): boolean {
    return this.narrow.has(siteOf(mark, this.siteBits));
  }

  isWrite(mark: number): boolean {
    return this.#writes[siteOf(mark, this.siteBits)] ?? false;
  }
}

export interface Undo {
  readonly store: Store;
  readonly place: number;
  readonly width: number;
  readonly bytes: readonly number[];
  readonly shadows: readonly number[];
}

export type UndoLog = Undo[];

export const siteOf = (mark: number, siteBits: number): number =>
  (mark & ((1 << siteBits) - 1)) >> 1;
/** The item among all. */
export const itemOf = (mark: number, siteBits: number): number => (mark >> siteBits) - 1;

/** Keeps the bytes of a place before they change. */
export function remember(log: UndoLog, store: Store, place: number, width: number): void {
  const from = place >> store.grainShift;
  log.push({
    store,
    place,
    width,
    bytes: [...store.u8.subarray(place, place + width)],
    shadows: [...store.shadows.subarray(from, from + Math.max(1, width >> store.grainShift))],
  });
}

/** Shadow bits of all cells of a piece of memory. */
export function shadowOf(store: Store, place: number, width: number): number {
  const from = place >> store.grainShift;
  let bits = store.shadows[from] ?? 0;
  for (let cell = from + 1; cell < from + (width >> store.grainShift); cell += 1)
    bits |= store.shadows[cell] ?? 0;
  return bits;
}

/** @param bits of `SHADOW`. */
export function setShadow(store: Store, place: number, width: number, bits: number): void {
  const from = place >> store.grainShift;
  store.shadows[from] = bits;
  for (let cell = from + 1; cell < from + (width >> store.grainShift); cell += 1)
    store.shadows[cell] = bits;
}
