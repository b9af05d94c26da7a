import type { Span } from '../../base/span.ts';
import type { Declarator, Expression, Of } from '../../kernel/syntax.ts';
import type { Space } from '../program.ts';
import { evaluate, evaluateAll } from './c-expression.ts';
import { store } from './access.ts';
import { declaredType } from './c-type.ts';
import type { Context, Place, RValue } from './context.ts';
import { broadcast, convertTo } from './conversion.ts';
import { constant, convert, offset, zero } from './make.ts';
import { objectOf } from './memory.ts';
import { bytesOf, type CType, laneName, laneOf, lanesOf, type StructType } from './types.ts';

/** Declares a variable of a function, and gives it its value. */
export function declare(context: Context, declarator: Declarator): void {
  const { name, nameSpan, init, unsupported } = declarator;
  if (unsupported !== undefined)
    context.refuse(nameSpan, `Values of ${unsupported} are not followed.`);
  const isList = init?.kind === 'list' && !init.comma;
  const open = declarator.sizes[0] === null && isList ? init.items.length : undefined;
  const type = declaredType(context, declarator, open);
  if (type.kind === 'void') context.refuse(nameSpan, `${name} has no type that has values.`);
  const { space } = declarator.type;
  // `__global int *p[4]` is an array of one's own, of pointers to global memory.
  const isOwn =
    declarator.type.pointers > 0 ||
    space === undefined ||
    space === 'private' ||
    type.kind === 'pointer';
  if (!isOwn && space !== 'local')
    context.refuse(nameSpan, `${name} cannot be declared in __${space} memory inside a function.`);
  const given =
    init === undefined || isList
      ? undefined
      : context.emitter.capture(() => {
          const value = evaluate(context, init);
          return type.kind === 'array' ? value : convertTo(context, value, type, init.span);
        });
  if (given !== undefined && staysConstant(context, declarator, given.result) && isOwn) {
    context.scope.set(name, { kind: 'value', ...given.result });
    return;
  }
  context.emitter.append(given?.items ?? []);
  const place = context.once(declarator, () =>
    variable(context, name, type, isOwn ? 'private' : 'local', nameSpan, init === undefined),
  );
  context.scope.set(name, place);
  if (given !== undefined) store(context, place, given.result, nameSpan, name);
  else if (init !== undefined) initialise(context, place, init, name);
}

/** What never changes after its declaration, and is a number there, is that number. */
function staysConstant(context: Context, { name }: Declarator, value: RValue): boolean {
  const { assigned, addressed } = context.frame;
  if (value.type.kind !== 'scalar' || assigned.has(name) || addressed.has(name)) return false;
  return value.lanes.every((lane) => lane.kind === 'constant');
}

/** Registers or memory for a variable. */
export function variable(
  context: Context,
  name: string,
  type: CType,
  space: Extract<Space, 'private' | 'local'>,
  span: Span,
  unset: boolean,
): Place {
  const inRegisters = /^(scalar|vector|pointer)$/.test(type.kind) && space === 'private';
  if (!inRegisters || context.frame.addressed.has(name))
    return {
      kind: 'memory',
      type,
      address: context.object(objectOf(name, type, { space, span, length: 'stated' })),
    };
  const lanes = lanesOf(type);
  const registers = Array.from({ length: lanes }, (_, i) => {
    const register = context.emitter.variable({
      type: laneOf(type),
      name: lanes === 1 ? name : `${name}.${laneName(i, lanes)}`,
      span,
    });
    if (unset) context.mayBeUnset.add(register);
    return register;
  });
  return { kind: 'registers', type, registers };
}

/** Gives a variable the values of an initialiser: in braces or not, zeros where they are too few. */
function initialise(context: Context, place: Place, init: Expression, name: string): void {
  const { type } = place;
  if (init.kind !== 'list' || init.comma || place.kind !== 'memory') {
    const value =
      init.kind === 'list' && !init.comma
        ? bracedValue(context, type, init)
        : evaluate(context, init);
    store(context, place, value, init.span, name);
    return;
  }
  const reader = new Items(init.items);
  const filled = fill(context, place, reader, init.span, name);
  const more = reader.next();
  if (more !== undefined && filled)
    context.refuse(more.span, 'There are more values here than there is room for.');
}

/** A scalar, pointer or vector from braces. */
function bracedValue(context: Context, type: CType, init: Of<'list'>): RValue {
  const [only] = init.items;
  if (type.kind === 'vector') return vectorLiteral(context, type, init.items, init.span);
  if (only === undefined) return { type, lanes: [zero(laneOf(type))] };
  return evaluate(context, only);
}

/** The values of a list, in turn. */
class Items {
  private at = 0;

  constructor(private readonly items: readonly Expression[]) {}

  peek(): Expression | undefined {
    return this.items[this.at];
  }

  next(): Expression | undefined {
    const item = this.items[this.at];
    this.at += 1;
    return item;
  }
}

/** Fills what lies in memory from a list: inner braces fill one part, values without braces go on from part to
 * part. */
function fill(
  context: Context,
  place: Extract<Place, { kind: 'memory' }>,
  items: Items,
  span: Span,
  text: string,
): boolean {
  const { type } = place;
  if (type.kind !== 'array' && type.kind !== 'struct') {
    const item = items.next();
    const value =
      item === undefined
        ? zeroOf(type)
        : item.kind === 'list' && !item.comma
          ? bracedValue(context, type, item)
          : evaluate(context, item);
    context.emitter.scoped(() => store(context, place, value, item?.span ?? span, text));
    return true;
  }
  for (const part of partsOf(type)) {
    const at = {
      kind: 'memory',
      type: part.type,
      address: offset(place.address, constant('long', part.offset)),
    } as const;
    const item = items.peek();
    const isWhole = part.type.kind === 'array' || part.type.kind === 'struct';
    const name = `${text}${part.path}`;
    if (item?.kind === 'list' && !item.comma && isWhole) {
      items.next();
      fill(context, at, new Items(item.items), item.span, name);
    } else if (item !== undefined && part.type.kind === 'struct' && !isList(item)) {
      // A struct may be given whole, or its members one by one.
      const { items: code, result } = context.emitter.capture(() => evaluate(context, item));
      if (result.type.kind === 'struct') {
        items.next();
        context.emitter.append(code);
        store(context, at, result, item.span, name);
      } else fill(context, at, items, span, name);
    } else fill(context, at, items, span, name);
  }
  return true;
}

const isList = (item: Expression): boolean => item.kind === 'list' && !item.comma;

const zeroOf = (type: CType): RValue => ({
  type,
  lanes: Array.from({ length: lanesOf(type) }, () => zero(laneOf(type))),
});

/** The elements or members that are filled in turn: of a union the first alone. */
function partsOf(
  type: StructType | Extract<CType, { kind: 'array' }>,
): { readonly type: CType; readonly offset: number; readonly path: string }[] {
  if (type.kind === 'array') {
    const size = bytesOf(type.of);
    return Array.from({ length: type.length }, (_, i) => ({
      type: type.of,
      offset: i * size,
      path: `[${i}]`,
    }));
  }
  const members = type.name.startsWith('union ') ? type.members.slice(0, 1) : type.members;
  return members.map((member) => ({ ...member, path: member.name && `.${member.name}` }));
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
  const place = context.once(expression, () => ({
    kind: 'memory',
    type,
    address: context.object(
      objectOf(type.name, type, { space: 'private', span, length: 'stated' }),
    ),
  }));
  if (place.kind === 'memory') fill(context, place, new Items(operands), span, text);
  return { type, lanes: place.kind === 'memory' ? [place.address] : [] };
}

/** `(float4)(a, b.xy, c)`: the components one after the other, or one scalar for all. */
export function vectorLiteral(
  context: Context,
  type: Extract<CType, { kind: 'vector' }>,
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
  const lanes = values.flatMap((value) => {
    const isOther = value.type.kind === 'vector' && value.type.scalar !== type.scalar;
    if (isOther || !/^(scalar|vector)$/.test(value.type.kind))
      context.refuse(span, `A part of this is no ${type.scalar}.`);
    return value.lanes.map((lane) => convert(type.scalar, lane));
  });
  if (lanes.length !== type.lanes)
    context.refuse(
      span,
      `${type.lanes} components are needed here, and ${lanes.length} are given.`,
    );
  return { type, lanes };
}
