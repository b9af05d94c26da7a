import { type Machine, type OwnCopies, setShadow, shadowOf } from './machine.ts';
import { noteWrite } from './races.ts';
import { SHADOW } from './registers.ts';
import type { Store } from './store.ts';

/** Asynchronous copies that items make by themselves. A copy is written when it begins, but reads as nothing
 * until its item has waited for it, and is written again then: it may move at any time between. */

function ownOf({ item, ownCopies }: Machine): OwnCopies {
  const known = ownCopies.get(item) ?? { batches: 0, underWay: [] };
  ownCopies.set(item, known);
  return known;
}

/** The item's store to a place was a copy's. */
export function beginCopy(
  machine: Machine,
  store: Store,
  at: number,
  width: number,
  site: number,
): void {
  if (store.shadows.length === 0) return;
  const bits = shadowOf(store, at, width);
  setShadow(store, at, width, bits | SHADOW.unwritten);
  // What is only tried is taken back.
  if (machine.undo !== undefined) return;
  const { underWay, batches } = ownOf(machine);
  underWay.push({ store, at, width, site, bits, batch: batches });
}

export function commitCopies(machine: Machine): void {
  if (machine.undo === undefined) ownOf(machine).batches += 1;
}

/** Those of all but the last batches are done. */
export function settleCopies(machine: Machine, keeps: number): void {
  if (machine.undo !== undefined) return;
  const own = ownOf(machine);
  const done = own.underWay.filter(({ batch }) => batch < own.batches - keeps);
  for (const { store, at, width, site, bits } of done) {
    setShadow(store, at, width, bits);
    if (!store.watch.isShared) continue;
    const from = at >> store.grainShift;
    for (let cell = from; cell < from + (width >> store.grainShift); cell += 1)
      noteWrite(machine, store, cell, site, false);
  }
  own.underWay.splice(0, done.length);
}
