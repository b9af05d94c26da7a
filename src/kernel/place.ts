import type { Span } from '../base/span.ts';
import { binary, dependsOnItem, substitute } from '../front/algebra.ts';
import { isBuiltinConstant } from '../front/builtins.ts';
import type { Context } from './context.ts';
import { name, num, partsOf, type Expr } from '../front/expr.ts';
import { converted as inType } from './integers.ts';
import type { Space, Touched } from './ir.ts';
import { evaluate } from './lower-expression.ts';
import { paramExamples, paramLine } from '../front/pragma.ts';
import type { Expression, Of } from '../front/syntax.ts';
import { laneNamed } from './lanes.ts';
import { bytesOfType, type Extent, fieldOf, touchedBy } from './touched.ts';
import { innermost, lengthsOf, VOID } from '../front/types.ts';
import { integerType } from '../front/conversions.ts';
import { advance, arrayOf, data, int, type Pointer, type Value, type Variable } from './values.ts';

/** Something that can be read or written. */
export type Place =
  /** A variable that costs nothing. */
  | { readonly kind: 'variable'; readonly variable: Variable }
  /** An array element; `part` when only a field or component is meant. */
  | {
      readonly kind: 'element';
      readonly pointer: Pointer;
      readonly part: boolean;
      /** Which bytes of it, where that is known. */
      readonly extent?: Extent | undefined;
    }
  /** An array inside an array: reading gives a pointer, for free. */
  | { readonly kind: 'row'; readonly pointer: Pointer }
  /** Private memory whose contents are not followed; storing there changes a variable somehow. */
  | { readonly kind: 'private'; readonly name: string; readonly of?: Variable };

interface Manner {
  /** At once, as atomic functions do. */
  readonly atomic?: boolean;
  /** All items of the group store the same value. */
  readonly same?: boolean;
}

export const ticksOf = (space: Space): Expr =>
  space === 'global' ? name('GMT') : space === 'local' ? name('LMT') : num(0);

/** A variable in costly memory is an array of one element. */
export function placeOf(variable: Variable): Place {
  const { memory, type } = variable;
  if (memory === undefined) return { kind: 'variable', variable };
  return { kind: 'element', pointer: arrayOf(variable, memory, [], type), part: false };
}

/** `&` of a place. */
export function addressOf(context: Context, target: Place): Pointer {
  const own = { kind: 'pointer', space: 'private', inner: [] } as const;
  switch (target.kind) {
    case 'variable': {
      const { variable } = target;
      context.addressed.add(variable);
      const { name: array, type: element } = variable;
      return { ...own, array, element, offset: num(0), target: variable };
    }
    case 'element':
      return target.part ? { ...target.pointer, offset: undefined } : target.pointer;
    case 'row':
      return target.pointer;
    case 'private':
      return { ...own, array: target.name, element: VOID };
  }
}

/** The place an expression means, to be assigned or read. */
export function place(context: Context, expression: Expression): Place {
  switch (expression.kind) {
    case 'name': {
      const variable = context.scope.find(expression.name);
      if (variable !== undefined) return placeOf(variable);
      if (!isBuiltinConstant(expression.name))
        context.reports.error(
          'unknown-name',
          expression.span,
          `${expression.name} is not declared.`,
          `Declare it, #define it, or make it a tuning parameter: ${paramExamples(expression.name, 2)}`,
          [{ line: paramLine(expression.name), where: 'top', name: expression.name }],
        );
      return { kind: 'private', name: expression.name };
    }
    case 'index':
      return indexed(context, expression);
    case 'member': {
      const object = expression.arrow
        ? pointee(context, expression.object)
        : place(context, expression.object);
      return member(object, expression.field);
    }
    case 'unary':
      if (expression.operator === '*') return pointee(context, expression.operand);
      break;
    default:
      break;
  }
  // Others may be pointers: `(a + 3)[i]`, `(p = a)[i]`, `*(c ? a : b)`.
  const value = evaluate(context, expression);
  if (value.kind === 'pointer') return { kind: 'row', pointer: value };
  return { kind: 'private', name: 'a value' };
}

/** A member of a struct, or components of a vector. */
function member(object: Place, field: string): Place {
  if (object.kind === 'element') return { ...object, part: true, extent: fieldOf(object, field) };
  if (object.kind !== 'variable') return object;
  const { members, name: text, type } = object.variable;
  const variable = members?.get(type.kind === 'vector' ? laneNamed(field) : field);
  return variable === undefined
    ? { kind: 'private', name: text, of: object.variable }
    : { kind: 'variable', variable };
}

function indexed(context: Context, { array, index: at }: Of<'index'>): Place {
  const base = place(context, array);
  const { type } = array;
  // A member array or a component touches its container.
  const isVector = type?.kind === 'vector';
  const isInside =
    base.kind === 'private' || base.kind === 'element'
      ? isVector || (type ? type.kind === 'array' : base.kind === 'element' && base.part)
      : base.kind === 'variable' && isVector;
  if (isInside) {
    evaluate(context, at);
    if (base.kind === 'element') return { ...base, part: true };
    return base.kind === 'variable'
      ? { kind: 'private', name: 'a vector', of: base.variable }
      : base;
  }
  const value = followed(load(context, base, array.span), array);
  const index = evaluate(context, at);
  // `3[a]` is `a[3]`.
  if (value.kind !== 'pointer' && index.kind === 'pointer')
    return element(context, index, value, at.span);
  return value.kind === 'pointer'
    ? element(context, value, index, array.span)
    : pointed(context, value, array.span);
}

function element(context: Context, pointer: Pointer, index: Value, span: Span): Place {
  const moved = advance(pointer, index, 1);
  if (pointer.inner.length > 0)
    return { kind: 'row', pointer: { ...moved, inner: pointer.inner.slice(1) } };
  return pointed(context, moved, span);
}

/** For an array of arrays, its first row. */
function pointee(context: Context, pointer: Expression): Place {
  const value = followed(evaluate(context, pointer), pointer);
  if (value.kind !== 'pointer') return pointed(context, value, pointer.span);
  return element(context, value, int(num(0)), pointer.span);
}

/** An unfollowed struct member becomes a pointer into the memory its declaration names. */
function followed(value: Value, expression: Expression): Value {
  if (value.kind !== 'unknown' || expression.kind !== 'member') return value;
  const { type } = expression;
  if (type?.kind !== 'pointer' || type.space === undefined) return value;
  const { to, space } = type;
  const array = expression.field;
  const memory = space === 'constant' ? 'global' : space;
  return {
    kind: 'pointer',
    space: memory,
    array,
    inner: lengthsOf(to).map(() => undefined),
    element: innermost(to),
  };
}

function pointed(context: Context, value: Value, span: Span): Place {
  if (value.kind === 'pointer') {
    if (value.target !== undefined) return { kind: 'variable', variable: value.target };
    return { kind: 'element', pointer: value, part: false };
  }
  context.reports.error(
    'unknown-pointer',
    span,
    'What this points to is not known, so neither is what an access through it costs.',
    'Use the array that the kernel was given, with an index, or a cast that names the memory: (__global T *).',
  );
  return { kind: 'private', name: 'an unknown pointer' };
}

/** Reading global or local memory is an access. */
export function load(context: Context, from: Place, span: Span, manner: Manner = {}): Value {
  switch (from.kind) {
    case 'private':
      return data(from.name);
    case 'row':
      return from.pointer;
    case 'variable': {
      const { variable } = from;
      const value = context.state.get(variable) ?? data(`the contents of ${variable.name}`);
      if (variable.members === undefined || value.kind !== 'unknown') return value;
      const values = [...variable.members.values()].map((each) =>
        load(context, { kind: 'variable', variable: each }, span),
      );
      return { ...value, parts: { values, fields: [...variable.members.keys()] } };
    }
    case 'element':
      touch(context, 'load', from, span, manner);
      return contentOf(context, from) ?? data(`the contents of ${from.pointer.array}`);
  }
}

/** A pragma's value of an unwritten integer element: machines' addresses hang on it. */
function contentOf(
  context: Context,
  { pointer, part }: Extract<Place, { kind: 'element' }>,
): Value | undefined {
  const { root, offset, element } = pointer;
  const content = root && context.charges.addresses && context.facts.contents?.get(root.name);
  if (!content || offset === undefined || part || integerType(element) === undefined)
    return undefined;
  if (context.written.has(pointer.array)) return undefined;
  const expr = substitute(content.expr, new Map([[content.index, offset]]));
  context.brought.add(expr);
  return int(expr);
}

/** Uses the stride a pragma gives, where nothing better is known. */
function strided(context: Context, pointer: Pointer, touched?: Touched): Touched | undefined {
  const said = context.facts.strides?.get(pointer.array);
  if (touched === undefined || touched.address !== undefined || said === undefined) return touched;
  const stride = context.resolve(said, () => undefined) ?? num(1);
  const size = bytesOfType(pointer.element) ?? touched.bytes;
  return { ...touched, address: binary('*', binary('*', name('lid'), stride), num(size)) };
}

const holdsAny = (expr: Expr, wanted: ReadonlySet<Expr>): boolean =>
  wanted.has(expr) || partsOf(expr).some((part) => holdsAny(part, wanted));

/** Writing global or local memory is an access. */
export function store(
  context: Context,
  to: Place,
  value: Value,
  span: Span,
  manner: Manner = {},
): void {
  if (to.kind === 'variable') assign(context, to.variable, value);
  if (to.kind === 'private' && to.of?.members) assign(context, to.of, data(to.name));
  if (to.kind !== 'element') return;
  const { space, root } = to.pointer;
  const same = value.kind === 'int' && !dependsOnItem(value.expr);
  // A pointer to one of several private variables.
  if (space === 'private' && root === undefined)
    for (const variable of context.addressed)
      assign(context, variable, data(`the contents of ${variable.name}`));
  else touch(context, 'store', to, span, { ...manner, same });
}

/** Sets a private variable, from a pragma where the value is unknown. */
export function assign(context: Context, variable: Variable, value: Value): void {
  if (variable.type.kind === 'array' && variable.members === undefined && value.kind !== 'pointer')
    return;
  const { members } = variable;
  const parts = value.kind === 'unknown' ? value.parts : undefined;
  context.state.set(
    variable,
    members === undefined
      ? given(context, variable, value)
      : data(`the contents of ${variable.name}`),
  );
  [...(members ?? [])].forEach(([field, member], index) => {
    const at = parts?.fields === undefined ? index : parts.fields.indexOf(field);
    assign(context, member, parts?.values[at] ?? data(`the contents of ${member.name}`));
  });
}

function given(context: Context, variable: Variable, value: Value): Value {
  if (value.kind === 'unknown') {
    const pragma = context.facts.values.get(variable.name);
    if (pragma === undefined || context.functions.has(variable.name)) return value;
    const said = context.resolve(pragma, () => undefined);
    if (said === undefined) return value;
    // A pragma's value is in the range of its type.
    if (integerType(variable.type)?.signed === false)
      context.bounds.assume(binary('>=', said, num(0)));
    return int(said);
  }
  if (value.kind !== 'int' || variable.type.kind === 'pointer') return value;
  const type = integerType(variable.type);
  if (type === undefined) return data(`the contents of ${variable.name}`);
  return inType(context, value, type, context.here);
}

function touch(
  context: Context,
  kind: 'load' | 'store',
  { pointer, part, extent }: Extract<Place, { kind: 'element' }>,
  span: Span,
  { atomic = false, same = false }: Manner,
): void {
  const { space, array, root, offset } = pointer;
  const isLocal = space === 'local' && root !== undefined && offset !== undefined && !part;
  const touched =
    context.charges.addresses && strided(context, pointer, touchedBy(pointer, extent, atomic));
  if (kind === 'store') context.written.add(array);
  const waits =
    touched && touched.address !== undefined && holdsAny(touched.address, context.brought);
  context.access(
    {
      kind,
      space,
      name: array,
      ticks: ticksOf(space),
      span,
      ...(touched && { touched: waits ? { ...touched, waits } : touched }),
    },
    isLocal ? { array: root, index: offset, atomic, same } : undefined,
  );
}
