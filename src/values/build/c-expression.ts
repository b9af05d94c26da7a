import type { Span } from '../../base/span.ts';
import { type Expression, type Of, pathOf } from '../../front/syntax.ts';
import type { Value } from '../program.ts';
import { load } from './access.ts';
import { assign, update } from './c-assign.ts';
import { evaluateCall } from './c-call.ts';
import { conditional, logical } from './c-choice.ts';
import { compound, vectorLiteral } from './c-initialise.ts';
import { accesses, namedPlace, placeOf, pointee } from './c-place.ts';
import { typeOf } from './c-type.ts';
import { changesVariables, type Context, type RValue } from './context.ts';
import { convertTo, NOTHING, ofScalar } from './conversion.ts';
import { literalOf } from '../../front/literal.ts';
import { constant, int, ulong } from './make.ts';
import { operate, operateOn } from './operators.ts';
import { givenValue } from './pragma-value.ts';
import { remembered } from './settle.ts';
import { bytesOf } from '../../front/layout.ts';
import { type CType, INT, decayed, showType } from '../../front/types.ts';

/** Emits side effects; without `wanted` the value may be nothing.
 * @throws {Refused} */
export const evaluate = (context: Context, expression: Expression, wanted = true): RValue =>
  become(context, expression, evaluateOwn(context, expression, wanted));

/** What the place of an expression makes of its value. */
export function become(context: Context, { becomes, span }: Expression, value: RValue): RValue {
  return becomes === undefined
    ? value
    : convertTo(context, value, typeOf(context, becomes, span), span);
}

/** The value in the expression's own type. */
function evaluateOwn(context: Context, expression: Expression, wanted: boolean): RValue {
  const { span } = expression;
  switch (expression.kind) {
    case 'number': {
      const value = literalOf(expression.text);
      return value === undefined
        ? context.refuse(span, `${expression.text} is not a number of C.`)
        : ofScalar(constant(value.type, value.value));
    }
    case 'string':
      return context.refuse(span, 'Strings have no values here.');
    case 'unsupported':
      return context.refuse(span, `The values of ${expression.what} are not followed.`);
    case 'index':
    case 'member':
      return saidOf(context, expression) ?? load(context, placeOf(context, expression), span);
    case 'name':
      return load(context, placeOf(context, expression), span);
    case 'unary':
      return ofUnary(context, expression);
    case 'update':
      return update(context, expression, wanted);
    case 'assign':
      return assign(context, expression, wanted);
    case 'binary':
      return ofBinary(context, expression);
    case 'conditional':
      return conditional(context, expression);
    case 'call':
      return evaluateCall(context, expression, wanted);
    case 'cast':
      return cast(context, expression);
    case 'list': {
      if (!expression.comma)
        return context.refuse(span, 'A list of values can stand in an initialiser only.');
      let last = NOTHING;
      expression.items.forEach((item, i) => {
        last = evaluate(context, item, wanted && i === expression.items.length - 1);
      });
      return last;
    }
    case 'sizeof': {
      const { of = expression.operand?.type } = expression;
      if (of === undefined) return context.refuse(span, 'The size of this is not known.');
      return ofScalar(ulong(bytesOf(typeOf(context, of, span))));
    }
  }
}

/** A pragma's value of a member or element never assigned: `value s.n = 16`. */
function saidOf(context: Context, expression: Of<'index' | 'member'>): RValue | undefined {
  const { outer, paths } = context.frame;
  const path = outer === undefined ? pathOf(expression) : undefined;
  if (path === undefined || paths.has(path)) return undefined;
  const value = givenValue(context, path, undefined, [], expression.span);
  if (value === undefined) return undefined;
  const { type = INT, span } = expression;
  return convertTo(context, ofScalar(value), typeOf(context, type, span), span);
}

/** Left to right; a value that a later expression changes is remembered. */
export function evaluateAll(context: Context, expressions: readonly Expression[]): RValue[] {
  return expressions.map((expression, i) => {
    const value = evaluateOwn(context, expression, true);
    const isKept = expressions.slice(i + 1).some(changesVariables);
    return become(
      context,
      expression,
      isKept ? remembered(context, value, expression.span) : value,
    );
  });
}

/** A value as a pointer. */
export function asPointer(
  context: Context,
  { type, lanes }: RValue,
  span: Span,
): { readonly type: Extract<CType, { kind: 'pointer' }>; readonly address: Value } {
  const [address] = lanes;
  if (type.kind === 'pointer' && address !== undefined) return { type, address };
  return context.refuse(span, `A ${showType(type)} is no pointer.`);
}

function ofUnary(context: Context, { operator, operand, span }: Of<'unary'>): RValue {
  if (operator === '*') {
    const pointed = pointee(context, evaluate(context, operand), span);
    accesses(context, pointed, span);
    return load(context, pointed, span);
  }
  if (operator !== '&') return operateOn(context, operator, evaluate(context, operand), span);
  const place = namedPlace(context, operand);
  const to = place.type;
  if (place.kind === 'memory')
    return { type: { kind: 'pointer', to }, lanes: [place.address], within: place.within };
  const [offset] = place.kind === 'lanes' ? place.offsets : [];
  if (place.kind !== 'lanes' || offset === undefined || place.offsets.length > 1)
    return context.refuse(span, 'What this is the address of does not lie in memory.');
  const bytes = { type: { kind: 'pointer', to: { kind: 'scalar', scalar: 'uchar' } } } as const;
  const moved = operate(
    context,
    '+',
    { ...bytes, lanes: [place.address] },
    ofScalar(int(offset)),
    span,
  );
  return { type: { kind: 'pointer', to }, lanes: moved.lanes };
}

function ofBinary(context: Context, expression: Of<'binary'>): RValue {
  const { operator, left, right, span } = expression;
  if (operator === '&&' || operator === '||') return logical(context, { ...expression, operator });
  const [a, b] = evaluateAll(context, [left, right]);
  if (a === undefined || b === undefined) return context.refuse(span, 'An operand is missing.');
  return operate(context, operator, a, b, span);
}

function cast(context: Context, expression: Of<'cast'>): RValue {
  const { operands, span } = expression;
  const type = decayed(typeOf(context, expression.type, span));
  const [only] = operands;
  if (type.kind === 'struct' || (type.kind === 'pointer' && operands.length > 1))
    return compound(context, expression, type);
  if (type.kind === 'vector') return vectorLiteral(context, type, operands, span);
  if (only === undefined || operands.length > 1)
    return context.refuse(span, `A ${showType(type)} is made of one value.`);
  const value = evaluate(context, only, type.kind !== 'void');
  return type.kind === 'void' ? NOTHING : convertTo(context, value, type, span);
}

/** A constant of the text, such as an array's length.
 * @throws {Refused} where it is none. */
export function constantOf(context: Context, expression: Expression): Value {
  const { items, result } = context.emitter.capture(() => evaluate(context, expression));
  const [value] = result.lanes;
  if (items.length === 0 && value?.kind === 'constant') return value;
  return context.refuse(
    expression.span,
    `The value of ${context.text(expression.span)} must be a constant.`,
  );
}
