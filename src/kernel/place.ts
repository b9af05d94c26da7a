import type { Span } from '../base/span.ts';
import { dependsOnItem } from './algebra.ts';
import { isBuiltinConstant } from './builtins.ts';
import type { Context } from './context.ts';
import { name, num, type Expr } from './expr.ts';
import type { Access, Space } from './ir.ts';
import { evaluate } from './lower-expression.ts';
import { paramExamples } from './pragma.ts';
import type { Expression, Of } from './syntax.ts';
import { isInteger } from './types.ts';
import {
  advance,
  data,
  int,
  type Pointer,
  type Scope,
  type Value,
  type Variable,
} from './values.ts';

/** Something that can be read or written. */
export type Place =
  | { readonly kind: 'variable'; readonly variable: Variable }
  /** An element of an array; `part` when only a field or a component of it is meant. */
  | { readonly kind: 'element'; readonly pointer: Pointer; readonly part: boolean }
  /** An array inside an array: reading it gives a pointer and costs nothing. */
  | { readonly kind: 'row'; readonly pointer: Pointer }
  /** Private memory whose contents are not followed. */
  | { readonly kind: 'private'; readonly name: string };

export const ticksOf = (space: Space): Expr =>
  space === 'global' ? name('GMT') : space === 'local' ? name('LMT') : num(0);

/** `&` of a place. */
export function addressOf(target: Place): Value {
  switch (target.kind) {
    case 'variable': {
      const { variable } = target;
      return {
        kind: 'pointer',
        space: variable.memory ?? 'private',
        array: variable.name,
        inner: [],
        element: variable.type,
        offset: num(0),
        ...(variable.memory === undefined ? { target: variable } : { root: variable }),
      };
    }
    case 'element': {
      const { offset: _offset, ...rest } = target.pointer;
      return target.part ? rest : target.pointer;
    }
    case 'row':
      return target.pointer;
    case 'private': {
      const element = { base: 'void', pointers: 0 };
      return { kind: 'pointer', space: 'private', array: target.name, inner: [], element };
    }
  }
}

/** Finds what an expression on the left of an assignment, or one to be read, means. */
export function place(context: Context, scope: Scope, expression: Expression): Place {
  switch (expression.kind) {
    case 'name': {
      const variable = scope.find(expression.name);
      if (variable !== undefined) return { kind: 'variable', variable };
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
      return indexed(context, scope, expression);
    case 'member': {
      if (expression.arrow) {
        const value = evaluate(context, scope, expression.object);
        return pointee(context, value, expression.object.span, true);
      }
      const object = place(context, scope, expression.object);
      if (object.kind === 'element') return { ...object, part: true };
      if (object.kind !== 'variable') return object;
      const { memory, name: text } = object.variable;
      if (memory === undefined) return { kind: 'private', name: text };
      const pointer = addressOf(object);
      return pointer.kind === 'pointer'
        ? { kind: 'element', pointer, part: true }
        : { kind: 'private', name: text };
    }
    case 'unary':
      if (expression.operator === '*')
        return pointee(
          context,
          evaluate(context, scope, expression.operand),
          expression.operand.span,
          false,
        );
      break;
    case 'conditional':
    case 'call':
    case 'cast':
    case 'list': {
      const value = evaluate(context, scope, expression);
      return value.kind === 'pointer'
        ? { kind: 'row', pointer: value }
        : { kind: 'private', name: 'a value' };
    }
    default:
      break;
  }
  evaluate(context, scope, expression);
  return { kind: 'private', name: 'a value' };
}

function indexed(context: Context, scope: Scope, expression: Of<'index'>): Place {
  const base = place(context, scope, expression.array);
  // An array that is a field: the element of it is a part of the element it lies in.
  if (base.kind === 'element' && base.part) {
    evaluate(context, scope, expression.index);
    return base;
  }
  if (base.kind === 'private') {
    evaluate(context, scope, expression.index);
    return base;
  }
  const value = load(context, base, expression.array.span);
  const index = evaluate(context, scope, expression.index);
  if (value.kind !== 'pointer') return pointee(context, value, expression.array.span, false);
  if (value.inner.length > 0) {
    const moved = advance(value, index, 1);
    return { kind: 'row', pointer: { ...moved, inner: value.inner.slice(1) } };
  }
  return pointee(context, advance(value, index, 1), expression.array.span, false);
}

function pointee(context: Context, value: Value, span: Span, part: boolean): Place {
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
export function load(context: Context, from: Place, span: Span, atomic = false): Value {
  switch (from.kind) {
    case 'private':
      return data(from.name);
    case 'row':
      return from.pointer;
    case 'variable': {
      const { variable } = from;
      if (variable.memory === undefined)
        return context.state.get(variable) ?? data(`the contents of ${variable.name}`);
      const pointer = addressOf(from);
      if (pointer.kind === 'pointer') touch(context, 'load', pointer, false, span, atomic, false);
      return data(`the contents of ${variable.name}`);
    }
    case 'element':
      touch(context, 'load', from.pointer, from.part, span, atomic, false);
      return data(`the contents of ${from.pointer.array}`);
  }
}

/** Writes a place; a write of global or local memory is an access. */
export function store(context: Context, to: Place, value: Value, span: Span, atomic = false): void {
  const same = value.kind === 'int' && !dependsOnItem(value.expr);
  switch (to.kind) {
    case 'private':
    case 'row':
      return;
    case 'variable': {
      const { variable } = to;
      if (variable.memory === undefined) {
        assign(context, variable, value);
        return;
      }
      const pointer = addressOf(to);
      if (pointer.kind === 'pointer') touch(context, 'store', pointer, false, span, atomic, same);
      return;
    }
    case 'element':
      if (to.pointer.space === 'private' && to.pointer.target !== undefined)
        assign(context, to.pointer.target, data(`the contents of ${to.pointer.array}`));
      else touch(context, 'store', to.pointer, to.part, span, atomic, same);
  }
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
export function touch(
  context: Context,
  kind: 'load' | 'store',
  pointer: Pointer,
  part: boolean,
  span: Span,
  atomic: boolean,
  same: boolean,
): void {
  const { space, array, root, offset } = pointer;
  const access: Access = { kind, space, name: array, ticks: ticksOf(space), span };
  const isLocal = space === 'local' && root !== undefined && offset !== undefined && !part;
  if (isLocal) context.access(access, { array: root, index: offset, atomic, same });
  else context.access(access);
}
