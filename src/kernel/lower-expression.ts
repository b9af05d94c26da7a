import type { BinaryOperator } from '../base/operators.ts';
import type { Span } from '../base/span.ts';
import { conversionsOf, conversionsTo, kindsOf, operationsOf } from './arithmetic.ts';
import { branch, type Spans } from './branch.ts';
import type { Context } from './context.ts';
import { num } from '../front/expr.ts';
import { computed, constant, converted, truthOf, unaryOf } from './integers.ts';
import { byLane, integerLane, lanesOf } from './lanes.ts';
import { call } from './lower-call.ts';
import { dimension } from './lower-statement.ts';
import { literalOf } from '../front/literal.ts';
import { addressOf, load, place, type Place, store } from './place.ts';
import { type Expression, type Of, partsOf, pathOf, type Type } from '../front/syntax.ts';
import { bytesOfType, recast } from './touched.ts';
import { operationsOfKind } from './operations.ts';
import { INT32, type IntegerType, integerType, promotedInteger } from '../front/conversions.ts';
import { innermost, lengthsOf, sameType } from '../front/types.ts';
import { advance, combine, data, int, join, partsIn, unknown, type Value } from './values.ts';

/** Gives the value and adds the cost to the statement at hand. */
export function evaluate(context: Context, expression: Expression): Value {
  const { span } = expression;
  context.here = span;
  const { operations } = context.charges;
  const count = operations === 'none' ? 0 : operationsOf(context, expression);
  if (operations !== 'data') {
    context.operate(count, span);
    return evaluated(context, expression);
  }
  const value = evaluated(context, expression);
  // Derived values are indices, counts or conditions: their place tells their cost.
  if (value.kind !== 'int') context.operate(count, span, kindsOf(expression, count));
  convert(context, conversionsOf(context, expression), span);
  return value;
}

/** The value that a variable of that type begins with. */
export function evaluateFor(context: Context, init: Expression, type: Type): Value {
  const value = evaluate(context, init);
  if (context.charges.operations === 'data')
    convert(context, conversionsTo(context, init, [{ type }]), init.span);
  return value;
}

function convert(context: Context, count: number, span: Span): void {
  context.operate(count, span, operationsOfKind('conversion', count));
}

function evaluated(context: Context, expression: Expression): Value {
  switch (expression.kind) {
    case 'number':
      return literal(expression);
    case 'string':
      return data('a string');
    case 'name':
    case 'index':
    case 'member':
      return given(context, expression, load(context, place(context, expression), expression.span));
    case 'unary':
      return evaluateUnary(context, expression);
    case 'update': {
      const target = place(context, expression.operand);
      const old = load(context, target, expression.span);
      const type = integerType(expression.operand.type);
      const operator = expression.operator === '++' ? '+' : '-';
      const sum = arithmetic(context, operator, [old, type], [int(num(1)), INT32], expression.span);
      const updated = as(context, sum, type);
      store(context, target, updated, expression.span);
      return expression.prefix ? updated : old;
    }
    case 'binary':
      return evaluateBinary(context, expression);
    case 'assign': {
      const target = place(context, expression.target);
      const { operator } = expression;
      const old = operator === '=' ? undefined : load(context, target, expression.target.span);
      const right = evaluate(context, expression.value);
      const type = integerLane(expression.target.type);
      const other = integerLane(expression.value.type);
      context.here = expression.span;
      carry(context, expression, target);
      const value =
        operator === '=' || old === undefined
          ? right
          : arithmetic(context, operator, [old, type], [right, other], expression.span);
      const stored = as(context, value, type);
      store(context, target, stored, expression.target.span);
      return stored;
    }
    case 'conditional':
      return evaluateConditional(context, expression);
    case 'call':
      return call(context, expression);
    case 'cast':
      return cast(context, expression, evaluateAll(context, expression.operands));
    case 'list': {
      const values = evaluateAll(context, expression.items);
      const last = values.at(-1);
      if (expression.comma && last !== undefined) return last;
      return {
        ...unknown({ kind: 'data', what: 'a list' }),
        parts: { values, fields: expression.fields },
      };
    }
    case 'sizeof': {
      const { of: type = expression.operand?.type } = expression;
      const bytes = type && bytesOfType(type);
      return bytes === undefined ? data('the size of a type') : int(num(bytes));
    }
    case 'unsupported':
      context.refuse(expression.span, expression.what);
      return data(expression.what);
  }
}

/** Pragmas give unknown members and elements here; variables get theirs when assigned. */
function given(context: Context, expression: Expression, value: Value): Value {
  if (value.kind !== 'unknown' || expression.kind === 'name') return value;
  const path = pathOf(expression);
  const pragma = path === undefined ? undefined : context.facts.values.get(path);
  const said = pragma && context.resolve(pragma, () => undefined);
  return said === undefined ? value : int(said);
}

/** Notes a variable computed from its old value. */
function carry(context: Context, { operator, target, value }: Of<'assign'>, to: Place): void {
  if (!context.charges.addresses || (operator === '=' && !namesOf(target, value))) return;
  if (to.kind === 'variable') context.carries({ variable: to.variable.key, index: num(0) });
  const { root, offset = num(0), space = 'global' } = to.kind === 'element' ? to.pointer : {};
  if (root !== undefined && space === 'private')
    context.carries({ variable: root.key, index: offset });
}

/** The expression mentions the target variable. */
const namesOf = (target: Expression, value: Expression): boolean =>
  target.kind === 'name' &&
  ((value.kind === 'name' && value.name === target.name) ||
    partsOf(value).some((part) => namesOf(target, part)));

/** The values of expressions that are evaluated in turn. */
export const evaluateAll = (context: Context, expressions: readonly Expression[]): Value[] =>
  expressions.map((expression) => evaluate(context, expression));

function literal({ text, type }: Of<'number'>): Value {
  const value = literalOf(text)?.value;
  return typeof value === 'bigint'
    ? constant(value, integerType(type) ?? INT32)
    : data('a floating-point value');
}

/** A value in the type of what holds it. */
const as = (context: Context, value: Value, type: IntegerType | undefined): Value =>
  value.kind === 'int' && type !== undefined
    ? converted(context, value, type, context.here)
    : value;

function evaluateUnary(context: Context, expression: Of<'unary'>): Value {
  const { operator, operand } = expression;
  if (operator === '&') return addressOf(context, place(context, operand));
  if (operator === '*') return load(context, place(context, expression), expression.span);
  const value = evaluate(context, operand);
  if (value.kind === 'pointer') return operator === '!' ? int(num(0)) : data('a pointer');
  const lane = integerLane(operand.type);
  const type = lane ?? INT32;
  const signed = (each: Value): Value =>
    each.kind !== 'int'
      ? combine([each], 'a sign')
      : operator === '+'
        ? as(context, each, promotedInteger(type))
        : unaryOf(context, operator, each, type, expression.span);
  const lanes = operator === '!' ? undefined : partsIn(value)?.values;
  return lanes ? ofLanes(lanes.map((each) => as(context, signed(each), lane))) : signed(value);
}

function evaluateBinary(context: Context, expression: Of<'binary'>): Value {
  const { operator, span } = expression;
  const left = evaluate(context, expression.left);
  const rightType = integerLane(expression.right.type);
  const typed = (value: Value) => [value, integerLane(expression.left.type)] as const;
  const lazy = operator === '&&' || operator === '||';
  if (!lazy || left.kind === 'unknown') {
    // Which sides of && and || run is unknown: count both.
    const right = evaluate(context, expression.right);
    return arithmetic(context, operator, typed(left), [right, rightType], span);
  }
  const isAnd = operator === '&&';
  const spans = { span, head: expression.left.span };
  const [then, otherwise] = isAnd ? [expression.right] : [undefined, expression.right];
  const values = sides(context, left, spans, then, otherwise);
  const second = values[isAnd ? 0 : 1];
  return second === undefined
    ? arithmetic(context, operator, typed(left), [int(num(isAnd ? 0 : 1)), INT32], span)
    : arithmetic(context, operator, typed(left), [second, rightType], span);
}

function evaluateConditional(context: Context, expression: Of<'conditional'>): Value {
  const condition = evaluate(context, expression.condition);
  const spans = { span: expression.span, head: expression.condition.span };
  const values = sides(context, condition, spans, expression.then, expression.otherwise);
  const [then, otherwise] = values;
  const type = integerType(expression.type);
  context.here = expression.span;
  if (then === undefined || otherwise === undefined)
    return as(context, then ?? otherwise ?? data('a choice'), type);
  const truth = condition.kind === 'int' ? truthOf(context, condition, expression.span) : condition;
  return join(as(context, then, type), as(context, otherwise, type), truth);
}

/** Both sides' values; none for a side never taken. */
function sides(
  context: Context,
  condition: Value,
  spans: Spans,
  ...expressions: readonly (Expression | undefined)[]
): readonly (Value | undefined)[] {
  const values: (Value | undefined)[] = [];
  const side = (index: number) => (): 'alive' => {
    const expression = expressions[index];
    if (expression !== undefined) values[index] = evaluate(context, expression);
    return 'alive';
  };
  branch(context, condition, spans, side(0), side(1));
  return values;
}

/** For pointers, C's pointer arithmetic. */
export function arithmetic(
  context: Context,
  operator: BinaryOperator,
  [left, leftType]: readonly [Value, IntegerType | undefined],
  [right, rightType]: readonly [Value, IntegerType | undefined],
  span: Span,
): Value {
  if (left.kind === 'int' && right.kind === 'int') {
    const [a, b] = [leftType ?? INT32, rightType ?? INT32];
    return computed(context, operator, [left, a], [right, b], span);
  }
  const lanes = BY_LANE.has(operator)
    ? byLane(left, right, (a, b) =>
        arithmetic(context, operator, [a, leftType], [b, rightType], span),
      )
    : undefined;
  // Components are not promoted.
  const lane = partsIn(left) ? leftType : rightType;
  if (lanes) return ofLanes(lanes.map((each) => as(context, each, lane)));
  if (operator === '+' && left.kind === 'pointer') return advance(left, right, 1);
  if (operator === '+' && right.kind === 'pointer') return advance(right, left, 1);
  if (operator === '-' && left.kind === 'pointer' && right.kind !== 'pointer')
    return advance(left, right, -1);
  // `x && unknown` is zero for x = 0, `x || unknown` one otherwise: nothing to follow.
  return combine([left, right], 'arithmetic that is not followed');
}

/** Those of vectors that give numbers, not masks. */
const BY_LANE: ReadonlySet<BinaryOperator> = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  '<<',
  '>>',
  '&',
  '|',
  '^',
]);

const ofLanes = (values: readonly Value[]): Value => {
  const all = combine(values, 'a vector');
  return all.kind === 'unknown' ? { ...all, parts: { values } } : all;
};

function cast(context: Context, expression: Of<'cast'>, values: readonly Value[]): Value {
  const { type, span } = expression;
  // `(int)(x, y)` is the last one; only vectors take both.
  const value = type.kind !== 'vector' ? values.at(-1) : values[0];
  if (type.kind === 'struct' && !type.union) {
    if (values.length === 1 && value?.kind === 'unknown' && value.parts !== undefined) return value;
    return { ...unknown({ kind: 'data', what: 'a struct' }), parts: { values } };
  }
  const lanes = lanesOf(type, values, (each, own) => as(context, each, own));
  if (lanes) return ofLanes(lanes);
  if (value === undefined || type.kind === 'vector') return combine(values, 'a vector');
  if (type.kind === 'pointer') {
    const element = innermost(type.to);
    const inner = lengthsOf(type.to).map((length) => dimension(context, length));
    if (value.kind === 'pointer') {
      if (sameType(value.element, element) && value.inner.length === 0)
        return inner.length === 0 ? value : { ...value, inner };
      const scaled = context.charges.addresses && recast(value, element);
      if (scaled) return { ...scaled, inner };
      return { ...value, offset: undefined, inner, element };
    }
    if (type.space === undefined) return value;
    const space = type.space === 'constant' ? 'global' : type.space;
    return { kind: 'pointer', space, array: 'a cast pointer', inner, element };
  }
  // An address as a number is one of bytes.
  if (value.kind === 'pointer') return { ...value, offset: undefined, target: undefined };
  const integer = integerType(type);
  if (value.kind === 'unknown') return value;
  if (integer !== undefined) return converted(context, value, integer, span);
  return data('a floating-point value');
}
