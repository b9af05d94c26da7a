import type { Value } from '../program.ts';
import { isFloat, isInteger, SCALARS, type Scalar } from '../../front/scalar.ts';
import { load, store } from './access.ts';
import type { RValue } from './context.ts';
import { NOTHING, ofLanes, ofScalar } from './conversion.ts';
import { argument, type BuiltInCall, type Handler, one, pointer } from './handler.ts';
import { numbers } from './lanewise.ts';
import {
  binary,
  call,
  constant,
  convert,
  int,
  numberOf,
  offset,
  reinterpret,
  type Rounding,
  select,
} from './make.ts';
import { movedWithin, staysWithin } from './member-array.ts';
import { builtInType, type CType, laneOf, lanesOf, vectorType } from '../../front/types.ts';
import { bytesOf } from '../../front/layout.ts';

/** The i-th vector of some elements behind a pointer. */
function vectorAt(
  given: BuiltInCall,
  at: { readonly index: number; readonly pointer: number },
  type: CType,
  step: number,
) {
  const { address } = pointer(given, at.pointer);
  const { within } = argument(given, at.pointer);
  const index = one(given, at.index);
  // Of what became a size_t only its own value is needed.
  const own = index.kind === 'convert' && isInteger(index.operand.type) ? index.operand : index;
  const by = binary('*', convert('long', own), constant('long', step));
  staysWithin(given.context, movedWithin(within, step, own), given.span, lanesOf(type));
  return { kind: 'memory', type, address: offset(address, by) } as const;
}

const elementOf = (given: BuiltInCall, index: number): Scalar => {
  const { to } = pointer(given, index).type;
  if (to.kind === 'scalar' || to.kind === 'vector') return laneOf(to);
  return given.context.refuse(given.span, `${given.name} needs a pointer to numbers.`);
};

const vload =
  (lanes: number): Handler =>
  (given) => {
    const lane = elementOf(given, 1);
    const step = SCALARS[lane].bytes * lanes;
    const place = vectorAt(given, { index: 0, pointer: 1 }, vectorType(lane, lanes), step);
    return load(given.context, place, given.span);
  };

const vstore =
  (lanes: number): Handler =>
  (given) => {
    const lane = elementOf(given, 2);
    const step = SCALARS[lane].bytes * lanes;
    const place = vectorAt(given, { index: 1, pointer: 2 }, vectorType(lane, lanes), step);
    store(given.context, place, argument(given, 0), given.span);
    return NOTHING;
  };

/** `vload_half` and `vloada_half`: three of the latter take the room of four. */
const halfLoad =
  (lanes: number, aligned: boolean): Handler =>
  (given) => {
    const type = vectorType('half', lanes);
    const step = 2 * (aligned && lanes === 3 ? 4 : lanes);
    const place = vectorAt(given, { index: 0, pointer: 1 }, type, step);
    return ofLanes(
      load(given.context, place, given.span).lanes.map((lane) => convert('float', lane)),
    );
  };

const halfStore =
  (lanes: number, aligned: boolean, rounding: Rounding | undefined): Handler =>
  (given) => {
    const type = vectorType('half', lanes);
    const step = 2 * (aligned && lanes === 3 ? 4 : lanes);
    const place = vectorAt(given, { index: 1, pointer: 2 }, type, step);
    const value = argument(given, 0).lanes.map((lane) => convert('half', lane, { rounding }));
    store(given.context, place, { type, lanes: value }, given.span);
    return NOTHING;
  };

const isRounding = (text: string | undefined): text is Rounding =>
  text === 'rte' || text === 'rtz' || text === 'rtp' || text === 'rtn';

/** `convert_uchar4_sat_rte` and its like. */
function conversion(name: string): Handler | undefined {
  const found = /^convert_(\w+?)(_sat)?(?:_(rt[ezpn]))?$/.exec(name);
  const type = found?.[1] === undefined ? undefined : builtInType(found[1]);
  if (found === null || type === undefined || type.kind === 'void') return undefined;
  const saturate = found[2] !== undefined;
  const rounding = isRounding(found[3]) ? found[3] : undefined;
  return (given) => {
    const { lanes } = argument(given, 0);
    const to = laneOf(type);
    if (lanes.length !== lanesOf(type))
      given.context.refuse(given.span, `${name} needs ${lanesOf(type)} components.`);
    const made = lanes.map((lane) => {
      const fromFloat = isFloat(lane.type) && !isFloat(to);
      const narrows = saturate && !isFloat(to);
      return convert(to, lane, {
        saturate: narrows,
        rounding: fromFloat || isFloat(to) ? rounding : undefined,
      });
    });
    return { type, lanes: made };
  };
}

/** `as_float4` and its like: the same bytes. */
function reinterpretation(name: string): Handler | undefined {
  const base = /^as_(\w+)$/.exec(name)?.[1];
  const type = base === undefined ? undefined : builtInType(base);
  if (type === undefined || type.kind === 'void') return undefined;
  return (given) => {
    const value = argument(given, 0);
    const [from, to] = [laneOf(value.type), laneOf(type)];
    if (SCALARS[from].bytes === SCALARS[to].bytes) {
      const lanes = Array.from({ length: lanesOf(type) }, (_, i) =>
        reinterpret(to, value.lanes[i] ?? constant(from, 0)),
      );
      return { type, lanes };
    }
    if (bytesOf(value.type) !== bytesOf(type))
      given.context.refuse(given.span, `${name} needs a value of ${bytesOf(type)} bytes.`);
    return { type, lanes: regrouped(given, value, type) };
  };
}

const UNSIGNED = { 1: 'uchar', 2: 'ushort', 4: 'uint', 8: 'ulong' } as const;

/** Lanes of another width over the same bytes, lowest first. */
function regrouped(given: BuiltInCall, value: RValue, type: CType): Value[] {
  const [from, to] = [laneOf(value.type), laneOf(type)];
  const [narrow, wide] = [SCALARS[from].bytes, SCALARS[to].bytes];
  const bits = (lane: Value): Value =>
    given.context.emitter.keep(reinterpret(UNSIGNED[narrow], lane), given.span);
  const lanes = value.lanes.map(bits);
  return Array.from({ length: lanesOf(type) }, (_, i): Value => {
    if (narrow > wide) {
      const share = narrow / wide;
      const whole = lanes[Math.floor(i / share)] ?? constant(UNSIGNED[narrow], 0);
      const shifted = binary('>>', whole, constant('uint', (i % share) * wide * 8));
      return reinterpret(to, convert(UNSIGNED[wide], shifted));
    }
    const share = wide / narrow;
    const parts = Array.from({ length: share }, (_lane, j) => {
      const part = convert(UNSIGNED[wide], lanes[i * share + j] ?? constant('uint', 0));
      return binary('<<', part, constant('uint', j * narrow * 8));
    });
    return reinterpret(
      to,
      parts.reduce((a, b) => binary('|', a, b)),
    );
  });
}

/** Reorders components by a mask, ignoring its upper bits. */
const shuffle =
  (sources: number): Handler =>
  (given) => {
    const all = Array.from({ length: sources }, (_, i) => argument(given, i)).flatMap((value) => {
      const room = value.lanes.length === 3 ? 4 : value.lanes.length;
      return Array.from(
        { length: room },
        (_, i) => value.lanes[i] ?? constant(laneOf(value.type), 0),
      );
    });
    const [first = int(0)] = all;
    const lanes = argument(given, sources).lanes.map((asked) => {
      const which = binary('&', asked, constant(asked.type, all.length - 1));
      const known = numberOf(which);
      if (known !== undefined) return all[known] ?? first;
      const kept = given.context.emitter.keep(which, given.span);
      return all.reduceRight((otherwise, lane, i) =>
        select(binary('==', kept, constant(asked.type, i)), lane, otherwise),
      );
    });
    return { type: vectorType(first.type, lanes.length), lanes };
  };

const products = (a: RValue, b: RValue): Value[] =>
  a.lanes.map((lane, i) => binary('*', lane, b.lanes[i] ?? lane));

const added = (values: readonly Value[]): Value => {
  const [first = int(0), ...rest] = values;
  return rest.reduce((a, b) => binary('+', a, b), first);
};

function kept(given: BuiltInCall, value: RValue): RValue {
  const { emitter } = given.context;
  return { ...value, lanes: value.lanes.map((lane) => emitter.keep(lane, given.span)) };
}

const both = (given: BuiltInCall): readonly [RValue, RValue] => {
  const [a = NOTHING, b = NOTHING] = numbers(given, 2);
  return [kept(given, a), kept(given, b)];
};

const lengthOf = (value: RValue): Value =>
  call(laneOf(value.type), 'sqrt', added(products(value, value)));

const distance: Handler = (given) => {
  const [a, b] = both(given);
  const lanes = a.lanes.map((lane, i) => binary('-', lane, b.lanes[i] ?? lane));
  return ofScalar(lengthOf(kept(given, { ...a, lanes })));
};

const length: Handler = (given) => {
  const [a = NOTHING] = numbers(given, 1);
  return ofScalar(lengthOf(kept(given, a)));
};

const normalize: Handler = (given) => {
  const [first = NOTHING] = numbers(given, 1);
  const a = kept(given, first);
  const size = given.context.emitter.keep(lengthOf(a), given.span);
  const none = binary('==', size, constant(size.type, 0));
  return { ...a, lanes: a.lanes.map((lane) => select(none, lane, binary('/', lane, size))) };
};

const cross: Handler = (given) => {
  const [a, b] = both(given);
  const at = (v: RValue, i: number): Value => v.lanes[i] ?? int(0);
  const part = (i: number, j: number): Value =>
    binary('-', binary('*', at(a, i), at(b, j)), binary('*', at(a, j), at(b, i)));
  const lanes = [part(1, 2), part(2, 0), part(0, 1)];
  if (a.lanes.length === 4) lanes.push(constant(laneOf(a.type), 0));
  return { type: a.type, lanes };
};

const dot: Handler = (given) => {
  const [a, b] = both(given);
  return ofScalar(added(products(a, b)));
};

const samePointer: Handler = (given) => {
  const { type, address } = pointer(given, 0);
  return { type, lanes: [address] };
};

/** Functions of vectors, and of pointers. */
export const VECTORS: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(
    [2, 3, 4, 8, 16].flatMap((lanes): [string, Handler][] => [
      [`vload${lanes}`, vload(lanes)],
      [`vstore${lanes}`, vstore(lanes)],
    ]),
  ),
  shuffle: shuffle(1),
  shuffle2: shuffle(2),
  dot,
  cross,
  length,
  fast_length: length,
  distance,
  fast_distance: distance,
  normalize,
  fast_normalize: normalize,
  to_global: samePointer,
  to_local: samePointer,
  to_private: samePointer,
};

/** Named once for each type, size or rounding. */
export function family(name: string): Handler | undefined {
  const loads = /^vload(a?)_half(2|3|4|8|16)?$/.exec(name);
  if (loads !== null) return halfLoad(Number(loads[2] ?? 1), loads[1] === 'a');
  const stores = /^vstore(a?)_half(2|3|4|8|16)?(?:_(rt[ezpn]))?$/.exec(name);
  if (stores !== null) {
    const rounding = isRounding(stores[3]) ? stores[3] : undefined;
    return halfStore(Number(stores[2] ?? 1), stores[1] === 'a', rounding);
  }
  return conversion(name) ?? reinterpretation(name);
}
