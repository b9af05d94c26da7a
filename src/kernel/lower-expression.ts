import type { Span } from '../base/span.ts';
import { binary, dependsOnItem, not, substitute, unary } from './algebra.ts';
import { branch } from './branch.ts';
import { isBuiltinConstant } from './builtins.ts';
import type { Context } from './context.ts';
import { name, num, type BinaryOperator, type Expr } from './expr.ts';
import type { Access, Space } from './ir.ts';
import { call } from './lower-call.ts';
import type { Expression, TypeName } from './syntax.ts';
import { bytesOf, isInteger } from './types.ts';
import {
  advance,
  combine,
  data,
  int,
  join,
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

const BINARY: ReadonlySet<string> = new Set<BinaryOperator>([
  ...(['+', '-', '*', '/', '%', '<', '<=', '>', '>=', '==', '!='] as const),
  ...(['&&', '||', '&', '|', '^', '<<', '>>'] as const),
]);
const isBinary = (operator: string): operator is BinaryOperator => BINARY.has(operator);

/** Evaluates an expression for its value, adding what it costs to the statement at hand. */
export function evaluate(context: Context, scope: Scope, expression: Expression): Value {
  switch (expression.kind) {
    case 'number':
      return literal(expression.text);
    case 'string':
      return data('a string');
    case 'name':
    case 'index':
    case 'member':
      return load(context, place(context, scope, expression), expression.span);
    case 'unary':
      return evaluateUnary(context, scope, expression);
    case 'update': {
      const target = place(context, scope, expression.operand);
      const old = load(context, target, expression.span);
      const one: Value = { kind: 'int', expr: num(1) };
      const updated = arithmetic(expression.operator === '++' ? '+' : '-', old, one);
      store(context, target, updated, expression.span);
      return expression.prefix ? updated : old;
    }
    case 'binary':
      return evaluateBinary(context, scope, expression);
    case 'assign': {
      const target = place(context, scope, expression.target);
      const old =
        expression.operator === '=' ? undefined : load(context, target, expression.target.span);
      const right = evaluate(context, scope, expression.value);
      const value = old === undefined ? right : arithmetic(expression.operator, old, right);
      store(context, target, value, expression.target.span);
      return value;
    }
    case 'conditional':
      return evaluateConditional(context, scope, expression);
    case 'call':
      return call(context, scope, expression);
    case 'cast':
      return cast(
        expression.type,
        expression.operands.map((operand) => evaluate(context, scope, operand)),
      );
    case 'list': {
      const values = expression.items.map((item) => evaluate(context, scope, item));
      const last = values.at(-1);
      return expression.comma && last !== undefined ? last : data('a list');
    }
    case 'sizeof': {
      const bytes = expression.type === undefined ? undefined : bytesOf(expression.type);
      return bytes === undefined ? data('the size of a type') : int(num(bytes));
    }
    case 'unsupported':
      context.report(
        'error',
        'unsupported',
        expression.span,
        `This cannot be modelled: ${expression.what}.`,
      );
      return data(expression.what);
  }
}

function literal(text: string): Value {
  // The grammar takes the sign of `-2` into the literal.
  const [, sign = '', digits = ''] = /^([-+]?)(.*?)[uUlL]*$/.exec(text) ?? [];
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  if (/^(0[xXbB][\da-fA-F]+|\d+)$/.test(digits) && Number.isSafeInteger(value))
    return int(num(sign === '-' ? 0 - value : value));
  return data('a floating-point value');
}

function evaluateUnary(
  context: Context,
  scope: Scope,
  expression: Extract<Expression, { kind: 'unary' }>,
): Value {
  const { operator, operand } = expression;
  if (operator === '&') return addressOf(place(context, scope, operand));
  if (operator === '*') return load(context, place(context, scope, expression), expression.span);
  const value = evaluate(context, scope, operand);
  if (value.kind === 'pointer') return operator === '!' ? int(num(0)) : data('a pointer');
  if (value.kind === 'unknown') return value;
  if (operator === '-' || operator === '~') return int(unary(operator, value.expr));
  return operator === '!' ? int(not(value.expr)) : value;
}

function addressOf(target: Place): Value {
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

function evaluateBinary(
  context: Context,
  scope: Scope,
  expression: Extract<Expression, { kind: 'binary' }>,
): Value {
  const { operator, span } = expression;
  const left = evaluate(context, scope, expression.left);
  const lazy = operator === '&&' || operator === '||';
  if (!lazy || left.kind === 'unknown') {
    // Which sides of && and || run is not known then: both are counted.
    const right = evaluate(context, scope, expression.right);
    return arithmetic(operator, left, right);
  }
  let right: Value = int(num(operator === '&&' ? 0 : 1));
  const run = (): 'alive' => {
    right = evaluate(context, scope, expression.right);
    return 'alive';
  };
  const skip = (): 'alive' => 'alive';
  const spans = { span, head: expression.left.span };
  if (operator === '&&') branch(context, left, spans, run, skip);
  else branch(context, left, spans, skip, run);
  return arithmetic(operator, left, right);
}

function evaluateConditional(
  context: Context,
  scope: Scope,
  expression: Extract<Expression, { kind: 'conditional' }>,
): Value {
  const condition = evaluate(context, scope, expression.condition);
  let then: Value | undefined;
  let otherwise: Value | undefined;
  branch(
    context,
    condition,
    { span: expression.span, head: expression.condition.span },
    () => {
      then = evaluate(context, scope, expression.then);
      return 'alive';
    },
    () => {
      otherwise = evaluate(context, scope, expression.otherwise);
      return 'alive';
    },
  );
  if (then === undefined || otherwise === undefined) return then ?? otherwise ?? data('a choice');
  return join(then, otherwise, condition);
}

/** The value of an operator; for pointers, what C's pointer arithmetic says. */
export function arithmetic(operator: string, left: Value, right: Value): Value {
  if (left.kind === 'int' && right.kind === 'int' && isBinary(operator))
    return int(binary(operator, left.expr, right.expr));
  if (operator === '+' && left.kind === 'pointer') return advance(left, right, 1);
  if (operator === '+' && right.kind === 'pointer') return advance(right, left, 1);
  if (operator === '-' && left.kind === 'pointer' && right.kind !== 'pointer')
    return advance(left, right, -1);
  // `x && unknown` is zero for x = 0, and `x || unknown` one otherwise: nothing to follow.
  return combine([left, right], 'arithmetic that is not followed');
}

function cast(type: TypeName, values: readonly Value[]): Value {
  const [value] = values;
  if (value === undefined || values.length > 1) return combine(values, 'a vector');
  if (type.pointers > 0) {
    const element = { base: type.base, pointers: type.pointers - 1 };
    if (value.kind === 'pointer') {
      if (value.element.base === type.base && value.inner.length === 0) return value;
      const { offset: _offset, ...rest } = value;
      return { ...rest, inner: [], element };
    }
    if (type.space === undefined) return value;
    const space = type.space === 'constant' ? 'global' : type.space;
    return { kind: 'pointer', space, array: 'a cast pointer', inner: [], element };
  }
  if (isInteger(type) || value.kind === 'unknown') return value;
  return data('a floating-point value');
}

/** Finds what an expression on the left of an assignment, or one to be read, means. */
export function place(context: Context, scope: Scope, expression: Expression): Place {
  switch (expression.kind) {
    case 'name': {
      const variable = scope.find(expression.name);
      if (variable !== undefined) return { kind: 'variable', variable };
      if (!isBuiltinConstant(expression.name))
        context.report(
          'error',
          'unknown-name',
          expression.span,
          `${expression.name} is not declared.`,
          `Declare it, #define it, or make it a tuning parameter: #pragma tuner param ${expression.name} = pow2(2, size/2)`,
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

function indexed(
  context: Context,
  scope: Scope,
  expression: Extract<Expression, { kind: 'index' }>,
): Place {
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
  context.report(
    'error',
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
    context.used.add(pragma);
    const values = context.resolve(pragma.value, () => undefined);
    return values === undefined ? value : int(substitute(pragma.value.expr, values));
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
