import { productOf } from '../../base/product.ts';
import { isSigned, type Scalar, SCALARS } from '../../front/scalar.ts';
import { scalarType } from '../../front/types.ts';
import { type Lanes as Count, WARP_SIZE } from '../../front/warp.ts';
import type { Value } from '../program.ts';
import { FOLDS } from './work-group.ts';
import { NOTHING, ofScalar } from './conversion.ts';
import { type BuiltInCall, type Handler, one } from './handler.ts';
import { binary, constant, convert, int, offset, select, truth } from './make.ts';
import { objectOf } from './memory.ts';
import { localLinearId } from './work-item.ts';

/** Functions in which lanes of a warp meet (CUDA C++ Programming Guide, "Warp Shuffle Functions" and
 * "Warp Vote Functions"). Each lane puts its value into a cell of its own, and takes those of others
 * between two meetings. */

const long = (value: number): Value => constant('long', value);
const uint = (value: number): Value => constant('uint', value);

/** Lanes that a set may name. */
const lanesOf = ({ type }: Value): Count => (type === 'ulong' ? 64 : WARP_SIZE);

interface Lanes {
  /** This item's number in its warp. */
  readonly own: Value;
  /** Those who met. */
  readonly met: Value;
  /** Lanes of the group's that the mask names. */
  readonly named: (lane: Value) => Value;
  /** The value of a lane that met; nobody has written that of another, or of one out of range. */
  readonly of: (lane: Value, isOutside?: Value) => Value;
  readonly done: () => void;
}

function meet(
  { context, span }: BuiltInCall,
  mask: Value,
  orders: boolean,
  more: { readonly isOpen?: true; readonly alike?: Value } = {},
): Value {
  const { type } = mask;
  const target = context.emitter.temporary(type);
  context.emitter.emit({ kind: 'meet', mask, target, orders, span, ...more });
  return { kind: 'register', type, register: target };
}

const isIn = (set: Value, lane: Value): Value =>
  binary(
    '!=',
    binary('&', binary('>>', set, convert(set.type, lane)), constant(set.type, 1)),
    constant(set.type, 0),
  );

/** @param alike what all have to call it with. */
function exchanged(call: BuiltInCall, value: Value, alike?: Value): Lanes {
  const { context, span, name } = call;
  const { emitter } = context;
  const { type } = value;
  const mask = emitter.keep(one(call, 0), span);
  const items = productOf(context.range.local);
  const lanes = lanesOf(mask);
  const cells = Math.ceil(items / lanes) * lanes;
  const object = objectOf(`values of ${name}`, scalarType(type), {
    space: 'local',
    span,
    length: 'stated',
    // The last cell is never written.
    elements: cells + 1,
  });
  const address = context.object({ ...object, isExchange: true });
  const text = context.text(span);
  const at = (index: Value): Value =>
    offset(address, binary('*', index, long(SCALARS[type].bytes)));
  const place = emitter.keep(convert('long', localLinearId(context.range)), span);
  const own = emitter.keep(binary('%', place, long(lanes)), span);
  const first = emitter.keep(binary('-', place, own), span);
  emitter.emit({ kind: 'store', type, address: at(place), value, text, span });
  const met = meet(call, mask, false, alike && { alike });
  return {
    own,
    met,
    named: (lane) =>
      select(binary('<', binary('+', first, lane), long(items)), isIn(mask, lane), int(0)),
    of: (lane, isOutside = int(0)) => {
      const target = emitter.temporary(type);
      const isThere = select(isOutside, int(0), isIn(met, lane));
      const index = select(isThere, binary('+', first, lane), long(cells));
      emitter.emit({ kind: 'load', target, type, address: at(index), text, span });
      return { kind: 'register', type, register: target };
    },
    // The next call may be in a loop, and use the same cells.
    done: () => void meet(call, mask, false),
  };
}

/** The lane to take from; a lane that the width leaves out keeps its own value. */
type From = (own: Value, asked: Value, first: Value, end: Value) => Value;

const kept = (outside: Value, own: Value, from: Value): Value => select(outside, own, from);

const SHUFFLES: Readonly<Record<string, From>> = {
  __shfl_sync: (_, asked, first, end) =>
    binary('+', first, binary('&', asked, binary('-', binary('-', end, first), long(1)))),
  __shfl_up_sync: (own, asked, first) => {
    const from = binary('-', own, asked);
    return kept(binary('<', from, first), own, from);
  },
  __shfl_down_sync: (own, asked, _, end) => {
    const from = binary('+', own, asked);
    return kept(binary('>=', from, end), own, from);
  },
  __shfl_xor_sync: (own, asked, _, end) => {
    const from = binary('^', own, asked);
    return kept(binary('>=', from, end), own, from);
  },
};

/** Takes the value of a lane of all; outside of the warp nobody has one. @param isOne all name the same */
export function taken(call: BuiltInCall, value: Value, lane: Value, isOne: boolean): Value {
  const asked = call.context.emitter.keep(convert('long', lane), call.span);
  const { of, done } = exchanged(call, value, isOne ? asked : undefined);
  const found = of(asked, binary('>=', convert('ulong', asked), constant('ulong', WARP_SIZE)));
  done();
  return found;
}

const shuffle =
  (from: From): Handler =>
  (call) => {
    const { emitter } = call.context;
    const asked = emitter.keep(convert('long', one(call, 2)), call.span);
    const width = emitter.keep(convert('long', one(call, 3)), call.span);
    const { own, of, done } = exchanged(call, one(call, 1));
    const first = binary('-', own, binary('%', own, width));
    const lane = emitter.keep(from(own, asked, first, binary('+', first, width)), call.span);
    const found = of(lane);
    done();
    return ofScalar(found);
  };

type Join = (sum: Value, value: Value, lane: Value) => Value;

/** Folds the values of all lanes that met.
 * @param isWhole of all that the mask names: who is away has no value */
export function folded(
  call: BuiltInCall,
  value: Value,
  start: Value,
  join: Join,
  isWhole = false,
): Value {
  const { emitter } = call.context;
  const { span } = call;
  const { met, named, of, done } = exchanged(call, value);
  const [total, index] = [emitter.temporary(start.type), emitter.temporary('long')];
  const sum: Value = { kind: 'register', type: start.type, register: total };
  const lane: Value = { kind: 'register', type: 'long', register: index };
  const [again, body, taken, skipped, end] = ['lanes', 'lane', 'taken', 'next', 'folded'].map(
    (name) => emitter.newLabel(name),
  );
  if (!again || !body || !taken || !skipped || !end) return sum;
  emitter.emit({ kind: 'set', target: total, value: start, span });
  emitter.emit({ kind: 'set', target: index, value: long(0), span });
  emitter.place(again);
  const condition = binary('<', lane, long(lanesOf(met)));
  emitter.emit({ kind: 'branch', condition, then: body, otherwise: end, span });
  emitter.place(body);
  emitter.emit({
    kind: 'branch',
    condition: isWhole ? named(lane) : isIn(met, lane),
    then: taken,
    otherwise: skipped,
    span,
  });
  emitter.place(taken);
  emitter.emit({ kind: 'set', target: total, value: join(sum, of(lane), lane), span });
  emitter.jump(skipped, span);
  emitter.place(skipped);
  emitter.emit({ kind: 'set', target: index, value: binary('+', lane, long(1)), span });
  emitter.jump(again, span);
  emitter.place(end);
  done();
  return sum;
}

const bitOf = (lane: Value, { type }: Value): Value =>
  binary('<<', constant(type, 1), convert(type, lane));

/** No lane, as a set like the call's. */
const nobody = (call: BuiltInCall): Value => constant(one(call, 0).type, 0);

const vote =
  (startOf: (call: BuiltInCall) => Value, join: Join): Handler =>
  (call) => {
    const start = startOf(call);
    const asked = select(truth(one(call, 1)), int(1), int(0));
    return ofScalar(folded(call, asked, start, join));
  };

const reduced =
  (start: (type: Scalar) => Value, join: Join): ((isWhole: boolean) => Handler) =>
  (isWhole) =>
  (call) => {
    const value = one(call, 1);
    return ofScalar(folded(call, value, start(value.type), join, isWhole));
  };

const ones = (type: Scalar): Value =>
  constant(type, isSigned(type) ? -1 : (1n << BigInt(SCALARS[type].bytes * 8)) - 1n);

const matching: Handler = (call) => {
  const value = call.context.emitter.keep(one(call, 1), call.span);
  const none = nobody(call);
  const isSame = (other: Value, lane: Value): Value =>
    select(binary('==', other, value), bitOf(lane, none), none);
  return ofScalar(
    folded(call, value, none, (sum, other, lane) => binary('|', sum, isSame(other, lane))),
  );
};

const REDUCTIONS = {
  add: reduced(FOLDS.add.start, (sum, value) => FOLDS.add.join(sum, value)),
  min: reduced(FOLDS.min.start, (sum, value) => FOLDS.min.join(sum, value)),
  max: reduced(FOLDS.max.start, (sum, value) => FOLDS.max.join(sum, value)),
  and: reduced(ones, (sum, value) => binary('&', sum, value)),
  or: reduced(
    (type) => constant(type, 0),
    (sum, value) => binary('|', sum, value),
  ),
  xor: reduced(
    (type) => constant(type, 0),
    (sum, value) => binary('^', sum, value),
  ),
};

const reductions = (name: string, isWhole: boolean): Readonly<Record<string, Handler>> =>
  Object.fromEntries(
    Object.entries(REDUCTIONS).map(([by, of]) => [`${name}_${by}_sync`, of(isWhole)]),
  );

export const WARP: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(Object.entries(SHUFFLES).map(([name, from]) => [name, shuffle(from)])),
  __syncwarp: (call) => {
    meet(call, one(call, 0), true);
    return NOTHING;
  },
  __activemask: (call) => {
    call.context.assume({
      what: 'lanes that are active together',
      why: 'Which lanes are active together is the machine’s own affair: all that can be, each alone, and every other one were tried.',
      span: call.span,
      weakens: false,
      // Each way that was tried is one that a machine may take.
      touches: 'none',
      holdsIf: 'it does not matter which lanes are active together',
    });
    return ofScalar(meet(call, uint(0), false, { isOpen: true }));
  },
  __activemask_unparted: (call) => {
    call.context.assume({
      what: 'lanes that are active together',
      why: 'Nothing has parted the lanes of a warp here, but nobody promises that they are active together; all of them were taken to be.',
      span: call.span,
      weakens: false,
      touches: 'none',
      holdsIf: 'lanes that no condition has parted are active together',
    });
    return ofScalar(meet(call, one(call, 0), false));
  },
  __any_sync: vote(
    () => int(0),
    (sum, value) => binary('|', sum, value),
  ),
  __all_sync: vote(
    () => int(1),
    (sum, value) => binary('&', sum, value),
  ),
  __ballot_sync: vote(nobody, (sum, value, lane) =>
    binary('|', sum, select(truth(value), bitOf(lane, sum), constant(sum.type, 0))),
  ),
  __match_any_sync: matching,
  ...reductions('__reduce', false),
  ...reductions('__reduce_whole', true),
};
