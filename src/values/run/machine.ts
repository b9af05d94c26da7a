import type { Side } from './probe.ts';
import type { Registers } from './registers.ts';
import { MIXED, RECORD, type Store } from './store.ts';
import { WARP_SIZE } from '../../front/warp.ts';

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

/** Told of errors while items run. */
export interface Listener {
  conflict(conflict: Conflict): void;
  /** An access outside its object, or through a pointer to none. */
  outside(
    site: number,
    store: Store | undefined,
    address: number,
    bytes: number,
    isUnknown: boolean,
  ): void;
  misaligned(site: number, store: Store): void;
  /** Somebody uses what nobody has written. */
  unwritten(site: number, store: Store | undefined, place: number, use: string): void;
  dividedByZero(instruction: number, bits: number): void;
  /** A divisor depends on unstated inputs. */
  divides(instruction: number, divisor: number): void;
  /** An address depending on an unstated input. */
  unknownAddress(site: number, store: Store | undefined, bits: number): void;
  /** The text's assertion or assumption fails at an instruction. */
  broken(instruction: number, isUnknown: boolean): void;
  assumptionFailed(instruction: number): void;
  /** A branch on values that nobody has written, or stated. */
  unwrittenBranch(instruction: number): void;
  unknownBranch(instruction: number, bits: number, why: 'collective' | 'loop' | 'deep'): void;
  /** The values at hand decided a condition on unstated inputs.
   * @param distance between the sides of its comparison
   * @returns whether nothing has gone the other way so far */
  decided(instruction: number, isTrue: boolean, distance: number): boolean;
  /** A side that was not taken is looked at: what goes wrong there, might. None: that is over. */
  looksAt(side: Side | undefined): void;
  /** A loop, or a condition on arguments, was not seen to go this way. */
  doubts(side: Side): void;
  /** An access of a copy's data; the copy is told by its group's mark and its site. */
  copyUnderWay(store: Store, cell: number, copy: number, mark: number): void;
  /** An atomic access after another item's, where the order matters. */
  orderedAtomic(site: number, store: Store): void;
}

/** Meetings of lanes: what each did before its last one comes before what the others do now. */
class Warps {
  /** Counts meetings; never 0. */
  clock = 1;
  /** Each item's last meeting, and who was there. */
  readonly #met: Int32Array;
  readonly #with: Uint32Array;
  isUsed = false;

  constructor(items: number) {
    this.#met = new Int32Array(items);
    this.#with = new Uint32Array(items);
  }

  begin(): void {
    this.#met.fill(0);
    this.isUsed = false;
  }

  meet(lanes: readonly number[], set: number): void {
    this.isUsed = true;
    for (const lane of lanes) {
      this.#met[lane] = this.clock;
      this.#with[lane] = set;
    }
    this.clock += 1;
  }

  /** A time before the item's last meeting. */
  isBefore(time: number, item: number): boolean {
    return time <= (this.#met[item] ?? 0);
  }

  /** Another item came to its last meeting. */
  wasThere(other: number, item: number): boolean {
    if (other === item) return true;
    const lane = other % WARP_SIZE;
    if (other - lane !== item - (item % WARP_SIZE)) return false;
    return (((this.#with[item] ?? 0) >>> lane) & 1) === 1;
  }
}

/** The running item, and the state its steps share with the scheduler. */
export class Machine {
  readonly registers: Registers;
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
  /** Keeps changes of memory, so that they can be taken back. */
  undo: UndoLog | undefined;

  /** True where the site's access writes. */
  readonly #writes: readonly boolean[];

  /** @param writes for each site, whether its access writes. */
  constructor(
    registers: Registers,
    stores: readonly Store[],
    listener: Listener,
    writes: readonly boolean[],
    items: number,
  ) {
    this.warps = new Warps(items);
    this.registers = registers;
    this.stores = stores;
    this.listener = listener;
    this.#writes = writes;
    this.siteBits = Math.ceil(Math.log2(writes.length * 2 + 2));
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

/** A site's lowest bit in a mark tells that its access only may happen. */
export const siteOf = (mark: number, siteBits: number): number =>
  (mark & ((1 << siteBits) - 1)) >> 1;
export const isMaybe = (mark: number): boolean => (mark & 1) === 1;
/** The item among all. */
export const itemOf = (mark: number, siteBits: number): number => (mark >> siteBits) - 1;

/** Notes that the item reads a cell. */
export function noteRead(machine: Machine, store: Store, cell: number, site: number): void {
  const K = store.records;
  const k = cell << store.recordShift;
  const me = machine.mark | site;
  const bits = machine.siteBits;
  if (isFirst(machine, store, cell, k)) renew(K, k, store, me, RECORD.reader);
  else {
    const writer = K[k + RECORD.writer] ?? 0;
    if (writer !== 0 && (writer ^ me) >> bits !== 0)
      conflict(machine, store, cell, writer, me, 'group', false);
    if (store.watch.hasAtomics) {
      against(machine, store, cell, k + RECORD.atomic, me, false);
      against(machine, store, cell, k + RECORD.otherAtomic, me, false);
    }
    againstRewriter(machine, store, cell, k + RECORD.reader, me);
    againstRewriter(machine, store, cell, k + RECORD.otherReader, me);
    const reader = K[k + RECORD.reader] ?? 0;
    if (reader === 0) K[k + RECORD.reader] = me;
    else if ((reader ^ me) >> bits !== 0 && ((K[k + RECORD.otherReader] ?? 0) ^ me) >> bits !== 0)
      K[k + RECORD.otherReader] = me;
  }
  if (store.watch.betweenGroups) {
    const writer = K[k + RECORD.groupWriter] ?? 0;
    if (writer !== 0 && (writer < machine.groupFrom || writer >= machine.groupTo))
      conflict(machine, store, cell, writer, me, 'groups', false);
    if (store.watch.hasAtomics) {
      againstGroups(machine, store, cell, k + RECORD.groupAtomic, me, false);
      againstGroups(machine, store, cell, k + RECORD.otherGroupAtomic, me, false);
    }
    againstOtherRewriter(machine, store, cell, k + RECORD.groupReader, me);
    againstOtherRewriter(machine, store, cell, k + RECORD.otherGroupReader, me);
    noteGroup(machine, K, k + RECORD.groupReader, me);
  }
  if (store.copiesUnderWay > 0) {
    const copy = store.copiesTo[cell] ?? 0;
    if (copy !== 0) machine.listener.copyUnderWay(store, cell, copy, me);
  }
}

/** Notes a write. @param isSilent it writes what is there: it then stands with the readers, so that
 * the last who changed the cell stays known. */
export function noteWrite(
  machine: Machine,
  store: Store,
  cell: number,
  site: number,
  isSilent: boolean,
): void {
  const K = store.records;
  const k = cell << store.recordShift;
  const me = machine.mark | site;
  const bits = machine.siteBits;
  if (isFirst(machine, store, cell, k))
    renew(K, k, store, me, isSilent ? RECORD.reader : RECORD.writer);
  else {
    const isSame = isSilent && ((K[k + RECORD.mixed] ?? 0) & MIXED.item) === 0;
    against(machine, store, cell, k + RECORD.writer, me, isSame);
    against(machine, store, cell, k + RECORD.reader, me, isSilent);
    against(machine, store, cell, k + RECORD.otherReader, me, isSilent);
    if (!isSilent && isOneOf(K, k + RECORD.writer, me, bits))
      K[k + RECORD.mixed] = (K[k + RECORD.mixed] ?? 0) | MIXED.item;
    if (store.watch.hasAtomics) {
      against(machine, store, cell, k + RECORD.atomic, me, false);
      against(machine, store, cell, k + RECORD.otherAtomic, me, false);
    }
    if (!isSilent) K[k + RECORD.writer] = me;
    else if ((K[k + RECORD.reader] ?? 0) === 0 || ((K[k + RECORD.reader] ?? 0) ^ me) >> bits === 0)
      K[k + RECORD.reader] = me;
    else K[k + RECORD.otherReader] = me;
  }
  if (store.watch.betweenGroups) {
    const isSame = isSilent && ((K[k + RECORD.mixed] ?? 0) & MIXED.group) === 0;
    againstGroups(machine, store, cell, k + RECORD.groupWriter, me, isSame);
    againstGroups(machine, store, cell, k + RECORD.groupReader, me, isSilent);
    againstGroups(machine, store, cell, k + RECORD.otherGroupReader, me, isSilent);
    if (!isSilent && isOfGroup(machine, K, k + RECORD.groupWriter))
      K[k + RECORD.mixed] = (K[k + RECORD.mixed] ?? 0) | MIXED.group;
    if (store.watch.hasAtomics) {
      againstGroups(machine, store, cell, k + RECORD.groupAtomic, me, false);
      againstGroups(machine, store, cell, k + RECORD.otherGroupAtomic, me, false);
    }
    if (isSilent) noteGroup(machine, K, k + RECORD.groupReader, me, true);
    else K[k + RECORD.groupWriter] = me;
  }
  noteCopies(machine, store, cell, me);
}

/** Notes an atomic access, which conflicts with no other atomic.
 * @param isOrdered report earlier ones by others, since the result depends on the order. */
export function noteAtomic(
  machine: Machine,
  store: Store,
  cell: number,
  site: number,
  isOrdered: boolean,
): void {
  const K = store.records;
  const k = cell << store.recordShift;
  const me = machine.mark | site;
  const bits = machine.siteBits;
  if (isFirst(machine, store, cell, k)) renew(K, k, store, me, RECORD.atomic);
  else {
    against(machine, store, cell, k + RECORD.writer, me, false);
    against(machine, store, cell, k + RECORD.reader, me, false);
    against(machine, store, cell, k + RECORD.otherReader, me, false);
    const atomic = K[k + RECORD.atomic] ?? 0;
    if (atomic === 0) K[k + RECORD.atomic] = me;
    else if ((atomic ^ me) >> bits !== 0) {
      K[k + RECORD.otherAtomic] = me;
      if (isOrdered) machine.listener.orderedAtomic(site, store);
    }
  }
  if (store.watch.betweenGroups) {
    againstGroups(machine, store, cell, k + RECORD.groupWriter, me, false);
    againstGroups(machine, store, cell, k + RECORD.groupReader, me, false);
    againstGroups(machine, store, cell, k + RECORD.otherGroupReader, me, false);
    const first = K[k + RECORD.groupAtomic] ?? 0;
    if (isOrdered && first !== 0 && (first < machine.groupFrom || first >= machine.groupTo))
      machine.listener.orderedAtomic(site, store);
    noteGroup(machine, K, k + RECORD.groupAtomic, me);
  }
  noteCopies(machine, store, cell, me);
}

/** Notes a read or write by a whole group. */
export function noteGroupAccess(
  machine: Machine,
  store: Store,
  cell: number,
  mark: number,
  writes: boolean,
): void {
  const k = cell << store.recordShift;
  againstGroups(machine, store, cell, k + RECORD.groupWriter, mark, false);
  if (writes) {
    againstGroups(machine, store, cell, k + RECORD.groupReader, mark, false);
    againstGroups(machine, store, cell, k + RECORD.otherGroupReader, mark, false);
    store.records[k + RECORD.groupWriter] = mark;
  } else noteGroup(machine, store.records, k + RECORD.groupReader, mark);
}

function noteCopies(machine: Machine, store: Store, cell: number, me: number): void {
  if (store.copiesUnderWay === 0) return;
  const copy = (store.copiesTo[cell] ?? 0) || (store.copiesFrom[cell] ?? 0);
  if (copy !== 0) machine.listener.copyUnderWay(store, cell, copy, me);
}

/** All earlier accesses of the cell come before this one: by a barrier, or as the lanes have met. */
function isFirst(machine: Machine, store: Store, cell: number, k: number): boolean {
  const K = store.records;
  const { warps, groupFrom, siteBits, item } = machine;
  if (!warps.isUsed) return K[k] !== store.epoch;
  const at = store.times[cell] ?? 0;
  store.times[cell] = warps.clock;
  if (K[k] !== store.epoch) return true;
  if (!warps.isBefore(at, item)) return false;
  const places = store.watch.hasAtomics ? ITEMS_AND_ATOMICS : ITEMS;
  return places.every((place) => {
    const mark = K[k + place] ?? 0;
    return mark === 0 || warps.wasThere((mark - groupFrom) >> siteBits, item);
  });
}

const ITEMS = [RECORD.writer, RECORD.reader, RECORD.otherReader] as const;
const ITEMS_AND_ATOMICS = [...ITEMS, RECORD.atomic, RECORD.otherAtomic] as const;

/** The first access of a cell in an interval. */
function renew(K: Int32Array, k: number, store: Store, me: number, place: number): void {
  K[k] = store.epoch;
  K[k + RECORD.writer] = 0;
  K[k + RECORD.reader] = 0;
  K[k + RECORD.otherReader] = 0;
  K[k + RECORD.mixed] = (K[k + RECORD.mixed] ?? 0) & ~MIXED.item;
  if (store.watch.hasAtomics) {
    K[k + RECORD.atomic] = 0;
    K[k + RECORD.otherAtomic] = 0;
  }
  K[k + place] = me;
}

/** The item wrote or read, in three places from the writer's. */
const isOneOf = (K: Int32Array, writer: number, me: number, bits: number): boolean =>
  ((K[writer] ?? 0) ^ me) >> bits === 0 ||
  ((K[writer + 1] ?? 0) ^ me) >> bits === 0 ||
  ((K[writer + 2] ?? 0) ^ me) >> bits === 0;

/** The same of the group that runs. */
function isOfGroup({ groupFrom, groupTo }: Machine, K: Int32Array, writer: number): boolean {
  for (let place = writer; place < writer + 3; place += 1) {
    const mark = K[place] ?? 0;
    if (mark >= groupFrom && mark < groupTo) return true;
  }
  return false;
}

/** Keeps the mark in the first of two places, or the second if another group has the first. */
function noteGroup(
  machine: Machine,
  K: Int32Array,
  place: number,
  me: number,
  replaces = false,
): void {
  const first = K[place] ?? 0;
  if (first === 0 || (replaces && first >= machine.groupFrom && first < machine.groupTo))
    K[place] = me;
  else if (first < machine.groupFrom || first >= machine.groupTo) K[place + 1] = me;
}

function against(
  machine: Machine,
  store: Store,
  cell: number,
  place: number,
  me: number,
  isSilent: boolean,
): void {
  const other = store.records[place] ?? 0;
  if (other !== 0 && (other ^ me) >> machine.siteBits !== 0)
    conflict(machine, store, cell, other, me, 'group', isSilent && machine.isWrite(other));
}

/** Silent writes conflict with reads like any other. */
function againstRewriter(
  machine: Machine,
  store: Store,
  cell: number,
  place: number,
  me: number,
): void {
  const other = store.records[place] ?? 0;
  if (other !== 0 && (other ^ me) >> machine.siteBits !== 0 && machine.isWrite(other))
    conflict(machine, store, cell, other, me, 'group', false);
}

function againstOtherRewriter(
  machine: Machine,
  store: Store,
  cell: number,
  place: number,
  me: number,
): void {
  const other = store.records[place] ?? 0;
  const isOther = other !== 0 && (other < machine.groupFrom || other >= machine.groupTo);
  if (isOther && machine.isWrite(other)) conflict(machine, store, cell, other, me, 'groups', false);
}

function againstGroups(
  machine: Machine,
  store: Store,
  cell: number,
  place: number,
  me: number,
  isSilent: boolean,
): void {
  const other = store.records[place] ?? 0;
  if (other !== 0 && (other < machine.groupFrom || other >= machine.groupTo))
    conflict(machine, store, cell, other, me, 'groups', isSilent && machine.isWrite(other));
}

function conflict(
  machine: Machine,
  store: Store,
  cell: number,
  earlier: number,
  later: number,
  scope: Scope,
  isSilent: boolean,
): void {
  machine.listener.conflict({ store, cell, earlier, later, scope, isSilent });
}

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
