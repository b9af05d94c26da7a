import { binary, not, unary } from './algebra.ts';
import { operationsOf } from './arithmetic.ts';
import { branch, type Spans } from './branch.ts';
import type { Context } from './context.ts';
import { num } from './expr.ts';
import { call } from './lower-call.ts';
import { integerOf } from './lexer.ts';
import { isBinary } from './operators.ts';
import { addressOf, load, place, store } from './place.ts';
import type { Expression, Of, TypeName } from './syntax.ts';
import { bytesOf, isInteger, vectorOf } from './types.ts';
import { advance, combine, data, int, join, unknown, type Value } from './values.ts';

/** Evaluates an expression for its value, adding what it costs to the statement at hand. */
export function evaluate(context: Context, expression: Expression): Value {
  if (context.facts.arithmetic === true)
    context.operate(operationsOf(context, expression), expression.span);
  switch (expression.kind) {
    case 'number':
      return literal(expression.text);
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
      const updated = arithmetic(expression.operator === '++' ? '+' : '-', old, int(num(1)));
      store(context, target, updated, expression.span);
      return expression.prefix ? updated : old;
    }
    case 'binary':
      return evaluateBinary(context, expression);
    case 'assign': {
      const target = place(context, expression.target);
      const old =
        expression.operator === '=' ? undefined : load(context, target, expression.target.span);
      const right = evaluate(context, expression.value);
      const value = old === undefined ? right : arithmetic(expression.operator, old, right);
      store(context, target, value, expression.target.span);
      return value;
    }
    case 'conditional':
      return evaluateConditional(context, expression);
    case 'call':
      return call(context, expression);
    case 'cast':
      return cast(expression.type, evaluateAll(context, expression.operands));
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
      const bytes = expression.type === undefined ? undefined : bytesOf(expression.type);
      return bytes === undefined ? data('the size of a type') : int(num(bytes));
    }
    case 'unsupported':
      context.refuse(expression.span, expression.what);
      return data(expression.what);
  }
}

/** A value, or what a pragma says that it is where it is not known: of members and elements, for that of a
 * variable is said where it is assigned. */
function given(context: Context, expression: Expression, value: Value): Value {
  if (value.kind !== 'unknown' || expression.kind === 'name') return value;
  const path = pathOf(expression);
  const pragma = path === undefined ? undefined : context.facts.values.get(path);
  const said = pragma && context.resolve(pragma, () => undefined);
  return said === undefined ? value : int(said);
}

/** A member or an element as a pragma names it; undefined for what has no such name. */
function pathOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'name':
      return expression.name;
    case 'member': {
      const { object, arrow, field } = expression;
      const pointer =
        object.kind === 'unary' && object.operator === '*' ? object.operand : undefined;
      const base = pathOf(pointer ?? object);
      return base === undefined ? undefined : `${base}${arrow || pointer ? '->' : '.'}${field}`;
    }
    case 'index': {
      const base = pathOf(expression.array);
      const { index } = expression;
      return base === undefined || index.kind !== 'number' ? undefined : `${base}[${index.text}]`;
    }
    default:
      return undefined;
  }
}

/** The values of expressions that are evaluated in turn. */
export const evaluateAll = (context: Context, expressions: readonly Expression[]): Value[] =>
  expressions.map((expression) => evaluate(context, expression));

function literal(text: string): Value {
  // The grammar takes the sign of `-2` into the literal.
  const value = integerOf(text.replace(/^[-+]/, ''));
  if (!Number.isSafeInteger(value)) return data('a floating-point value');
  return int(num(text.startsWith('-') ? 0 - value : value));
}

function evaluateUnary(context: Context, expression: Of<'unary'>): Value {
  const { operator, operand } = expression;
  if (operator === '&') return addressOf(context, place(context, operand));
  if (operator === '*') return load(context, place(context, expression), expression.span);
  const value = evaluate(context, operand);
  if (value.kind === 'pointer') return operator === '!' ? int(num(0)) : data('a pointer');
  if (value.kind === 'unknown') return value;
  if (operator === '-' || operator === '~') return int(unary(operator, value.expr));
  return operator === '!' ? int(not(value.expr)) : value;
}

function evaluateBinary(context: Context, expression: Of<'binary'>): Value {
  const { operator, span } = expression;
  const left = evaluate(context, expression.left);
  const lazy = operator === '&&' || operator === '||';
  if (!lazy || left.kind === 'unknown') {
    // Which sides of && and || run is not known then: both are counted.
    const right = evaluate(context, expression.right);
    return arithmetic(operator, left, right);
  }
  const isAnd = operator === '&&';
  const spans = { span, head: expression.left.span };
  const [then, otherwise] = isAnd ? [expression.right] : [undefined, expression.right];
  const values = sides(context, left, spans, then, otherwise);
  return arithmetic(operator, left, values[isAnd ? 0 : 1] ?? int(num(isAnd ? 0 : 1)));
}

function evaluateConditional(context: Context, expression: Of<'conditional'>): Value {
  const condition = evaluate(context, expression.condition);
  const spans = { span: expression.span, head: expression.condition.span };
  const values = sides(context, condition, spans, expression.then, expression.otherwise);
  const [then, otherwise] = values;
  if (then === undefined || otherwise === undefined) return then ?? otherwise ?? data('a choice');
  return join(then, otherwise, condition);
}

/** The values of the two sides of a decision; none for a side that is never taken. */
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

/** The value of an operator; for pointers, what C's pointer arithmetic says. */
function arithmetic(operator: string, left: Value, right: Value): Value {
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
  // `(int)(x, y)` is the last of the two; only a vector takes both.
  const value = vectorOf(type) === undefined ? values.at(-1) : values[0];
  if (type.base.startsWith('struct ') && type.pointers === 0) {
    if (values.length === 1 && value?.kind === 'unknown' && value.parts !== undefined) return value;
    return { ...unknown({ kind: 'data', what: 'a struct' }), parts: { values } };
  }
  if (value === undefined || vectorOf(type) !== undefined) return combine(values, 'a vector');
  if (type.pointers > 0) {
    const element = { base: type.base, pointers: type.pointers - 1 };
    if (value.kind === 'pointer') {
      if (value.element.base === type.base && value.inner.length === 0) return value;
      return { ...value, offset: undefined, inner: [], element };
    }
    if (type.space === undefined) return value;
    const space = type.space === 'constant' ? 'global' : type.space;
    return { kind: 'pointer', space, array: 'a cast pointer', inner: [], element };
  }
  // An address as a number is one of bytes.
  if (value.kind === 'pointer') return { ...value, offset: undefined, target: undefined };
  if (isInteger(type) || value.kind === 'unknown') return value;
  return data('a floating-point value');
}
