import type { LogicalOperator } from '../../base/operators.ts';
import type { Span } from '../../base/span.ts';
import type { Expression, Of } from '../../front/syntax.ts';
import type { Value } from '../program.ts';
import { load, store, unnamed } from './access.ts';
import { evaluate, evaluateAll } from './c-expression.ts';
import type { Context, Place, RValue } from './context.ts';
import { convertTo, NOTHING, ofScalar } from './conversion.ts';
import { lanesOf, sameType, showType } from '../../front/types.ts';
import { usual } from '../../front/conversions.ts';
import type { Label } from './emitter.ts';
import { areAsLong, heldPointer, ofEither } from './member-array.ts';
import { binary, int, mayFail, select, some, zero } from './make.ts';
import { operate, truthOf } from './operators.ts';
import { settled } from './settle.ts';

/** Safe to compute unasked: it cannot fail and reads no variable that may be unset. */
const isSafe = (context: Context, value: Value): boolean =>
  !some(
    value,
    (part) => mayFail(part) || (part.kind === 'register' && context.mayBeUnset.has(part.register)),
  );

/** `&&` and `||` branch where the right side acts or may fail. */
export function logical(
  context: Context,
  { operator, left, right, span }: Of<'binary'> & { readonly operator: LogicalOperator },
): RValue {
  const { emitter } = context;
  const first = evaluate(context, left);
  if (first.type.kind === 'vector')
    return lanewise(context, operator, [first, evaluate(context, right)], span);
  const condition = truthOf(context, first, left.span);
  const isAnd = operator === '&&';
  const known = condition.kind === 'constant' ? Number(condition.value) !== 0 : undefined;
  if (known === !isAnd) return ofScalar(int(isAnd ? 0 : 1));
  const { items, result } = emitter.capture(() => evaluate(context, right));
  const second = truthOf(context, result, right.span);
  if (known !== undefined) {
    emitter.append(items);
    return ofScalar(second);
  }
  if (items.length === 0 && isSafe(context, second))
    return ofScalar(isAnd ? select(condition, second, int(0)) : select(condition, int(1), second));
  const target = emitter.temporary('int');
  const [more, done, end] = [
    emitter.newLabel('right'),
    emitter.newLabel('left decides'),
    emitter.newLabel('end'),
  ];
  const [then, otherwise] = isAnd ? [more, done] : [done, more];
  emitter.emit({ kind: 'branch', condition, then, otherwise, span: left.span });
  emitter.place(more);
  emitter.append(items);
  emitter.emit({ kind: 'set', target, value: second, span });
  emitter.jump(end, span);
  emitter.place(done);
  emitter.emit({ kind: 'set', target, value: int(isAnd ? 0 : 1), span });
  emitter.place(end);
  return ofScalar({ kind: 'register', type: 'int', register: target });
}

/** Vectors compute both sides, and each lane is -1 or 0. */
function lanewise(
  context: Context,
  operator: LogicalOperator,
  both: readonly [RValue, RValue],
  span: Span,
): RValue {
  const [x, y] = both.map((value) => operate(context, '!=', value, ofScalar(int(0)), span));
  if (x === undefined || y === undefined) return NOTHING;
  return operate(context, operator === '&&' ? '&' : '|', x, y, span);
}

/** `c ? a : b`. */
export function conditional(context: Context, expression: Of<'conditional'>): RValue {
  const { emitter } = context;
  const { span } = expression;
  const asked = evaluate(context, expression.condition);
  if (asked.type.kind === 'vector') return chosenByLane(context, asked, expression);
  const condition = truthOf(context, asked, expression.condition.span);
  if (condition.kind === 'constant')
    return evaluate(
      context,
      Number(condition.value) === 0 ? expression.otherwise : expression.then,
    );
  const then = emitter.capture(() => evaluate(context, expression.then));
  const otherwise = emitter.capture(() => evaluate(context, expression.otherwise));
  const [a, b] = alike(context, then.result, otherwise.result, span);
  const { type } = a;
  if (type.kind === 'void') {
    branches(context, condition, then.items, otherwise.items, span);
    return NOTHING;
  }
  if (type.kind === 'struct') {
    const place = unnamed(context, type, expression);
    const filled = (given: RValue): Items =>
      emitter.capture(() => store(context, place, given, span)).items;
    const [whenTrue, whenFalse] = [filled(a), filled(b)];
    branches(
      context,
      condition,
      [...then.items, ...whenTrue],
      [...otherwise.items, ...whenFalse],
      span,
    );
    return load(context, place, span);
  }
  const sides = [
    { ...then, result: a },
    { ...otherwise, result: b },
  ] as const;
  return chosenAtOnce(context, condition, sides, span) ?? chosen(context, condition, sides, span);
}

type Sides = readonly [Captured, Captured];

/** Both sides are computed, where none acts or may fail. */
function chosenAtOnce(
  context: Context,
  condition: Value,
  [then, otherwise]: Sides,
  span: Span,
): RValue | undefined {
  const [a, b] = [then.result, otherwise.result];
  const arrays = ofEither(a.within, b.within);
  const indices = arrays?.map(({ index }) => index) ?? [];
  const isPure = then.items.length === 0 && otherwise.items.length === 0;
  const isWhole = [...a.lanes, ...b.lanes, ...indices].every((lane) => isSafe(context, lane));
  if (!isPure || !isWhole) return undefined;
  const isTwice = a.lanes.length > 1 || arrays !== undefined;
  const once = isTwice ? settled(context, condition, span) : condition;
  const lanes = a.lanes.map((lane, i) => select(once, lane, b.lanes[i] ?? lane));
  if (arrays === undefined) return { type: a.type, lanes };
  const [x, y] = arrays;
  const elements = areAsLong(x, y) ? x.elements : select(once, x.elements, y.elements);
  return { type: a.type, lanes, within: { ...x, elements, index: select(once, x.index, y.index) } };
}

function chosen(context: Context, condition: Value, [then, otherwise]: Sides, span: Span): RValue {
  const [a, b] = [then.result, otherwise.result];
  const { emitter } = context;
  const registers = a.lanes.map((lane) => emitter.temporary(lane.type));
  const arrays = ofEither(a.within, b.within);
  const place: Place = { kind: 'registers', type: a.type, registers };
  const target =
    arrays === undefined
      ? place
      : heldPointer(
          context,
          place,
          arrays[0].array,
          'temporary',
          areAsLong(...arrays) ? arrays[0].elements : undefined,
        );
  const [whenTrue, whenFalse] = [then, otherwise].map(({ items, result }) => [
    ...items,
    ...emitter.capture(() => store(context, target, result, span)).items,
  ]);
  branches(context, condition, whenTrue ?? [], whenFalse ?? [], span);
  return load(context, target, span);
}

type Items = ReturnType<Context['emitter']['capture']>['items'];

interface Captured {
  readonly items: Items;
  readonly result: RValue;
}

function branches(
  { emitter }: Context,
  condition: Value,
  then: Items,
  otherwise: Items,
  span: Span,
): void {
  const [yes, no, end] = ['then', 'else', 'end'].map((name) => emitter.newLabel(name));
  if (yes === undefined || no === undefined || end === undefined) return;
  emitter.emit({ kind: 'branch', condition, then: yes, otherwise: no, span });
  emitter.place(yes);
  emitter.append(then);
  emitter.jump(end, span);
  emitter.place(no);
  emitter.append(otherwise);
  emitter.place(end);
}

function chosenByLane(context: Context, asked: RValue, expression: Of<'conditional'>): RValue {
  const { span } = expression;
  const [a, b] = evaluateAll(context, [expression.then, expression.otherwise]);
  if (!a || !b || !sameType(a.type, b.type) || lanesOf(a.type) !== lanesOf(asked.type))
    return context.refuse(span, 'Both sides of ?: must be vectors of the same type here.');
  // The highest bit of each lane decides.
  const made = asked.lanes.map((lane, i) => {
    const [x, y] = [a.lanes[i] ?? lane, b.lanes[i] ?? lane];
    return select(binary('<', lane, zero(lane.type)), x, y);
  });
  return { type: a.type, lanes: made };
}

/** Both sides of `?:` in one type; the same rule again where the text did not tell theirs. */
function alike(context: Context, a: RValue, b: RValue, span: Span): readonly [RValue, RValue] {
  if (a.type.kind === 'void' || b.type.kind === 'void') return [NOTHING, NOTHING];
  const type = usual(a.type, b.type);
  if (type === undefined)
    return context.refuse(span, `?: has ${showType(a.type)} and ${showType(b.type)}.`);
  return [convertTo(context, a, type, span), convertTo(context, b, type, span)];
}

/** Jumps to one label or the other; a known condition emits no jump and is returned. */
export function condition(
  context: Context,
  expression: Expression,
  then: Label,
  otherwise: Label,
  loop: boolean,
): boolean | undefined {
  const { emitter } = context;
  const { span } = expression;
  if (expression.kind === 'unary' && expression.operator === '!') {
    const known = condition(context, expression.operand, otherwise, then, loop);
    return known === undefined ? undefined : !known;
  }
  if (expression.kind === 'binary' && /^(&&|\|\|)$/.test(expression.operator)) {
    const isAnd = expression.operator === '&&';
    const more = emitter.newLabel('right');
    const [yes, no] = isAnd ? [more, otherwise] : [then, more];
    const left = condition(context, expression.left, yes, no, loop);
    if (left === !isAnd) return left;
    if (left === undefined) emitter.place(more);
    const right = condition(context, expression.right, then, otherwise, loop);
    if (left !== undefined || right === undefined) return right;
    emitter.jump(right ? then : otherwise, span);
    return undefined;
  }
  const value = truthOf(context, evaluate(context, expression), span);
  if (value.kind === 'constant') return Number(value.value) !== 0;
  emitter.emit({ kind: 'branch', condition: value, then, otherwise, span, ...(loop && { loop }) });
  return undefined;
}
