import { placeOf } from '../pointer.ts';
import type { Instruction } from '../program.ts';
import { type Machine, remember } from './machine.ts';
import { type Operation, SHADOW } from './registers.ts';
import type { Store } from './store.ts';

/** Another order would give another value. */
export function openShadow({ registers: { shadows: S } }: Machine, target: number): Operation {
  return () => {
    S[target] = (S[target] ?? 0) | SHADOW.contents;
  };
}

export function clearShadow({ registers: { shadows: S } }: Machine, target: number): Operation {
  return () => {
    S[target] = 0;
  };
}

/** A register or a private object is as new. */
export function forget(
  machine: Machine,
  step: Extract<Instruction, { kind: 'forget' }>,
): Operation {
  const { registers } = machine;
  if ('target' in step)
    return () => {
      registers.shadows[step.target] = SHADOW.unwritten;
    };
  return () => {
    const store = machine.stores[step.memory.object];
    if (store === undefined || store.shadows.length === 0) return;
    const { base, bytes, grainShift } = store;
    if (machine.undo !== undefined) remember(machine.undo, store, base, bytes);
    store.shadows.fill(SHADOW.unwritten, base >> grainShift, (base + bytes) >> grainShift);
  };
}

/** Tells of an address that is garbage or that inputs decide. */
export function checkAddress(
  { registers, listener }: Machine,
  register: number,
  site: number,
  store: Store | undefined,
): Operation {
  const S = registers.shadows;
  return () => {
    const bits = S[register] ?? 0;
    if (bits === 0) return;
    if ((bits & SHADOW.garbage) !== 0)
      listener.unwritten(site, undefined, register, 'uses as an address');
    if ((bits & SHADOW.unknown) !== 0) listener.unknownAddress(site, store, bits);
  };
}

/** A value read at an unknown place is unknown. */
export function spreadToTarget(
  { registers: { shadows: S } }: Machine,
  address: number,
  target: number,
): Operation {
  return () => {
    S[target] = (S[target] ?? 0) | ((S[address] ?? 0) & SHADOW.unknown);
  };
}

/** So are all cells that a write at an unknown place may have hit.
 * @param reach the offsets that are possible, if known. */
export function spreadToCells(
  { registers, stores }: Machine,
  address: number,
  store: Store | undefined,
  reach: { readonly low: number; readonly high: number } | undefined,
): Operation {
  const { numbers: R, shadows: S } = registers;
  const low = Math.max(0, reach?.low ?? 0);
  const end = (reach?.high ?? Infinity) + 8;
  return () => {
    const bits = (S[address] ?? 0) & SHADOW.unknown;
    if (bits === 0) return;
    const found = store ?? stores[placeOf(R[address] ?? 0).object];
    if (found !== undefined) doubt(found, low, end, bits);
  };
}

/** More cells than this are marked once in an interval between barriers. */
const MANY_CELLS = 1024;

/** Marks the bytes of a piece of memory. */
function doubt(store: Store, low: number, end: number, bits: number): void {
  const { base, bytes, grainShift, shadows, doubted, epoch } = store;
  const from = (base + low) >> grainShift;
  const to = Math.min((base + Math.min(bytes, end)) >> grainShift, shadows.length);
  if (to - from > MANY_CELLS) {
    const isWithin = from >= doubted.from && to <= doubted.to && (bits & ~doubted.bits) === 0;
    if (isWithin && doubted.epoch === epoch) return;
    Object.assign(doubted, { from, to, bits, epoch });
  }
  for (let cell = from; cell < to; cell += 1) shadows[cell] = (shadows[cell] ?? 0) | bits;
}
