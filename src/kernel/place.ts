import type { Span } from '../base/span.ts';
import { dependsOnItem } from './algebra.ts';
import { isBuiltinConstant } from './builtins.ts';
import type { Context } from './context.ts';
import { name, num, type Expr } from './expr.ts';
import type { Space } from './ir.ts';
import { evaluate } from './lower-expression.ts';
import { paramExamples } from './pragma.ts';
import type { Expression, Of } from './syntax.ts';
import { isInteger } from './types.ts';
import { advance, arrayOf, data, int, type Pointer, type Value, type Variable } from './values.ts';

/** Something that can be read or written. */
export type Place =
  /** A variable that costs nothing. */
  | { readonly kind: 'variable'; readonly variable: Variable }
  /** An element of an array; `part` when only a field or a component of it is meant. */
  | { readonly kind: 'element'; readonly pointer: Pointer; readonly part: boolean }
  /** An array inside an array: reading it gives a pointer and costs nothing. */
  | { readonly kind: 'row'; readonly pointer: Pointer }
  /** Private memory whose contents are not followed. */
  | { readonly kind: 'private'; readonly name: string };

/** How memory is touched. */
interface Manner {
  /** At once, as atomic functions do. */
  readonly atomic?: boolean;
  /** The stored value is the same for all items of the group. */
  readonly same?: boolean;
}

export const ticksOf = (space: Space): Expr =>
  space === 'global' ? name('GMT') : space === 'local' ? name('LMT') : num(0);

/** Where a variable lies: one in memory that costs is an array of one element. */
export function placeOf(variable: Variable): Place {
  const { memory, type } = variable;
  if (memory === undefined) return { kind: 'variable', variable };
  return { kind: 'element', pointer: arrayOf(variable, memory, [], type), part: false };
}

/** `&` of a place. */
export function addressOf(target: Place): Pointer {
  const own = { kind: 'pointer', space: 'private', inner: [] } as const;
  switch (target.kind) {
    case 'variable': {
      const { variable } = target;
      const { name: array, type: element } = variable;
      return { ...own, array, element, offset: num(0), target: variable };
    }
    case 'element':
      return target.part ? { ...target.pointer, offset: undefined } : target.pointer;
    case 'row':
      return target.pointer;
    case 'private':
      return { ...own, array: target.name, element: { base: 'void', pointers: 0 } };
  }
}

/** Finds what an expression on the left of an assignment, or one to be read, means. */
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
        );
      return { kind: 'private', name: expression.name };
    }
    case 'index':
      return indexed(context, expression);
    case 'member': {
      if (expression.arrow) return pointee(context, expression.object, true);
      const object = place(context, expression.object);
      if (object.kind === 'element') return { ...object, part: true };
      return object.kind === 'variable' ? { kind: 'private', name: object.variable.name } : object;
    }
    case 'unary':
      if (expression.operator === '*') return pointee(context, expression.operand, false);
      break;
    case 'conditional':
    case 'call':
    case 'cast':
    case 'list': {
      const value = evaluate(context, expression);
      if (value.kind === 'pointer') return { kind: 'row', pointer: value };
      return { kind: 'private', name: 'a value' };
    }
    default:
      break;
  }
  evaluate(context, expression);
  return { kind: 'private', name: 'a value' };
}

function indexed(context: Context, { array, index: at }: Of<'index'>): Place {
  const base = place(context, array);
  // An array that is a field: the element of it is a part of the element it lies in.
  if (base.kind === 'private' || (base.kind === 'element' && base.part)) {
    evaluate(context, at);
    return base;
  }
  const value = load(context, base, array.span);
  const index = evaluate(context, at);
  if (value.kind !== 'pointer') return pointed(context, value, array.span, false);
  const moved = advance(value, index, 1);
  if (value.inner.length > 0)
    return { kind: 'row', pointer: { ...moved, inner: value.inner.slice(1) } };
  return pointed(context, moved, array.span, false);
}

const pointee = (context: Context, pointer: Expression, part: boolean): Place =>
  pointed(context, evaluate(context, pointer), pointer.span, part);

function pointed(context: Context, value: Value, span: Span, part: boolean): Place {
  if (value.kind === 'pointer') {
    if (value.target !== undefined && !part) return { kind: 'variable', variable: value.target };
    return { kind: 'element', pointer: value, part };
  }
  context.reports.error(
    'unknown-pointer',
    span,
    'What this points to is not known, so neither is what an access through it costs.',
    'Use the array that the kernel was given, with an index, or a cast that names the memory: (__global T *).',
  );
  return { kind: 'private', name: 'an unknown pointer' };
}

/** Reads a place; a read of global or local memory is an access. */
export function load(context: Context, from: Place, span: Span, manner: Manner = {}): Value {
  switch (from.kind) {
    case 'private':
      return data(from.name);
    case 'row':
      return from.pointer;
    case 'variable':
      return context.state.get(from.variable) ?? data(`the contents of ${from.variable.name}`);
    case 'element':
      touch(context, 'load', from, span, manner);
      return data(`the contents of ${from.pointer.array}`);
  }
}

/** Writes a place; a write of global or local memory is an access. */
export function store(
  context: Context,
  to: Place,
  value: Value,
  span: Span,
  manner: Manner = {},
): void {
  if (to.kind === 'variable') assign(context, to.variable, value);
  if (to.kind !== 'element') return;
  const { space, target, array } = to.pointer;
  const same = value.kind === 'int' && !dependsOnItem(value.expr);
  if (space === 'private' && target !== undefined)
    assign(context, target, data(`the contents of ${array}`));
  else touch(context, 'store', to, span, { ...manner, same });
}

/** Gives a private variable a value, or the one that a pragma says where it is not known. */
export function assign(context: Context, variable: Variable, value: Value): void {
  context.state.set(variable, converted(context, variable, value));
}

function converted(context: Context, variable: Variable, value: Value): Value {
  if (value.kind === 'unknown') {
    const pragma = context.facts.values.get(variable.name);
    if (pragma === undefined || context.functions.has(variable.name)) return value;
    const given = context.resolve(pragma, () => undefined);
    return given === undefined ? value : int(given);
  }
  if (value.kind === 'int' && !isInteger(variable.type) && variable.type.pointers === 0)
    return data(`the contents of ${variable.name}`);
  return value;
}

/** Adds an access of memory to the statement at hand. */
function touch(
  context: Context,
  kind: 'load' | 'store',
  { pointer, part }: Extract<Place, { kind: 'element' }>,
  span: Span,
  { atomic = false, same = false }: Manner,
): void {
  const { space, array, root, offset } = pointer;
  const isLocal = space === 'local' && root !== undefined && offset !== undefined && !part;
  context.access(
    { kind, space, name: array, ticks: ticksOf(space), span },
    isLocal ? { array: root, index: offset, atomic, same } : undefined,
  );
}
