import type { Span } from '../../base/span.ts';
import type { Expression, Of } from '../../front/syntax.ts';
import { store, unnamed } from './access.ts';
import { constantOf, evaluate, evaluateAll } from './c-expression.ts';
import type { Value } from '../program.ts';
import type { Context, Place, RValue } from './context.ts';
import { broadcast, convertTo } from './conversion.ts';
import { binary, constant, convert, numberOf, offset, zero } from './make.ts';
import { bytesOf, cellsOf, layoutOf, type Placed } from '../../front/layout.ts';
import { type CType, laneOf, lanesOf, type StructType } from '../../front/types.ts';

/** Fills a variable, braces or not, with zeros where values run out. */
export function initialise(context: Context, place: Place, init: Expression, name: string): void {
  const { type } = place;
  const hasParts = type.kind === 'array' || type.kind === 'struct';
  if (init.kind !== 'list' || init.comma || place.kind !== 'memory' || !hasParts) {
    const value =
      init.kind === 'list' && !init.comma
        ? bracedValue(context, type, init)
        : evaluate(context, init);
    store(context, place, value, init.span, name);
    return;
  }
  const reader = new Items(init);
  fill(context, place, reader, init.span, name);
  const more = reader.next();
  if (more !== undefined)
    context.refuse(more.span, 'There are more values here than there is room for.');
}

/** A scalar, pointer or vector from braces. */
function bracedValue(context: Context, type: CType, init: Of<'list'>): RValue {
  const [only] = init.items;
  if (type.kind === 'vector') return bracedVector(context, type, init.items, init.span);
  if (only === undefined) return { type, lanes: [zero(laneOf(type))] };
  return evaluate(context, only);
}

/** The values of a list, in turn. */
class Items {
  #at = 0;

  readonly #list: Of<'list'> | undefined;

  constructor(list?: Of<'list'>) {
    this.#list = list;
  }

  get hasDesignators(): boolean {
    return this.#list?.fields !== undefined || this.#list?.places !== undefined;
  }

  peek(): Expression | undefined {
    return this.#list?.items[this.#at];
  }

  /** The part that the next value names. */
  designator(): string | Expression | undefined {
    return this.#list?.fields?.[this.#at] ?? this.#list?.places?.[this.#at];
  }

  next(): Expression | undefined {
    const item = this.peek();
    this.#at += 1;
    return item;
  }
}

const NONE = (): Items => new Items();

type VectorType = Extract<CType, { kind: 'vector' }>;
type InMemory = Extract<Place, { kind: 'memory' }>;

/** Inner braces fill one part; values without braces go on from part to part. */
function fill(context: Context, place: InMemory, items: Items, span: Span, text: string): void {
  const { type } = place;
  if (type.kind !== 'array' && type.kind !== 'struct') {
    const item = items.next();
    const value =
      item === undefined
        ? zeroOf(type)
        : isList(item)
          ? bracedValue(context, type, item)
          : evaluate(context, item);
    context.emitter.scoped(() => store(context, place, value, item?.span ?? span, text));
    return;
  }
  const parts = partsOf(type);
  if (!items.hasDesignators) {
    const isLong = type.kind === 'array' && type.length > MOST_WRITTEN_OUT;
    for (const part of parts) {
      if (items.peek() === undefined && (!context.zeroing || isLong)) {
        if (context.zeroing) zeroRest(context, place, part.offset, span, text);
        return;
      }
      fillPart(context, place, part, items, span, text);
    }
    return;
  }
  if (context.zeroing) fill(context, place, NONE(), span, text);
  const all = type.kind === 'struct' ? layoutOf(type).members.map(memberPart) : parts;
  let index = 0;
  for (let item = items.peek(); item !== undefined; item = items.peek()) {
    const designator = items.designator();
    if (typeof designator === 'string')
      index = all.findIndex(({ path }) => path === `.${designator}`);
    else if (designator !== undefined) index = numberOf(constantOf(context, designator)) ?? -1;
    const part = all[index];
    if (part === undefined) return context.refuse(item.span, 'There is no room for this value.');
    fillPart(context, place, part, items, span, text);
    index += 1;
  }
}

/** Longer arrays are filled with zeros by a loop. */
const MOST_WRITTEN_OUT = 16;

/** Writes zeros from an offset on to the end. */
function zeroRest(
  context: Context,
  { type, address }: InMemory,
  from: number,
  span: Span,
  text: string,
): void {
  const { emitter } = context;
  const cells = type.kind === 'array' ? cellsOf(type.of) : [];
  const at = emitter.temporary('long');
  const register = { kind: 'register', type: 'long', register: at } as const;
  const step = type.kind === 'array' ? bytesOf(type.of) : 1;
  const [start, body, end] = [
    emitter.newLabel('zeros'),
    emitter.newLabel('zero'),
    emitter.newLabel('end of zeros'),
  ];
  emitter.emit({ kind: 'set', target: at, value: constant('long', from), span });
  emitter.place(start);
  const more = binary('<', register, constant('long', bytesOf(type)));
  emitter.emit({ kind: 'branch', condition: more, then: body, otherwise: end, span });
  emitter.place(body);
  for (const cell of cells) {
    const place = offset(address, binary('+', register, constant('long', cell.offset)));
    const value = zero(cell.type);
    emitter.emit({ kind: 'store', type: cell.type, address: place, value, text, span });
  }
  const next = binary('+', register, constant('long', step));
  emitter.emit({ kind: 'set', target: at, value: next, span });
  emitter.jump(start, span);
  emitter.place(end);
}

/** Fills an element or a member. */
function fillPart(
  context: Context,
  place: InMemory,
  part: Part,
  items: Items,
  span: Span,
  text: string,
): void {
  const at = {
    kind: 'memory',
    type: part.type,
    address: offset(place.address, constant('long', part.offset)),
  } as const;
  const item = items.peek();
  const name = `${text}${part.path}`;
  if (item !== undefined && isList(item) && /^(array|struct)$/.test(part.type.kind)) {
    items.next();
    fill(context, at, new Items(item), item.span, name);
    return;
  }
  if (item !== undefined && part.type.kind === 'struct') {
    // A struct comes whole or member by member.
    const { items: code, result } = context.emitter.capture(() => evaluate(context, item));
    if (result.type.kind === 'struct') {
      items.next();
      context.emitter.append(code);
      store(context, at, result, item.span, name);
      return;
    }
  }
  fill(context, at, items, span, name);
}

const isList = (item: Expression): item is Of<'list'> => item.kind === 'list' && !item.comma;

const zeroOf = (type: CType): RValue => ({
  type,
  lanes: Array.from({ length: lanesOf(type) }, () => zero(laneOf(type))),
});

interface Part {
  readonly type: CType;
  readonly offset: number;
  /** Written behind the name of the whole. */
  readonly path: string;
}

const memberPart = (member: Placed): Part => ({
  ...member,
  path: member.name && `.${member.name}`,
});

/** Elements or members filled in turn; a union's first alone. */
function partsOf(type: StructType | Extract<CType, { kind: 'array' }>): readonly Part[] {
  if (type.kind === 'array') {
    const size = bytesOf(type.of);
    return Array.from({ length: type.length }, (_, i) => ({
      type: type.of,
      offset: i * size,
      path: `[${i}]`,
    }));
  }
  const { members } = layoutOf(type);
  return (type.union ? members.slice(0, 1) : members).map(memberPart);
}

/** `(struct P){1, 2}`: a variable without a name. */
export function compound(context: Context, expression: Of<'cast'>, type: CType): RValue {
  const { operands, span } = expression;
  const [only] = operands;
  if (type.kind !== 'struct') return context.refuse(span, 'An array without a name is made here.');
  if (only !== undefined && operands.length === 1 && only.kind !== 'list') {
    const { items, result } = context.emitter.capture(() => evaluate(context, only));
    if (result.type.kind === 'struct') {
      context.emitter.append(items);
      return convertTo(context, result, type, span);
    }
  }
  const text = context.text(span);
  const place = unnamed(context, type, expression);
  const list: Of<'list'> =
    only?.kind === 'list' && !only.comma
      ? only
      : { kind: 'list', items: operands, comma: false, span };
  fill(context, place, new Items(list), span, text);
  return { type, lanes: [place.address] };
}

/** `(float4)(a, b.xy, c)`: components in order, or one scalar for all. */
export function vectorLiteral(
  context: Context,
  type: VectorType,
  operands: readonly Expression[],
  span: Span,
): RValue {
  const values = evaluateAll(context, operands);
  const [only] = values;
  if (only !== undefined && values.length === 1) {
    const [value] = only.lanes;
    if (only.type.kind === 'scalar' && value !== undefined)
      return broadcast(type.scalar, type.lanes, value);
    return convertTo(context, only, type, span);
  }
  const lanes = partsOfVector(context, type, values, span);
  if (lanes.length !== type.lanes)
    context.refuse(
      span,
      `${type.lanes} components are needed here, and ${lanes.length} are given.`,
    );
  return { type, lanes };
}

/** Where values run out in braces, zeros follow. */
function bracedVector(
  context: Context,
  type: VectorType,
  items: readonly Expression[],
  span: Span,
): RValue {
  const lanes = partsOfVector(context, type, evaluateAll(context, items), span);
  if (lanes.length > type.lanes)
    context.refuse(span, 'There are more values here than there is room for.');
  const rest = Array.from({ length: type.lanes - lanes.length }, () => zero(type.scalar));
  return { type, lanes: [...lanes, ...rest] };
}

function partsOfVector(
  context: Context,
  type: VectorType,
  values: readonly RValue[],
  span: Span,
): readonly Value[] {
  return values.flatMap((value) => {
    const isOther = value.type.kind === 'vector' && value.type.scalar !== type.scalar;
    if (isOther || !/^(scalar|vector)$/.test(value.type.kind))
      context.refuse(span, `A part of this is no ${type.scalar}.`);
    return value.lanes.map((lane) => convert(type.scalar, lane));
  });
}
