import type { Registers } from './registers.ts';
import { MIXED, RECORD, type Store } from './store.ts';

/** How far an access can be seen by others. */
export type Scope = 'group' | 'groups';

/** Two accesses of one cell that nothing orders. Marks are those of `Machine.mark` with a site. */
export interface Conflict {
  readonly store: Store;
  readonly cell: number;
  readonly earlier: number;
  readonly later: number;
  readonly scope: Scope;
  /** Both write, the later one what is there already. */
  readonly isSilent: boolean;
}

/** What goes wrong while items run, told to whoever wants to know. */
export interface Listener {
  conflict(conflict: Conflict): void;
  /** An access without a place: outside of its object, or through a pointer to none. */
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
  dividedByZero(instruction: number, isUnknown: boolean): void;
  /** An address that depends on an input that nobody stated. */
  unknownAddress(site: number, store: Store | undefined, bits: number): void;
  /** What the text asserts or assumes does not hold, at an instruction. */
  broken(instruction: number, isUnknown: boolean): void;
  assumptionFailed(instruction: number): void;
  /** A branch that depends on what nobody has written, or stated. */
  unwrittenBranch(instruction: number): void;
  unknownBranch(instruction: number, bits: number, why: 'collective' | 'loop' | 'deep'): void;
  /** A condition on inputs nobody stated was decided by the values at hand. */
  decided(instruction: number, isTrue: boolean): void;
  /** An access of what a copy is moving; a copy is told by the mark of its group and its site. */
  copyUnderWay(store: Store, cell: number, copy: number, mark: number): void;
  /** An atomic access of a place that another item has accessed, where it matters who was first. */
  orderedAtomic(site: number, store: Store): void;
}

/** The item that runs, and what its steps share with those who schedule it. */
export class Machine {
  readonly registers: Registers;
  readonly stores: readonly Store[];
  readonly listener: Listener;
  /** Bits of a mark that tell the site; the item stands above them. */
  readonly siteBits: number;
  /** Who acts: the item's number among all, from 1, above the bits of a site. */
  mark = 0;
  /** The marks of the group are from the first up to and without the second. */
  groupFrom = 0;
  groupTo = 0;
  /** Item in its group, and the group. */
  item = 0;
  group = 0;
  /** Conditions on inputs of these sorts (bits of `SHADOW`) make an access one that only may happen: contents
   * always, arguments where those that are tried are not the usual ones. */
  uncertain = 1;
  /** What the conditions depend on that led the item here: bits of `SHADOW`. */
  control = 0;
  /** Where changes of memory are kept, so that they can be taken back. */
  undo: UndoLog | undefined;

  /** Whether the access of a site writes. */
  readonly #writes: readonly boolean[];

  /** @param writes for each site, whether its access writes. */
  constructor(
    registers: Registers,
    stores: readonly Store[],
    listener: Listener,
    writes: readonly boolean[],
  ) {
    this.registers = registers;
    this.stores = stores;
    this.listener = listener;
    this.#writes = writes;
    this.siteBits = Math.ceil(Math.log2(writes.length * 2 + 2));
  }

  /** Whether a mark is that of a write. */
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

/** What the sites of a program do; the lowest bit of a site in a mark tells that it only may. */
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
  if (K[k] !== store.epoch) renew(K, k, store, me, RECORD.reader);
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

/** Notes that the item writes a cell. @param isSilent it writes what is there: it stands with the readers then, so
 * that the last who changed the cell is still known. */
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
  if (K[k] !== store.epoch) renew(K, k, store, me, isSilent ? RECORD.reader : RECORD.writer);
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

/** Notes that the item accesses a cell atomically: no conflict with others that do.
 * @param isOrdered tell where others did before, since the result depends on who comes first. */
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
  if (K[k] !== store.epoch) renew(K, k, store, me, RECORD.atomic);
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

/** Notes that a group as a whole reads or writes a cell. */
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

/** Whether the item is one of those that wrote or read, in three places from the writer's. */
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

/** Keeps the mark in the first of two places, or in the second where another group has the first. */
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

/** A read conflicts with those that write what is there as with any that write. */
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

/** The shadow of a piece of memory: the bits of all of its cells. */
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
