import type { Doing, LaneRecords } from './lane-records.ts';
import type { Machine, Scope } from './machine.ts';
import { isMaybe, RECORD, type Store } from './store.ts';

/** Where the records of an interval's items begin, and those of the whole kernel's groups. */
const WRITER: Readonly<Record<Scope, number>> = {
  group: RECORD.writer,
  groups: RECORD.groupWriter,
};
const ATOMIC: Readonly<Record<Scope, number>> = {
  group: RECORD.atomic,
  groups: RECORD.groupAtomic,
};
const READER = RECORD.reader - RECORD.writer;
const OTHER = RECORD.otherReader - RECORD.writer;

/** The running item's mark for an access, which is remembered where it may only happen and does. */
function marked(machine: Machine, store: Store, cell: number, site: number): number {
  const mark = machine.mark | site;
  if (isMaybe(mark) && machine.undo === undefined) store.takes(mark, cell);
  return mark;
}

/** Notes that the item reads a cell. */
export function noteRead(machine: Machine, store: Store, cell: number, site: number): void {
  const K = store.records;
  const k = cell << store.recordShift;
  const me = marked(machine, store, cell, site);
  if (store.lanes !== undefined)
    noteLane(machine, store, store.lanes, { cell, site, doing: 'read' });
  else if (K[k] !== store.epoch) renew(K, k, store, me, RECORD.reader);
  else {
    againstWriters(machine, store, cell, me, 'group');
    const reader = K[k + RECORD.reader] ?? 0;
    const other = K[k + RECORD.otherReader] ?? 0;
    if (reader === 0) K[k + RECORD.reader] = me;
    else if (!isForeign(machine, reader, me, 'group'))
      noteBeside(machine, K, k + RECORD.reader, me, 'group');
    else if ((other ^ me) >> machine.siteBits !== 0) K[k + RECORD.otherReader] = me;
  }
  if (store.watch.betweenGroups) {
    againstWriters(machine, store, cell, me, 'groups');
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
  const me = marked(machine, store, cell, site);
  if (store.lanes !== undefined)
    noteLane(machine, store, store.lanes, { cell, site, doing: isSilent ? 'silent' : 'write' });
  else if (K[k] !== store.epoch) renew(K, k, store, me, isSilent ? RECORD.reader : RECORD.writer);
  else {
    againstAll(machine, store, cell, me, 'group', isSilent);
    if (!isSilent) noteMixed(machine, store, cell, me, 'group');
    againstAtomics(machine, store, cell, me, 'group');
    if (!isSilent) K[k + RECORD.writer] = me;
    else if (isForeign(machine, K[k + RECORD.reader] ?? 0, me, 'group'))
      K[k + RECORD.otherReader] = me;
    else if (K[k + RECORD.reader] === 0) K[k + RECORD.reader] = me;
    else noteBeside(machine, K, k + RECORD.reader, me, 'group');
  }
  if (store.watch.betweenGroups) {
    againstAll(machine, store, cell, me, 'groups', isSilent);
    if (!isSilent) noteMixed(machine, store, cell, me, 'groups');
    againstAtomics(machine, store, cell, me, 'groups');
    if (isSilent) noteGroup(machine, K, k + RECORD.groupReader, me);
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
  const me = marked(machine, store, cell, site);
  if (store.lanes !== undefined)
    noteLane(machine, store, store.lanes, { cell, site, doing: 'atomic', isOrdered });
  else if (K[k] !== store.epoch) renew(K, k, store, me, RECORD.atomic);
  else {
    againstAll(machine, store, cell, me, 'group', false);
    const atomic = K[k + RECORD.atomic] ?? 0;
    if (atomic === 0) K[k + RECORD.atomic] = me;
    else if (isForeign(machine, atomic, me, 'group')) {
      K[k + RECORD.otherAtomic] = me;
      if (isOrdered) machine.listener.orderedAtomic(site, store);
    }
  }
  if (store.watch.betweenGroups) {
    againstAll(machine, store, cell, me, 'groups', false);
    if (isOrdered && isForeign(machine, K[k + RECORD.groupAtomic] ?? 0, me, 'groups'))
      machine.listener.orderedAtomic(site, store);
    noteGroupAtomic(machine, store, cell, me);
  }
  noteCopies(machine, store, cell, me);
}

/** Between groups, one that is atomic in its own alone races with any other. */
function noteGroupAtomic(machine: Machine, store: Store, cell: number, me: number): void {
  const K = store.records;
  const from = (cell << store.recordShift) + RECORD.groupAtomic;
  if (machine.narrow.size > 0) {
    for (let place = from; place <= from + 1; place += 1)
      if (machine.isNarrow(me) || machine.isNarrow(K[place] ?? 0))
        against(machine, store, cell, place, me, 'groups', false);
    const first = K[from] ?? 0;
    if (machine.isNarrow(me) && !isForeign(machine, first, me, 'groups')) K[from] = me;
  }
  noteGroup(machine, K, from, me);
}

interface Asked {
  readonly cell: number;
  readonly site: number;
  readonly doing: Doing;
  readonly isOrdered?: boolean;
}

/** Notes an access where lanes meet, and reports those of others that nothing orders before it. */
function noteLane(
  machine: Machine,
  store: Store,
  lanes: LaneRecords,
  { cell, site, doing, isOrdered = false }: Asked,
): void {
  const { item, warps, listener } = machine;
  const later = machine.mark | site;
  const own = { item, mark: later, time: warps.clock, doing, isMaybe: isMaybe(later) };
  lanes.note(cell, store.epoch, own, (earlier, isSilent) => {
    if (warps.isBefore(earlier.time, earlier.item, item)) return;
    if (doing !== 'atomic' || earlier.doing !== 'atomic')
      listener.conflict({ store, cell, earlier: earlier.mark, later, scope: 'group', isSilent });
    else if (isOrdered) listener.orderedAtomic(site, store);
  });
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
  if (writes) {
    againstAll(machine, store, cell, mark, 'groups', false);
    store.records[k + RECORD.groupWriter] = mark;
  } else {
    against(machine, store, cell, k + RECORD.groupWriter, mark, 'groups', false);
    noteGroup(machine, store.records, k + RECORD.groupReader, mark);
  }
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
  K[k + RECORD.mixed] = 0;
  if (store.watch.hasAtomics) {
    K[k + RECORD.atomic] = 0;
    K[k + RECORD.otherAtomic] = 0;
  }
  K[k + place] = me;
}

/** Keeps the write of other contents that the item or its group made before one that changes the cell: who
 * writes as that one does races with it still. Its reads stay noted, and meet others' writes themselves. */
function noteMixed(machine: Machine, store: Store, cell: number, me: number, scope: Scope): void {
  const writer = (cell << store.recordShift) + WRITER[scope];
  for (let place = writer; place <= writer + OTHER; place += 1) {
    const mark = store.records[place] ?? 0;
    if (mark === 0 || isForeign(machine, mark, me, scope) || !machine.isWrite(mark)) continue;
    if (scope === 'groups') store.mixedByGroup[cell] = mark;
    else store.records[(cell << store.recordShift) + RECORD.mixed] = mark;
    return;
  }
}

/** Keeps the mark in the first of two places, or the second if another group has the first. */
function noteGroup(machine: Machine, K: Int32Array, place: number, me: number): void {
  const first = K[place] ?? 0;
  if (first === 0) K[place] = me;
  else if (isForeign(machine, first, me, 'groups')) K[place + 1] = me;
  else noteBeside(machine, K, place, me, 'groups');
}

/** Keeps a read beside a silent write of the same item or group, which has the first of two places:
 * others race with the read alone. Where another has the second, it has met one of them already. */
function noteBeside(
  machine: Machine,
  K: Int32Array,
  place: number,
  me: number,
  scope: Scope,
): void {
  if (machine.isWrite(K[place] ?? 0) === machine.isWrite(me)) return;
  if (!isForeign(machine, K[place + 1] ?? 0, me, scope)) K[place + 1] = me;
}

/** A mark of another item, or of another group than the one that runs. */
function isForeign(machine: Machine, mark: number, me: number, scope: Scope): boolean {
  if (mark === 0) return false;
  if (scope === 'group') return (mark ^ me) >> machine.siteBits !== 0;
  return mark < machine.groupFrom || mark >= machine.groupTo;
}

function against(
  machine: Machine,
  store: Store,
  cell: number,
  place: number,
  me: number,
  scope: Scope,
  canBeSilent: boolean,
): void {
  meets(machine, store, cell, store.records[place] ?? 0, me, scope, canBeSilent);
}

function meets(
  machine: Machine,
  store: Store,
  cell: number,
  earlier: number,
  me: number,
  scope: Scope,
  canBeSilent: boolean,
): void {
  if (!isForeign(machine, earlier, me, scope)) return;
  const isSilent = canBeSilent && machine.isWrite(earlier);
  machine.listener.conflict({ store, cell, earlier, later: me, scope, isSilent });
}

/** A write's conflicts. */
function againstAll(
  machine: Machine,
  store: Store,
  cell: number,
  me: number,
  scope: Scope,
  isSilent: boolean,
): void {
  const k = cell << store.recordShift;
  const from = k + WRITER[scope];
  against(machine, store, cell, from, me, scope, isSilent);
  against(machine, store, cell, from + READER, me, scope, isSilent);
  against(machine, store, cell, from + OTHER, me, scope, isSilent);
  if (!isSilent) return;
  const mixed = scope === 'group' ? store.records[k + RECORD.mixed] : store.mixedByGroup[cell];
  meets(machine, store, cell, mixed ?? 0, me, scope, false);
}

function againstAtomics(
  machine: Machine,
  store: Store,
  cell: number,
  me: number,
  scope: Scope,
): void {
  if (!store.watch.hasAtomics) return;
  const from = (cell << store.recordShift) + ATOMIC[scope];
  against(machine, store, cell, from, me, scope, false);
  against(machine, store, cell, from + 1, me, scope, false);
}

/** A read's conflicts. Silent writes, which stand with the readers, conflict like any other. */
function againstWriters(
  machine: Machine,
  store: Store,
  cell: number,
  me: number,
  scope: Scope,
): void {
  const K = store.records;
  const from = (cell << store.recordShift) + WRITER[scope];
  against(machine, store, cell, from, me, scope, false);
  againstAtomics(machine, store, cell, me, scope);
  for (let place = from + READER; place <= from + OTHER; place += 1)
    if (machine.isWrite(K[place] ?? 0)) against(machine, store, cell, place, me, scope, false);
}
