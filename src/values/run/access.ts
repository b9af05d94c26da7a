import { SCALARS, type Scalar } from '../../front/scalar.ts';
import { placeOf, pointerTo } from '../pointer.ts';
import type { Instruction } from '../program.ts';
import { readScalar, writeScalar } from './conversion.ts';
import { type Machine, remember, setShadow, shadowOf } from './machine.ts';
import { noteRead, noteWrite } from './races.ts';
import { unsetOf } from './open-inputs.ts';
import { type Operation, SHADOW, setValue, valueIn } from './registers.ts';
import type { Store } from './store.ts';

/** An access of memory: its instruction, its store, and the registers of its parts. */
export interface Access {
  readonly machine: Machine;
  /** Number among the memory instructions, times two, as in marks. */
  readonly site: number;
  readonly type: Scalar;
  /** Bytes of which the address is a multiple. */
  readonly aligned: number;
  /** Register with the address: bytes into the object, after subtracting `bias`. */
  readonly address: number;
  readonly bias: number;
  /** Register with the byte in the store, set by `locate`. */
  readonly place: number;
}

/** Finds the byte in a store, or its spare bytes for a bad place. */
export function locate(
  { machine, site, type, aligned, address, bias, place }: Access,
  store: Store,
): Operation {
  const { numbers: R, shadows: S } = machine.registers;
  const width = SCALARS[type].bytes;
  const last = store.bytes - width;
  const within = Math.max(store.grain, 1) >= width ? width - 1 : store.grain - 1;
  const apart = aligned > within + 1 ? aligned - 1 : 0;
  return () => {
    const offset = (R[address] ?? 0) - bias;
    if ((offset & apart) !== 0)
      machine.listener.unaligned(site, store, aligned, (S[address] ?? 0) & SHADOW.unknown);
    if (offset >= 0 && offset <= last && (offset & within) === 0) R[place] = offset + store.base;
    else if (offset >= 0 && offset <= last) machine.listener.misaligned(site, store);
    else {
      const unknown = (S[address] ?? 0) & SHADOW.unknown;
      machine.listener.outside(site, store, offset, width, unknown);
      R[place] = store.spare;
    }
  };
}

/** Loads from a known object: `locate`, then the watch, then the value.
 * @param passes unwritten values are passed on, and no fault. */
export function loadOperations(
  access: Access,
  store: Store,
  target: number,
  passes: boolean,
): Operation[] {
  const { machine, type, place } = access;
  const operations = [locate(access, store)];
  if (store.watch.isShared) operations.push(watchRead(access, store));
  if (store.watch.hasShadows) operations.push(shadowRead(access, store, target, passes));
  const R = machine.registers.numbers;
  const { i32, u32, f32, f64, u8 } = store;
  if (SCALARS[type].bytes > store.grain && store.grain < 4) {
    // It may begin at any cell, which typed arrays cannot index.
    operations.push(() => {
      setValue(machine.registers, target, type, readScalar(store.data, R[place] ?? 0, type));
    });
    return operations;
  }
  if (type === 'double' && store.grain === 8) {
    operations.push(() => {
      R[target] = f64[(R[place] ?? 0) >> 3] ?? 0;
    });
    return operations;
  }
  switch (type) {
    case 'int':
      operations.push(() => {
        R[target] = i32[(R[place] ?? 0) >> 2] ?? 0;
      });
      break;
    case 'uint':
      operations.push(() => {
        R[target] = u32[(R[place] ?? 0) >> 2] ?? 0;
      });
      break;
    case 'float':
      operations.push(() => {
        R[target] = f32[(R[place] ?? 0) >> 2] ?? 0;
      });
      break;
    case 'uchar':
      operations.push(() => {
        R[target] = u8[R[place] ?? 0] ?? 0;
      });
      break;
    default:
      operations.push(() => {
        setValue(machine.registers, target, type, readScalar(store.data, R[place] ?? 0, type));
      });
  }
  return operations;
}

function watchRead({ machine, site, type, place }: Access, store: Store): Operation {
  const R = machine.registers.numbers;
  const { grainShift, spare } = store;
  const cells = SCALARS[type].bytes >> grainShift;
  if (cells === 1)
    return () => {
      const at = R[place] ?? 0;
      if (at !== spare) noteRead(machine, store, at >> grainShift, site);
    };
  return () => {
    const at = R[place] ?? 0;
    if (at === spare) return;
    const from = at >> grainShift;
    for (let cell = from; cell < from + cells; cell += 1) noteRead(machine, store, cell, site);
  };
}

function shadowRead(
  { machine, site, type, place }: Access,
  store: Store,
  target: number,
  passes: boolean,
): Operation {
  const { numbers: R, shadows: S } = machine.registers;
  const width = SCALARS[type].bytes;
  const { object, base, bytes } = store;
  const isOfOthers = (object.space === 'local' || unsetOf(object) !== undefined) && !passes;
  // The last cell of an exchange is of no lane; what a lane brings may be nothing, if nobody uses it.
  const noted = !isOfOthers ? Infinity : object.isExchange === true ? base + bytes - width : 0;
  // The host leaves the rest of a constant 0.
  const kept = object.space === 'constant' ? ~SHADOW.unwritten : ~0;
  return () => {
    const at = R[place] ?? 0;
    const bits = at === store.spare ? SHADOW.contents : shadowOf(store, at, width);
    const isUnwritten = (bits & SHADOW.unwritten) !== 0;
    if (isUnwritten && at >= noted) machine.listener.readsUnwritten(site, store, at);
    S[target] = bits & kept;
  };
}

type StructCopy = Pick<Extract<Instruction, { kind: 'store' }>, 'copies' | 'others'>;

const isLeftEmpty = (store: Store, at: number): boolean =>
  at >= 0 && (shadowOf(store, at, 1) & SHADOW.unwritten) !== 0;

/** Stores to a known object. @param isShadowed the value can be unwritten or unknown.
 * @param copy an unwritten value may be passed on, in a struct, if not all are unwritten. */
export function storeOperations(
  access: Access,
  store: Store,
  value: number,
  isShadowed: boolean,
  copy: StructCopy,
): Operation[] {
  const operations = [locate(access, store), write(access, store, value, isShadowed)];
  if (store.watch.hasShadows) operations.push(shadowWrite(access, store, value, isShadowed, copy));
  return operations;
}

function write(
  { machine, site, type, place }: Access,
  store: Store,
  value: number,
  isShadowed: boolean,
): Operation {
  const { numbers: R, shadows: S } = machine.registers;
  const { spare, grainShift, data, i32, f32 } = store;
  const width = SCALARS[type].bytes;
  const cells = width >> grainShift;
  const isPlain = store.grain >= 4;
  const { isShared, hasShadows } = store.watch;
  // Unwritten contents equal no number; outside local memory they are told at once.
  const mayBePassed = isShadowed && store.object.space === 'local';
  const note = (at: number, isSilent: boolean): void => {
    if (machine.undo !== undefined) remember(machine.undo, store, at, width);
    if (!isShared) return;
    const isGarbage =
      (mayBePassed && ((S[value] ?? 0) & SHADOW.garbage) !== 0) ||
      (hasShadows && (shadowOf(store, at, width) & SHADOW.garbage) !== 0);
    const silent = isSilent && !isGarbage;
    const from = at >> grainShift;
    for (let cell = from; cell < from + cells; cell += 1)
      noteWrite(machine, store, cell, site, silent);
    if (!isSilent) store.changes += 1;
  };
  if (isPlain && (type === 'int' || type === 'uint'))
    return () => {
      const at = R[place] ?? 0;
      if (at === spare) return;
      const number = (R[value] ?? 0) | 0;
      note(at, i32[at >> 2] === number);
      i32[at >> 2] = number;
    };
  if (isPlain && type === 'float')
    return () => {
      const at = R[place] ?? 0;
      if (at === spare) return;
      const number = R[value] ?? 0;
      const old = f32[at >> 2] ?? 0;
      note(at, old === number || (Number.isNaN(old) && Number.isNaN(number)));
      f32[at >> 2] = number;
    };
  return () => {
    const at = R[place] ?? 0;
    if (at === spare) return;
    const number = valueIn(machine.registers, value, type);
    const old = readScalar(data, at, type);
    note(at, old === number || (Number.isNaN(old) && Number.isNaN(number)));
    writeScalar(data, at, type, number);
  };
}

function shadowWrite(
  { machine, site, type, place }: Access,
  store: Store,
  value: number,
  isShadowed: boolean,
  { copies: passes = false, others }: StructCopy,
): Operation {
  const { numbers: R, shadows: S } = machine.registers;
  const width = SCALARS[type].bytes;
  const told = passes ? SHADOW.spoilt : SHADOW.garbage;
  const { object } = store;
  // In a group's own memory nobody may use it, as what a lane without a value brings to a shuffle.
  const isPassed = object.space === 'private' || object.space === 'local';
  const isWritten = object.space === 'local' && object.isExchange !== true && !passes;
  return () => {
    const at = R[place] ?? 0;
    if (at === store.spare) return;
    const bits = machine.control | (isShadowed ? (S[value] ?? 0) : 0);
    const isEmpty = (bits & SHADOW.unwritten) !== 0;
    if (!isPassed && others) {
      const left = others.filter((by) => isLeftEmpty(store, at + by));
      if (isEmpty) left.push(0);
      if (left.length > others.length) machine.listener.unwritten(site, undefined, value, 'stores');
      else if (left[0] !== undefined) machine.listener.passesOn(site, store, at + left[0]);
    }
    if (!isPassed && (bits & told) !== 0)
      machine.listener.unwritten(site, undefined, value, 'stores');
    // Written it is, if by nothing.
    const isSpoilt = isWritten && (bits & SHADOW.unwritten) !== 0;
    const kept = isSpoilt ? (bits & ~SHADOW.unwritten) | SHADOW.spoilt : bits;
    setShadow(store, at, width, isPassed ? kept : bits & ~told);
  };
}

/** A pointer that may point anywhere: its target decides at run time.
 * @param read the register that a load sets; without memory it is unknown */
export function anywhere(
  access: Access,
  operationsOf: (access: Access, store: Store) => readonly Operation[],
  read: number | undefined,
): Operation {
  const { machine, site, type, address } = access;
  const { numbers: R, shadows: S } = machine.registers;
  const known = new Map<number, readonly Operation[]>();
  return () => {
    const pointer = R[address] ?? 0;
    const { object } = placeOf(Number.isNaN(pointer) ? 0 : pointer);
    const store = machine.stores[object];
    if (store === undefined) {
      const unknown = (S[address] ?? 0) & SHADOW.unknown;
      machine.listener.outside(site, undefined, pointer, SCALARS[type].bytes, unknown);
      if (read !== undefined) [R[read], S[read]] = [0, SHADOW.contents];
      return;
    }
    let operations = known.get(object);
    if (operations === undefined) {
      operations = operationsOf({ ...access, bias: pointerTo(object) }, store);
      known.set(object, operations);
    }
    for (const operation of operations) operation();
  };
}
