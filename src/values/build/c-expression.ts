import type { Span } from '../../base/span.ts';
import { type Expression, type Of, pathOf } from '../../kernel/syntax.ts';
import type { Value } from '../program.ts';
import { evaluateCall } from './c-call.ts';
import { compound, vectorLiteral } from './c-initialise.ts';
import { load, store } from './access.ts';
import { placeOf, pointee } from './c-place.ts';
import { typeOf } from './c-type.ts';
import { changesVariables, type Context, type RValue } from './context.ts';
import { broadcast, common, convertTo, NOTHING, ofScalar, widened } from './conversion.ts';
import type { Label } from './emitter.ts';
import { literal } from './literal.ts';
import { binary, int, mayFail, select, some, ulong, zero } from './make.ts';
import { givenValue } from './pragma-value.ts';
import { isBinaryOperator, operate, operateOn, truthOf } from './operators.ts';
import { bytesOf, type CType, decayed, laneOf, sameType, showType, VOID } from './types.ts';

/** The value of an expression; what it does is emitted. Without `wanted` the value may be nothing.
 * @throws {Refused} */
export function evaluate(context: Context, expression: Expression, wanted = true): RValue {
  const { span } = expression;
  switch (expression.kind) {
    case 'number': {
      const value = literal(expression.text);
      return value === undefined
        ? context.refuse(span, `${expression.text} is not a number of C.`)
        : ofScalar(value);
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
      const type =
        expression.type === undefined
          ? typeOfExpression(context, expression.operand, span)
          : typeOf(context, expression.type, span);
      return ofScalar(ulong(bytesOf(type)));
    }
  }
}

/** What a pragma says of a member or an element that the kernel does not assign to: `value s.n = 16`. */
function saidOf(context: Context, expression: Of<'index' | 'member'>): RValue | undefined {
  const { outer, paths } = context.frame;
  const path = outer === undefined ? pathOf(expression) : undefined;
  if (path === undefined || paths.has(path)) return undefined;
  const value = givenValue(context, path, undefined, [], expression.span);
  if (value === undefined) return undefined;
  const type = typeOfExpression(context, expression, expression.span);
  return convertTo(context, ofScalar(value), type, expression.span);
}

/** The type of an expression that is not evaluated. */
function typeOfExpression(context: Context, expression: Expression | undefined, span: Span): CType {
  if (expression === undefined) return context.refuse(span, 'The size of this is not known.');
  return context.emitter.capture(() => placeOf(context, expression).type).result;
}

/** The values of expressions from left to right; one that a later one changes is remembered. */
export function evaluateAll(context: Context, expressions: readonly Expression[]): RValue[] {
  return expressions.map((expression, i) => {
    const value = evaluate(context, expression);
    return expressions.slice(i + 1).some(changesVariables)
      ? remembered(context, value, expression.span)
      : value;
  });
}

/** A value that stays as it is when variables change. */
function remembered(context: Context, value: RValue, span: Span): RValue {
  const { emitter } = context;
  const changes = (part: Value): boolean =>
    part.kind === 'register' && emitter.registers[part.register]?.name !== undefined;
  return {
    ...value,
    lanes: value.lanes.map((lane) => (some(lane, changes) ? emitter.keep(lane, span) : lane)),
  };
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
  if (operator === '*')
    return load(context, pointee(context, evaluate(context, operand), span), span);
  if (operator !== '&') return operateOn(context, operator, evaluate(context, operand), span);
  const place = placeOf(context, operand);
  const to = place.type;
  if (place.kind === 'memory') return { type: { kind: 'pointer', to }, lanes: [place.address] };
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

function update(context: Context, expression: Of<'update'>, wanted: boolean): RValue {
  const { operator, operand, prefix, span } = expression;
  const place = placeOf(context, operand);
  const before = load(context, place, operand.span);
  const old = prefix || !wanted ? before : remembered(context, before, span);
  const changed = operate(context, operator === '++' ? '+' : '-', old, ofScalar(int(1)), span);
  const converted = convertTo(context, changed, place.type, span);
  const made = prefix && wanted ? settledValue(context, converted, span) : converted;
  store(context, place, made, span, context.text(operand.span));
  return prefix ? made : old;
}

/** A value that is computed now, before something that it is computed from changes. */
const settledValue = (context: Context, value: RValue, span: Span): RValue => ({
  ...value,
  lanes: value.lanes.map((lane) => settled(context, lane, span)),
});

const settled = (context: Context, value: Value, span: Span): Value =>
  value.kind === 'constant' || value.kind === 'address' ? value : context.emitter.keep(value, span);

function assign(context: Context, expression: Of<'assign'>, wanted: boolean): RValue {
  const { operator, target, value, span } = expression;
  let place = placeOf(context, target);
  const text = context.text(target.span);
  if (place.kind === 'memory' || place.kind === 'lanes') {
    const { address } = place;
    if (changesVariables(value) || operator !== '=')
      place = {
        ...place,
        address: remembered(context, { type: VOID, lanes: [address] }, span).lanes[0] ?? address,
      };
  }
  let given: RValue;
  if (operator === '=') given = evaluate(context, value);
  else {
    const before = load(context, place, target.span);
    const old = changesVariables(value) ? remembered(context, before, span) : before;
    const right = evaluate(context, value);
    if (!isBinaryOperator(operator)) return context.refuse(span, `${operator}= is not understood.`);
    given = operate(context, operator, old, right, span);
    // `c += 1.5f` of a vector of integers would need a cast, which C makes for scalars alone.
    if (place.type.kind === 'vector' && !sameType(given.type, place.type))
      given = convertTo(context, given, place.type, span);
  }
  if (place.type.kind === 'struct') {
    store(context, place, given, span, text);
    return load(context, place, span);
  }
  const converted = convertTo(context, given, place.type, span);
  const made = wanted ? settledValue(context, converted, span) : converted;
  store(context, place, made, span, text);
  return made;
}

function ofBinary(context: Context, expression: Of<'binary'>): RValue {
  const { operator, left, right, span } = expression;
  if (operator === '&&' || operator === '||') return logical(context, expression);
  if (!isBinaryOperator(operator)) return context.refuse(span, `${operator} is not understood.`);
  const [a, b] = evaluateAll(context, [left, right]);
  if (a === undefined || b === undefined) return context.refuse(span, 'An operand is missing.');
  return operate(context, operator, a, b, span);
}

/** Whether a value can be computed where the text would not ask for it: it fails nowhere, and reads no variable
 * that may have no value yet. */
const isSafe = (context: Context, value: Value): boolean =>
  !some(
    value,
    (part) => mayFail(part) || (part.kind === 'register' && context.mayBeUnset.has(part.register)),
  );

function logical(context: Context, { operator, left, right, span }: Of<'binary'>): RValue {
  const { emitter } = context;
  const first = evaluate(context, left);
  if (first.type.kind === 'vector') return lanewise(context, operator, first, right, span);
  const condition = truthOf(context, first, left.span);
  const isAnd = operator === '&&';
  const known = condition.kind === 'constant' ? Number(condition.value) !== 0 : undefined;
  if (known === !isAnd) return ofScalar(int(isAnd ? 0 : 1));
  const { items, result } = emitter.capture(() => evaluate(context, right));
  if (result.type.kind === 'vector') {
    emitter.append(items);
    const both = [broadcast(laneOf(result.type), result.lanes.length, condition), result];
    return lanes(context, operator, both, span);
  }
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

/** Of vectors both sides are computed, and each lane is -1 or 0. */
function lanewise(
  context: Context,
  operator: string,
  left: RValue,
  right: Expression,
  span: Span,
): RValue {
  return lanes(context, operator, [left, evaluate(context, right)], span);
}

function lanes(context: Context, operator: string, both: readonly RValue[], span: Span): RValue {
  const [a, b] = widened(both) ?? [];
  if (a === undefined || b === undefined)
    return context.refuse(span, `${operator} needs vectors of as many components.`);
  const ones = (value: RValue): RValue => operate(context, '!=', value, ofScalar(int(0)), span);
  const [x, y] = [a, b].map((value) => ones({ ...value }));
  if (x === undefined || y === undefined) return NOTHING;
  return operate(context, operator === '&&' ? '&' : '|', x, y, span);
}

function conditional(context: Context, expression: Of<'conditional'>): RValue {
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
  const type = typeOfBoth(context, then.result, otherwise.result, span);
  if (type.kind === 'void' || type.kind === 'struct') {
    if (type.kind === 'struct') return context.refuse(span, 'A struct is chosen with ?: here.');
    branches(context, condition, then.items, otherwise.items, span);
    return NOTHING;
  }
  const a = emitter.capture(() => convertTo(context, then.result, type, span));
  const b = emitter.capture(() => convertTo(context, otherwise.result, type, span));
  const pure = [then, otherwise, a, b].every(({ items }) => items.length === 0);
  const safe = [...a.result.lanes, ...b.result.lanes].every((lane) => isSafe(context, lane));
  if (pure && safe) {
    const once = a.result.lanes.length > 1 ? settled(context, condition, span) : condition;
    const made = a.result.lanes.map((lane, i) => select(once, lane, b.result.lanes[i] ?? lane));
    return { type, lanes: made };
  }
  const targets = a.result.lanes.map((lane) => emitter.temporary(lane.type));
  const set = (values: readonly Value[]) => (): void =>
    targets.forEach((target, i) => {
      const value = values[i];
      if (value !== undefined) emitter.emit({ kind: 'set', target, value, span });
    });
  branches(
    context,
    condition,
    [...then.items, ...a.items, ...emitter.capture(set(a.result.lanes)).items],
    [...otherwise.items, ...b.items, ...emitter.capture(set(b.result.lanes)).items],
    span,
  );
  const lane = laneOf(type);
  return {
    type,
    lanes: targets.map((register) => ({ kind: 'register', type: lane, register })),
  };
}

type Items = ReturnType<Context['emitter']['capture']>['items'];

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
  const both = evaluateAll(context, [expression.then, expression.otherwise]);
  const [a, b] = widened([...both, asked]) ?? [];
  if (a === undefined || b === undefined || !sameType(a.type, b.type))
    return context.refuse(span, 'Both sides of ?: must be vectors of the same type here.');
  // The highest bit of each lane decides.
  const made = asked.lanes.map((lane, i) => {
    const [x, y] = [a.lanes[i] ?? lane, b.lanes[i] ?? lane];
    return select(binary('<', lane, zero(lane.type)), x, y);
  });
  return { type: a.type, lanes: made };
}

/** The type of `c ? a : b`. */
function typeOfBoth(context: Context, a: RValue, b: RValue, span: Span): CType {
  if (a.type.kind === 'void' || b.type.kind === 'void') return VOID;
  if (sameType(a.type, b.type)) return a.type.kind === 'scalar' ? promotedType(a.type) : a.type;
  if (a.type.kind === 'pointer') return a.type;
  if (b.type.kind === 'pointer') return b.type;
  if (a.type.kind === 'vector' && b.type.kind === 'scalar') return a.type;
  if (b.type.kind === 'vector' && a.type.kind === 'scalar') return b.type;
  if (a.type.kind === 'scalar' && b.type.kind === 'scalar')
    return { kind: 'scalar', scalar: common(a.type.scalar, b.type.scalar) };
  return context.refuse(span, `?: has ${showType(a.type)} and ${showType(b.type)}.`);
}

const promotedType = (type: CType): CType =>
  type.kind === 'scalar' ? { kind: 'scalar', scalar: common(type.scalar, type.scalar) } : type;

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

/** Emits what leads to one label or the other, by a condition; a condition that is known emits no jump and is
 * returned. */
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

/** A constant of the text, such as the length of an array.
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
