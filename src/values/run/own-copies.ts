import type { CopyEnd, Followed } from '../program.ts';
import { type Machine, type OwnCopies, type Piece, setShadow, shadowOf } from './machine.ts';
import { noteRead, noteWrite } from './races.ts';
import { SHADOW } from './registers.ts';

/** Asynchronous copies that items make by themselves. A copy is written when it begins, but reads as nothing
 * until its item has waited for it, and is read and written again then: it may move at any time between. */

function ownOf({ item, ownCopies }: Machine): OwnCopies {
  const known = ownCopies.get(item) ?? {
    batches: 0,
    hasTouched: false,
    underWay: [],
    arrivals: new Map<number, number>(),
    hasArrived: false,
  };
  ownCopies.set(item, known);
  return known;
}

/** The piece's cells become places that a copy under way reads or writes, or one copy less does. */
function count({ copiedCells }: Machine, piece: Piece | undefined, by: 1 | -1): void {
  if (piece === undefined) return;
  const cells = copiedCells.get(piece.store) ?? new Map<number, number>();
  copiedCells.set(piece.store, cells);
  forCells(piece, (cell) => cells.set(cell, (cells.get(cell) ?? 0) + by));
}

/** An item accesses memory: what it writes must be no copy's that is under way. */
export function touchCopies(
  machine: Machine,
  piece: Piece,
  isWrite: boolean,
  isCopy: boolean,
  index: number,
): void {
  if (isCopy && !isWrite) machine.copySource = piece;
  if (!isCopy && piece.store.watch.isShared) {
    const own = ownOf(machine);
    own.hasTouched = true;
    if (own.hasArrived && machine.undo === undefined) machine.hasTouchedArrived = true;
  }
  if (!isWrite || piece.at === piece.store.spare) return;
  const cells = machine.copiedCells.get(piece.store);
  if (cells === undefined) return;
  forCells(piece, (cell) => {
    if ((cells.get(cell) ?? 0) > 0) machine.listener.notFollowed(index, 'touched');
  });
}

/** The item's store to a place was a copy's. */
export function beginCopy(machine: Machine, piece: Piece, by: CopyEnd): void {
  const { store, at, width } = piece;
  if (store.shadows.length === 0) return;
  const bits = shadowOf(store, at, width);
  setShadow(store, at, width, bits | SHADOW.unwritten);
  // A trial is undone.
  if (machine.undo !== undefined) return;
  const { underWay, batches } = ownOf(machine);
  const source = machine.copySource;
  count(machine, piece, 1);
  count(machine, source, 1);
  underWay.push({ ...piece, source, by, bits, batch: batches });
}

export function commitCopies(machine: Machine): void {
  if (machine.undo === undefined) ownOf(machine).batches += 1;
}

/** Those of all but the last batches are done, or all that a barrier ends. */
export function settleCopies(machine: Machine, keeps: number, end: CopyEnd): void {
  if (machine.undo !== undefined) return;
  const own = ownOf(machine);
  const isDone = ({ batch, by }: { readonly batch: number; readonly by: CopyEnd }): boolean =>
    by === end && (by === 'barrier' || batch < own.batches - keeps);
  const done = own.underWay.filter(isDone);
  own.underWay = own.underWay.filter((each) => !isDone(each));
  for (const copy of done) {
    const { store, at, width, bits, site, source } = copy;
    count(machine, copy, -1);
    count(machine, source, -1);
    setShadow(store, at, width, bits);
    if (source?.store.watch.isShared === true)
      forCells(source, (cell) => noteRead(machine, source.store, cell, source.site));
    if (store.watch.isShared)
      forCells(copy, (cell) => noteWrite(machine, store, cell, site, false));
  }
}

function forCells({ store, at, width }: Piece, visit: (cell: number) => void): void {
  if (at === store.spare) return;
  const from = at >> store.grainShift;
  const end = from + Math.max(1, width >> store.grainShift);
  for (let cell = from; cell < end; cell += 1) visit(cell);
}

export function follow(
  machine: Machine,
  index: number,
  what: Followed,
  [holds = 1, second]: readonly number[],
): void {
  if (machine.undo !== undefined) return;
  const own = ownOf(machine);
  if (holds === 0 && (what === 'from-here' || what === 'arrivals')) {
    const isTurn = own.hasArrived === (what === 'arrivals');
    own.hasArrived = what === 'from-here';
    const isTouched = what === 'arrivals' && machine.hasTouchedArrived;
    if (!isTurn || isTouched) machine.listener.notFollowed(index, 'barrier');
  }
  if (what === 'from-here') {
    own.hasTouched = false;
    const often = (own.arrivals.get(holds) ?? 0) + 1;
    own.arrivals.set(holds, often);
    const key = `${holds} ${often}`;
    machine.arrived.set(key, (machine.arrived.get(key) ?? 0) + 1);
  } else if (what === 'arrivals') {
    const arrived = machine.arrived.get(`${holds} ${own.arrivals.get(holds) ?? 0}`);
    if (arrived !== second) machine.listener.notFollowed(index, what);
  } else if (what === 'barrier') {
    machine.copyBarrier ??= second;
    if (holds === 0 || machine.copyBarrier !== second) machine.listener.notFollowed(index, what);
  } else if (holds === 0 || (what === 'stage' && own.hasTouched))
    machine.listener.notFollowed(index, what);
}
