import type { AtomicOperation } from '../program.ts';
import { isFloat, SCALARS, type Scalar } from '../../front/scalar.ts';
import { type Access, locate } from './access.ts';
import { readScalar, writeScalar } from './conversion.ts';
import { remember, setShadow, shadowOf } from './machine.ts';
import { noteAtomic } from './races.ts';
import { type Operation, SHADOW, setValue, valueIn } from './registers.ts';
import type { Store } from './store.ts';

/** The new value of an atomic access. */
function atomicResult(
  operation: AtomicOperation,
  type: Scalar,
  old: number | bigint,
  first: number | bigint,
  second: number | bigint,
): number | bigint {
  if (isFloat(type)) {
    const x = Number(old);
    const y = Number(first);
    if (operation === 'add') return x + y;
    if (operation === 'sub') return x - y;
    if (operation === 'min') return Math.min(x, y);
    if (operation === 'max') return Math.max(x, y);
    if (operation === 'load') return x;
    if (operation === 'compare-exchange') return x === y ? second : x;
    return y;
  }
  const x = BigInt(old);
  const y = BigInt(first);
  switch (operation) {
    case 'add':
      return x + y;
    case 'sub':
      return x - y;
    case 'increment':
      return x + 1n;
    case 'decrement':
      return x - 1n;
    case 'increment-to':
      return x >= y ? 0n : x + 1n;
    case 'decrement-from':
      return x === 0n || x > y ? y : x - 1n;
    case 'min':
      return y < x ? y : x;
    case 'max':
      return x < y ? y : x;
    case 'and':
      return x & y;
    case 'or':
      return x | y;
    case 'xor':
      return x ^ y;
    case 'load':
      return x;
    case 'compare-exchange':
      return x === y ? second : x;
    default:
      return y;
  }
}

/** In numbers, for integers of at most 32 bits; undefined where exactness needs another way. */
function quickAtomic(
  operation: AtomicOperation,
): ((old: number, operand: number) => number) | undefined {
  switch (operation) {
    case 'add':
      return (old, operand) => old + operand;
    case 'sub':
      return (old, operand) => old - operand;
    case 'increment':
      return (old) => old + 1;
    case 'decrement':
      return (old) => old - 1;
    case 'min':
      return Math.min;
    case 'max':
      return Math.max;
    case 'exchange':
    case 'store':
      return (_, operand) => operand;
    default:
      return undefined;
  }
}

/** An atomic access once its place is known. */
interface Atomic {
  readonly operation: AtomicOperation;
  readonly operands: readonly number[];
  readonly target: number | undefined;
  /** Its result, or others' on the object, depends on the order. */
  readonly isOrdered: boolean;
  readonly isShadowed: boolean;
  /** Other orders count as unknown inputs: of what it gives, or of what it leaves too. */
  readonly open: 'result' | 'memory' | undefined;
}

/** An atomic access of a known object. */
export function atomicOperations(access: Access, store: Store, atomic: Atomic): Operation[] {
  const { place, machine } = access;
  const R = machine.registers.numbers;
  const act = atomicAt(access, atomic);
  return [
    locate(access, store),
    () => {
      act(store, R[place] ?? 0);
    },
  ];
}

const isSameNumber = (x: number | bigint, y: number | bigint): boolean =>
  typeof x === typeof y ? x === y : BigInt(x) === BigInt(y);

function atomicAt(
  { machine, site, type }: Access,
  { operation, operands, target, isOrdered, isShadowed, open }: Atomic,
): (store: Store, at: number) => void {
  const { registers } = machine;
  const { numbers: R, shadows: S } = registers;
  const width = SCALARS[type].bytes;
  const [first = 0, second = 0] = operands;
  const quick = type === 'int' || type === 'uint' ? quickAtomic(operation) : undefined;
  return (store, at) => {
    if (at === store.spare) {
      if (target !== undefined) R[target] = 0;
      return;
    }
    if (machine.undo !== undefined) remember(machine.undo, store, at, width);
    if (store.watch.isShared) {
      const from = at >> store.grainShift;
      for (let cell = from; cell < from + (width >> store.grainShift); cell += 1)
        noteAtomic(machine, store, cell, site, isOrdered);
    }
    let shadow = 0;
    if (store.watch.hasShadows) {
      shadow = shadowOf(store, at, width);
      const isBlind = operation === 'store' || operation === 'exchange';
      const isUnwritten = (shadow & SHADOW.unwritten) !== 0;
      if ((shadow & SHADOW.garbage) !== 0 && !isBlind)
        machine.listener.unwritten(site, isUnwritten ? store : undefined, at, 'reads');
      let added = machine.control;
      if (isShadowed)
        for (const operand of operands) {
          const bits = S[operand] ?? 0;
          if ((bits & SHADOW.garbage) !== 0)
            machine.listener.unwritten(site, undefined, operand, 'stores');
          added |= bits;
        }
      if (open === 'memory') added |= SHADOW.contents;
      const keeps = operation === 'load' ? shadow : (shadow | added) & SHADOW.unknown;
      setShadow(store, at, width, keeps);
      // An exchange gives what was there, and nobody may need it.
      if (!isBlind) shadow &= SHADOW.unknown;
    }
    const old = readScalar(store.data, at, type);
    const result =
      quick !== undefined && typeof old === 'number'
        ? quick(old, R[first] ?? 0)
        : atomicResult(
            operation,
            type,
            old,
            valueIn(registers, first, type),
            valueIn(registers, second, type),
          );
    writeScalar(store.data, at, type, result);
    if (store.watch.isShared && !isSameNumber(result, old)) store.changes += 1;
    if (target !== undefined) {
      setValue(registers, target, type, old);
      S[target] = open === undefined ? shadow : shadow | SHADOW.contents;
    }
  };
}
