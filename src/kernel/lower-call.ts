import type { BinaryOperator } from '../base/operators.ts';
import type { Fix } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { binary, mentions } from '../front/algebra.ts';
import type { BuiltinSort } from '../front/builtin-rows.ts';
import { builtinOf } from '../front/builtins.ts';
import type { Context } from './context.ts';
import { name, num, type Expr } from '../front/expr.ts';
import { product, workItemFunction } from './geometry.ts';
import { computed, converted, settled } from './integers.ts';
import type { Space } from './ir.ts';
import { evaluateAll } from './lower-expression.ts';
import { operationsOfKind } from './operations.ts';
import { assign, load, placeOf, store, ticksOf, type Place } from './place.ts';
import { vectorAt } from './touched.ts';
import { lowerBody } from './lower-statement.ts';
import type { TargetPragma } from '../front/pragma.ts';
import type { FunctionDeclaration, Of } from '../front/syntax.ts';
import { INT32, integerType, limitsOf } from '../front/conversions.ts';
import { advance, combine, data, int, type Pointer, Scope, unknown, type Value } from './values.ts';

/** A barrier, an inlined helper, a function priced by a pragma, or a built-in one. */
export function call(context: Context, expression: Of<'call'>): Value {
  const { callee, span } = expression;
  if (callee.kind !== 'name' || context.scope.find(callee.name) !== undefined) {
    context.reports.error(
      'unsupported-call',
      callee.span,
      'Calls through pointers cannot be modelled.',
      'Call a function by its name.',
    );
    return data('a call');
  }
  const { name: text } = callee;
  const declaration = context.functions.get(text);
  const builtin = builtinOf(text)?.sort;
  const args = evaluateAll(context, expression.args);
  const isGlobal = context.facts.barriers.has(text);
  if (isGlobal || (builtin === 'barrier' && declaration?.body === undefined)) {
    context.push({ kind: 'barrier', scope: isGlobal ? 'global' : 'local', span });
    return data(`what ${text} returns`);
  }
  const cost = context.facts.costs.get(text);
  if (cost !== undefined) return priced(context, cost, declaration, args, expression);
  if (declaration?.body !== undefined) return inline(context, declaration, args, span);
  if (builtin !== undefined) return builtIn(context, builtin, args, expression, text);
  context.reports.error(
    'unknown-call',
    callee.span,
    `What a call of ${text} costs is not known: it has no body here.`,
    `Say what it costs: #pragma tuner cost ${text} = GMT`,
    costs(text),
  );
  return data(`what ${text} returns`);
}

/** The line that says what a function costs. */
const costs = (text: string, ticks = 'GMT'): readonly Fix[] => [
  { line: `#pragma tuner cost ${text} = ${ticks}`, where: 'top' },
];

/** Finds an argument by its parameter's name. */
const parameterValue =
  (declaration: FunctionDeclaration | undefined, args: readonly Value[]) =>
  (wanted: string): Value | undefined => {
    const place = declaration?.parameters.findIndex((parameter) => parameter.name === wanted) ?? -1;
    return place < 0 ? undefined : args[place];
  };

/** A priced function; its value is from its body or a `value` pragma. */
function priced(
  context: Context,
  pragma: TargetPragma,
  declaration: FunctionDeclaration | undefined,
  args: readonly Value[],
  { span }: Of<'call'>,
): Value {
  const { name: text } = pragma.target;
  const find = parameterValue(declaration, args);
  const ticks = context.resolve(pragma, find);
  const space = spaceOf(pragma.value.expr);
  if (ticks !== undefined) context.access({ kind: 'call', space, name: text, ticks, span });
  instructions(context, text, span);
  if (declaration?.body === undefined) {
    forget(context, args);
    return valueOfCall(context, text, unknown({ kind: 'call', name: text }), find);
  }
  const value = context.rehearse(span, () => inline(context, declaration, args, span));
  return valueOfCall(context, text, value, find);
}

/** Prices a call in instructions, for machines that count no ticks. */
function instructions(context: Context, text: string, span: Span): void {
  const taken = context.charges.instructions;
  if (taken === undefined) return;
  const pragma = context.facts.instructions?.get(text);
  const said = pragma && context.resolve(pragma, () => undefined);
  if (said?.kind !== 'number')
    context.reports.info(
      'assumed-instructions',
      span,
      `How many instructions a call of ${text} is does not follow from the text; ${taken} are taken.`,
      `Say how many: #pragma tuner instructions ${text} = ${taken}`,
      [{ line: `#pragma tuner instructions ${text} = ${taken}`, where: 'top' }],
    );
  const count = said?.kind === 'number' ? said.value : taken;
  context.operate(count, span, operationsOfKind('floating', count));
}

/** Told by the platform constants in the cost. */
const spaceOf = (ticks: Expr): Space =>
  mentions(ticks, 'GMT') ? 'global' : mentions(ticks, 'LMT') ? 'local' : 'private';

function valueOfCall(
  context: Context,
  text: string,
  value: Value,
  find: (name: string) => Value | undefined,
): Value {
  const pragma = context.facts.values.get(text);
  if (pragma === undefined) return value;
  const given = context.resolve(pragma, find);
  return given === undefined ? value : int(given);
}

/** A function may write through pointers to private variables: forget their values. */
function forget(context: Context, args: readonly Value[]): void {
  for (const arg of args)
    if (arg.kind === 'pointer' && arg.target !== undefined)
      assign(context, arg.target, data(`the contents of ${arg.target.name}`));
}

function inline(
  context: Context,
  declaration: FunctionDeclaration,
  args: readonly Value[],
  span: Span,
): Value {
  const { name, parameters, returns, body } = declaration;
  const { scope, frame: outer } = context;
  const { guards } = context.bounds;
  const returned = data(`what ${name} returns`);
  for (let frame = outer; frame !== undefined; frame = frame.outer)
    if (frame.name === name) {
      context.reports.error(
        'recursion',
        span,
        `${name} calls itself, and recursion cannot be modelled.`,
        `Give its cost instead: #pragma tuner cost ${name} = GMT`,
        costs(name),
      );
      return returned;
    }
  context.flush(span);
  context.scope = new Scope(context.globals);
  parameters.forEach((parameter, i) => {
    const variable = context.declare(parameter.name, parameter.type);
    assign(context, variable, args[i] ?? data(`the argument ${parameter.name}`));
  });
  const result = context.variable(`the result of ${name}`, returns);
  context.state.set(result, returned);
  context.frame = { name, result, outer };
  if (body !== undefined) lowerBody(context, body);
  context.frame = outer;
  context.scope = scope;
  context.bounds.guards = guards;
  const value = context.state.has(result) ? load(context, placeOf(result), span) : returned;
  return valueOfCall(context, name, value, parameterValue(declaration, args));
}

function builtIn(
  context: Context,
  builtin: BuiltinSort,
  args: readonly Value[],
  expression: Of<'call'>,
  text: string,
): Value {
  const { span } = expression;
  const element = (index: number, part: boolean): Place => {
    const pointer = args[index];
    if (pointer?.kind === 'pointer')
      return pointer.target === undefined
        ? { kind: 'element', pointer, part }
        : placeOf(pointer.target);
    context.reports.error(
      'unknown-pointer',
      span,
      `What the pointer given to ${text} points to is not known.`,
      `Give the cost of the call: #pragma tuner cost ${text} = GMT`,
      costs(text),
    );
    return { kind: 'private', name: 'an unknown pointer' };
  };
  switch (builtin) {
    case 'free': {
      if (text.startsWith('to_') && args[0]?.kind === 'pointer') return args[0];
      // The second result goes where a pointer says.
      const last = args.length - 1;
      if (/^(fract|modf|sincos|frexp|lgamma_r|remquo)$/.test(text))
        store(context, element(last, false), data(`what ${text} returns`), span);
      forget(context, args);
      return valueOfCall(
        context,
        text,
        mathematics(context, expression, text, args),
        () => undefined,
      );
    }
    case 'item':
      return workItem(context, text, args, span);
    case 'vector-load':
      return load(context, vectorAt(text, args[0], element(1, true)), span);
    case 'vector-store':
      store(context, vectorAt(text, args[1], element(2, true)), data('a vector'), span);
      return data('nothing');
    case 'atomic-load':
      return load(context, element(0, false), span, { atomic: true });
    case 'atomic-store':
      store(context, element(0, false), args[1] ?? data('a value'), span, { atomic: true });
      return data('nothing');
    case 'atomic': {
      const target = element(0, false);
      const old = load(context, target, span, { atomic: true });
      store(context, target, data('an atomic update'), span, { atomic: true });
      return old;
    }
    case 'async-copy':
      return asyncCopy(context, args, span, text);
    case 'item-copy':
      load(context, element(1, false), span);
      store(context, element(0, false), data('what is copied'), span);
      return data('nothing');
    case 'image-load':
      load(context, element(0, true), span);
      return data('the contents of an image');
    case 'image-store':
      store(context, element(0, true), data('a colour'), span);
      return data('the contents of an image');
    case 'barrier':
      return data(`what ${text} returns`);
    case 'grid-barrier':
      context.refuse(span, 'a barrier of the whole grid');
      return data('nothing');
  }
}

/** A group copies together: each item pays a global and a local access for each element of its
 * share. */
function asyncCopy(context: Context, args: readonly Value[], span: Span, text: string): Value {
  const [to, from] = args;
  const count = args[2]?.kind === 'int' ? settled(context, args[2], span) : args[2];
  if (to?.kind !== 'pointer' || from?.kind !== 'pointer' || count?.kind !== 'int') {
    context.reports.error(
      'unknown-copy',
      span,
      `How much ${text} copies, or between what, is not known.`,
      `Say what a call costs each ${context.words.item}: #pragma tuner cost ${text} = GMT * 4`,
      costs(text, 'GMT * 4'),
    );
    return data('an event');
  }
  const group = product(context.geometry.local);
  const share = binary('/', binary('-', binary('+', count.expr, group), num(1)), group);
  if (context.charges.addresses) {
    copyTogether(context, [from, to], share, span);
    return data('an event');
  }
  const pay = (kind: 'load' | 'store', space: Space, array: string): void =>
    context.access({ kind, space, name: array, ticks: binary('*', ticksOf(space), share), span });
  pay('load', from.space, from.array);
  pay('store', to.space, to.array);
  return data('an event');
}

/** The loop in which a group's items copy adjacent elements. */
function copyTogether(
  context: Context,
  [from, to]: readonly [Pointer, Pointer],
  trips: Expr,
  span: Span,
): void {
  context.flush(span);
  const index = context.indexName('copy');
  const group = product(context.geometry.local);
  const by = int(binary('+', name('lid'), binary('*', name(index), group)));
  const body = context.capture(span, () => {
    const at = (pointer: Pointer): Place => ({
      kind: 'element',
      part: false,
      pointer: { ...advance(pointer, by, 1), root: pointer.root },
    });
    load(context, at(from), span);
    store(context, at(to), data('what is copied'), span);
  });
  context.push({ kind: 'loop', trips, index, body, span });
}

function workItem(context: Context, text: string, args: readonly Value[], span: Span): Value {
  const [first] = args;
  const dimension = first === undefined ? num(0) : first.kind === 'int' ? first.expr : undefined;
  if (dimension?.kind !== 'number') {
    context.reports.error(
      'unknown-dimension',
      span,
      `The dimension that ${text} is asked for is not a constant.`,
    );
    return data(`what ${text} returns`);
  }
  const { geometry } = context;
  const expr = workItemFunction(text, dimension.value, geometry);
  const outside = dimension.value >= geometry.local.length && geometry.isWhole !== true;
  if (expr === undefined || (outside && text !== 'get_work_dim')) {
    const axes = ['X', 'Y', 'Z'].slice(0, Math.min(3, Math.max(2, dimension.value + 1))).join(', ');
    const many = geometry.local.length > 1;
    context.reports[many ? 'warning' : 'error'](
      'needs-dimensions',
      span,
      `${text}(${dimension.value}) is about a dimension that the ${context.words.grid} here does not have.`,
      `Say how ${context.words.item}s are laid out: #pragma tuner local_size ${axes} and #pragma tuner items ${axes}, with the sizes of each dimension.`,
      many ? [] : layoutOf(context, dimension.value),
    );
  }
  return expr === undefined ? data(`what ${text} returns`) : int(expr);
}

/** Pragmas for several dimensions: the first two alike, groups flat in the third. */
function layoutOf({ facts }: Context, last: number): readonly Fix[] {
  const side = facts.known.has('WG') ? 'WG' : '4';
  const places = Array.from({ length: Math.min(3, last + 1) });
  const sizes = (of: (place: number) => string): string => places.map((_, at) => of(at)).join(', ');
  return [
    { line: `#pragma tuner items ${sizes(() => 'size')}`, where: 'top' },
    { line: `#pragma tuner local_size ${sizes((at) => (at < 2 ? side : '1'))}`, where: 'top' },
  ];
}

/** Integer functions that indices are made of. */
function mathematics(
  context: Context,
  expression: Of<'call'>,
  text: string,
  args: readonly Value[],
): Value {
  const { span } = expression;
  const types = expression.args.map((argument) => integerType(argument.type));
  const type = integerType(expression.type) ?? types[0] ?? INT32;
  // `abs` is computed in its argument's type: what it returns has no sign.
  const own = text === 'abs' ? (types[0] ?? INT32) : type;
  const of = (operator: BinaryOperator, ...values: readonly (Value | undefined)[]): Value => {
    const [a, b] = values;
    return a?.kind === 'int' && b?.kind === 'int'
      ? computed(context, operator, [a, own], [b, own], span)
      : combine(args, `what ${text} returns`);
  };
  const [a, b, c] = args;
  const change = /^(?:convert|as)_u?(?:char|short|int|long)(_sat)?(?:_rt[ezpn])?$/.exec(text);
  if (args.every((value) => value.kind === 'int'))
    switch (text) {
      case 'min':
      case 'max':
        return of(text, a, b);
      case 'mul24':
        return of('*', a, b);
      case 'clamp':
        return of('min', of('max', a, b), c);
      case 'mad24':
        return of('+', of('*', a, b), c);
      case 'abs':
        return of('max', a, of('-', int(num(0)), a));
      default:
        break;
    }
  if (a?.kind !== 'int' || change === null) return combine(args, `what ${text} returns`);
  if (change[1] === undefined) return converted(context, a, type, span);
  const exact = settled(context, a, span);
  if (exact.kind !== 'int') return exact;
  const { low, high } = limitsOf(type);
  // Bounds too large for a number hold nothing back.
  const [least, most] = [low, high].map(Number);
  const up = low < 0n && type.bits === 64 ? exact.expr : binary('max', exact.expr, num(least ?? 0));
  return int(type.bits === 64 ? up : binary('min', up, num(most ?? 0)));
}
