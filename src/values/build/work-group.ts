import { productOf } from '../../base/product.ts';
import { sparesReturned } from '../../front/language.ts';
import { isFloat, isSigned, SCALARS, type Scalar } from '../../front/scalar.ts';
import { scalarType } from '../../front/types.ts';
import type { MemoryObject, Value } from '../program.ts';
import { ofScalar } from './conversion.ts';
import { type BuiltInCall, type Handler, one } from './handler.ts';
import { binary, constant, convert, int, offset, select, truth, ulong } from './make.ts';
import { objectOf } from './memory.ts';
import { linear, localLinearId } from './work-item.ts';

/** Functions in which a group's items put their values together. Each writes its own into local
 * memory of the call's, and after a barrier folds those that it is to have. */

interface Fold {
  readonly join: (left: Value, right: Value) => Value;
  /** The neutral element. */
  readonly start: (type: Scalar) => Value;
}

/** The least or greatest value of a type. */
function extreme(type: Scalar, isLeast: boolean): Value {
  if (isFloat(type)) return constant(type, isLeast ? -Infinity : Infinity);
  const bits = BigInt(SCALARS[type].bytes * 8);
  const signed = isSigned(type);
  if (isLeast) return constant(type, signed ? -(1n << (bits - 1n)) : 0n);
  return constant(type, (1n << (signed ? bits - 1n : bits)) - 1n);
}

export const FOLDS = {
  add: { join: (left, right) => binary('+', left, right), start: (type) => constant(type, 0) },
  min: {
    join: (left, right) => select(binary('<', right, left), right, left),
    start: (type) => extreme(type, false),
  },
  max: {
    join: (left, right) => select(binary('<', left, right), right, left),
    start: (type) => extreme(type, true),
  },
} as const satisfies Readonly<Record<string, Fold>>;

/** The item's number in its group. */
const ownIndex = ({ context }: BuiltInCall): Value => convert('long', localLinearId(context.range));

/** Hands a value to the group. @returns reads the one at a place, until `done`.
 * @param alike what all have to call it with.
 * @param unsaid what is there of those who have returned */
function shared(
  call: BuiltInCall,
  value: Value,
  {
    alike,
    unsaid,
    scan,
  }: { readonly alike?: Value; readonly unsaid?: Value; readonly scan?: MemoryObject['scan'] } = {},
): { readonly at: (index: Value) => number; readonly done: () => void } {
  const { context, span, name } = call;
  const { emitter } = context;
  const [width, height, depth] = context.range.local;
  const { type } = value;
  const object = objectOf(`values of ${name}`, scalarType(type), {
    space: 'local',
    span,
    length: 'stated',
    elements: width * height * depth,
  });
  const address = context.object({ ...object, isOfItems: true, scan });
  const text = context.text(span);
  const addressOf = (index: Value): Value =>
    offset(address, binary('*', index, constant('long', SCALARS[type].bytes)));
  const barrier = { kind: 'barrier', local: true, global: false, span } as const;
  const put = (own: Value): void =>
    emitter.emit({
      kind: 'store',
      type,
      address: addressOf(ownIndex(call)),
      value: own,
      text,
      span,
    });
  const forgets = unsaid !== undefined && sparesReturned(context.program.language);
  if (forgets) context.atStart.push(...emitter.capture(() => put(unsaid)).items);
  put(value);
  emitter.emit(alike === undefined ? barrier : { ...barrier, alike });
  return {
    at: (index) => {
      const target = emitter.temporary(type);
      emitter.emit({ kind: 'load', target, type, address: addressOf(index), text, span });
      return target;
    },
    // The next call may be in a loop, and use the same memory.
    done: () => {
      emitter.emit(barrier);
      if (forgets) put(unsaid);
    },
  };
}

/** Folds the values of the items below a number. */
function folded(
  call: BuiltInCall,
  value: Value,
  { join, start }: Fold,
  below: Value,
  scan?: MemoryObject['scan'],
): Value {
  const { emitter } = call.context;
  const { span } = call;
  const { type } = value;
  const { at, done } = shared(call, value, { unsaid: start(type), scan });
  const [total, index] = [emitter.temporary(type), emitter.temporary('long')];
  const again = emitter.newLabel('fold');
  const body = emitter.newLabel('one');
  const end = emitter.newLabel('folded');
  const sum: Value = { kind: 'register', type, register: total };
  const counter: Value = { kind: 'register', type: 'long', register: index };
  emitter.emit({ kind: 'set', target: total, value: start(type), span });
  emitter.emit({ kind: 'set', target: index, value: constant('long', 0), span });
  emitter.place(again);
  const condition = binary('<', counter, below);
  emitter.emit({ kind: 'branch', condition, then: body, otherwise: end, span });
  emitter.place(body);
  const next: Value = { kind: 'register', type, register: at(counter) };
  emitter.emit({ kind: 'set', target: total, value: join(sum, next), span });
  const more = binary('+', counter, constant('long', 1));
  emitter.emit({ kind: 'set', target: index, value: more, span });
  emitter.jump(again, span);
  emitter.place(end);
  done();
  return sum;
}

const everybody = ({ context }: BuiltInCall): Value =>
  constant('long', productOf(context.range.local));

const reduce =
  (fold: Fold): Handler =>
  (call) =>
    ofScalar(folded(call, one(call, 0), fold, everybody(call)));

const scan =
  (fold: Fold, isInclusive: boolean): Handler =>
  (call) => {
    const below = binary('+', ownIndex(call), constant('long', isInclusive ? 1 : 0));
    const sums = isInclusive ? 'inclusive' : 'exclusive';
    return ofScalar(folded(call, one(call, 0), fold, below, fold === FOLDS.add ? sums : undefined));
  };

/** The condition holds for all items, or for any. */
const agree =
  (fold: Fold): Handler =>
  (call) =>
    ofScalar(folded(call, select(truth(one(call, 0)), int(1), int(0)), fold, everybody(call)));

const broadcast: Handler = (call) => {
  const { range } = call.context;
  const asked = linear(
    (dimension) =>
      dimension + 1 < call.args.length ? convert('ulong', one(call, dimension + 1)) : ulong(0),
    range.local,
  );
  const value = one(call, 0);
  const { emitter } = call.context;
  const index = emitter.keep(convert('long', asked), call.span);
  const { at, done } = shared(call, value, { alike: index });
  const register = at(index);
  done();
  return ofScalar({ kind: 'register', type: value.type, register });
};

export const WORK_GROUP: Readonly<Record<string, Handler>> = {
  work_group_all: agree(FOLDS.min),
  work_group_any: agree(FOLDS.max),
  work_group_broadcast: broadcast,
  ...Object.fromEntries(
    Object.entries(FOLDS).flatMap(([name, fold]): [string, Handler][] => [
      [`work_group_reduce_${name}`, reduce(fold)],
      [`work_group_scan_inclusive_${name}`, scan(fold, true)],
      [`work_group_scan_exclusive_${name}`, scan(fold, false)],
    ]),
  ),
};
