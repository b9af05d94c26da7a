import type { AtomicOperation, Value } from '../program.ts';
import { isFloat, type Scalar } from '../../front/scalar.ts';
import { load, store } from './access.ts';
import type { Place, RValue } from './context.ts';
import { NOTHING, ofScalar, single } from './conversion.ts';
import { accessed, argument, type BuiltInCall, type Handler, pointer } from './handler.ts';
import { binary, constant, convert, numberOf } from './make.ts';
import { laneOf, scalarType, showType } from '../../front/types.ts';

/** The cell that an atomic function works on. */
function cell(call: BuiltInCall): { readonly type: Scalar; readonly address: Value } {
  const { type, address } = pointer(call, 0);
  if (type.to.kind === 'scalar') return { type: type.to.scalar, address };
  return call.context.refuse(
    call.span,
    `${call.name} works on whole numbers of 32 or 64 bits, and not on ${showType(type.to)}.`,
  );
}

const operand = (call: BuiltInCall, index: number, type: Scalar): Value =>
  convert(type, argument(call, index).lanes[0] ?? constant(type, 0));

/** Emits an atomic access; what was there before. */
function emitAtomic(
  call: BuiltInCall,
  operation: AtomicOperation,
  operands: readonly Value[],
  wanted = call.wanted,
): RValue {
  const { context, name, span } = call;
  const { type, address } = cell(call);
  accessed(call, 0);
  const isForFloats = name.startsWith('atomic_fetch_')
    ? /^(add|sub|min|max)$/
    : /^(exchange|load|store|compare-exchange)$/;
  if (isFloat(type) && !isForFloats.test(operation))
    return context.refuse(span, `${name} is not defined for ${type}.`);
  const target = wanted ? context.emitter.temporary(type) : undefined;
  const text = context.text(span);
  const scope = call.isOfGroup === true && { isOfGroup: true };
  const atomic = { operation, target, type, address, operands, text, span, ...scope };
  context.emitter.emit({ kind: 'atomic', ...atomic });
  return target === undefined
    ? single(type, constant(type, 0))
    : ofScalar({ kind: 'register', type, register: target });
}

/** An operation with as many operands. */
const update =
  (operation: AtomicOperation, operands: number): Handler =>
  (call) => {
    const { type } = cell(call);
    const values = Array.from({ length: operands }, (_, i) => operand(call, i + 1, type));
    return emitAtomic(call, operation, values);
  };

const write: Handler = (call) => {
  emitAtomic(call, 'store', [operand(call, 1, cell(call).type)], false);
  return NOTHING;
};

/** `atomic_compare_exchange_*` stores the found value over the expected one where they differ. */
const compareExchange: Handler = (call) => {
  const { context, span } = call;
  const { emitter } = context;
  const { type } = cell(call);
  const expected: Place = {
    kind: 'memory',
    type: scalarType(type),
    address: accessed(call, 1).address,
  };
  const wanted = load(context, expected, span).lanes[0] ?? constant(type, 0);
  const old = emitAtomic(call, 'compare-exchange', [wanted, operand(call, 2, type)], true);
  const found = old.lanes[0] ?? wanted;
  const same = emitter.keep(binary('==', found, wanted), span);
  const [no, end] = [emitter.newLabel('failed'), emitter.newLabel('end')];
  emitter.emit({ kind: 'branch', condition: same, then: end, otherwise: no, span });
  emitter.place(no);
  store(context, expected, old, span);
  emitter.place(end);
  return ofScalar(same);
};

const testAndSet: Handler = (call) => {
  const { type } = cell(call);
  const old = emitAtomic(call, 'exchange', [constant(type, 1)]);
  return ofScalar(binary('!=', old.lanes[0] ?? constant(type, 0), constant(laneOf(old.type), 0)));
};

const clear: Handler = (call) => {
  emitAtomic(call, 'store', [constant(cell(call).type, 0)], false);
  return NOTHING;
};

/** `atomic_init` is no atomic access. */
const init: Handler = (call) => {
  const { type, address } = cell(call);
  accessed(call, 0);
  const place: Place = { kind: 'memory', type: scalarType(type), address };
  store(call.context, place, argument(call, 1), call.span);
  return NOTHING;
};

const UPDATES: readonly (readonly [name: string, operation: AtomicOperation])[] = [
  ['add', 'add'],
  ['sub', 'sub'],
  ['min', 'min'],
  ['max', 'max'],
  ['and', 'and'],
  ['or', 'or'],
  ['xor', 'xor'],
];

/** OpenCL 2.0 functions, which may take a memory order and scope. Orders are fences: one before
 * it releases what came before, one behind it acquires what others released. */
const withOrder = (name: string, handler: Handler, order = 2): [string, Handler][] => {
  const ordering = (place?: number): Handler => {
    const orderOf = ({ args }: BuiltInCall): number | undefined => {
      const [value] = (place === undefined ? undefined : args[place]?.lanes) ?? [];
      return value && numberOf(value);
    };
    return (call) => {
      const { span } = call;
      const found = orderOf(call);
      const scopeAt = (place ?? 0) + (name.includes('compare') ? 2 : 1);
      const scope = place === undefined ? undefined : call.args[scopeAt]?.lanes[0];
      const isOfGroup = isNarrow(call, scope && numberOf(scope));
      const fence = (only: 'acquire' | 'release'): void => {
        call.context.emitter.emit({ kind: 'fence', local: true, global: true, only, span });
      };
      if (found !== ORDER.relaxed && found !== ORDER.acquire) fence('release');
      const result = handler({ ...call, isOfGroup });
      if (found !== ORDER.relaxed && found !== ORDER.release) fence('acquire');
      return result;
    };
  };
  return [
    [name, ordering()],
    [`${name}_explicit`, ordering(order)],
  ];
};

/** `memory_scope_work_group`. */
const OF_GROUP = 1;

/** Between groups, atomics of one group's scope are none. */
function isNarrow(call: BuiltInCall, scope: number | undefined): boolean {
  const { context, span, name } = call;
  let { address } = cell(call);
  while (address.kind === 'offset') address = address.pointer;
  const isLocal = address.kind === 'address' && context.objects[address.object]?.space === 'local';
  const { global, local } = context.range;
  const isOneGroup = global.every((size, dimension) => size === local[dimension]);
  if (scope === undefined || scope > OF_GROUP || isLocal || isOneGroup) return false;
  return (
    scope === OF_GROUP ||
    context.refuse(span, `${name} is no atomic between work-items where its scope is one of them.`)
  );
}

/** Those that are no fence on one side. */
const ORDER = { relaxed: 0, acquire: 1, release: 2 };

/** CUDA's, and its form that is atomic within a block alone. */
const ofBlockToo = (name: string, handler: Handler): [string, Handler][] => [
  [name, handler],
  [`${name}_block`, (call) => handler({ ...call, isOfGroup: isNarrow(call, OF_GROUP) })],
];

/** OpenCL 1.x functions: `atomic_` of 32 bits, `atom_` of the extensions. */
const both = (name: string, handler: Handler): [string, Handler][] => [
  [`atomic_${name}`, handler],
  [`atom_${name}`, handler],
];

export const ATOMICS: Readonly<Record<string, Handler>> = Object.fromEntries([
  ...UPDATES.flatMap(([name, operation]) => [
    ...both(name, update(operation, 1)),
    ...withOrder(`atomic_fetch_${name}`, update(operation, 1)),
  ]),
  ['atom_xchg', update('exchange', 1)],
  ...both('inc', update('increment', 0)),
  ...both('dec', update('decrement', 0)),
  ...ofBlockToo('atomic_inc_to', update('increment-to', 1)),
  ...ofBlockToo('atomic_dec_from', update('decrement-from', 1)),
  ...ofBlockToo('atomic_xchg', update('exchange', 1)),
  ...ofBlockToo('atomic_cmpxchg', update('compare-exchange', 2)),
  ['atom_cmpxchg', update('compare-exchange', 2)],
  ...withOrder('atomic_exchange', update('exchange', 1)),
  ...withOrder('atomic_load', update('load', 0), 1),
  ...withOrder('atomic_store', write),
  ...withOrder('atomic_compare_exchange_strong', compareExchange, 3),
  ...withOrder('atomic_compare_exchange_weak', compareExchange, 3),
  ...withOrder('atomic_flag_test_and_set', testAndSet, 1),
  ...withOrder('atomic_flag_clear', clear, 1),
  ['atomic_init', init],
]);
