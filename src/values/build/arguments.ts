import { CONSTANT_NAMES } from '../../base/constants.ts';
import { productOf } from '../../base/product.ts';
import { evaluate as evaluateExpr, type Expr, ExprError, num } from '../../front/expr.ts';
import { substitute } from '../../front/algebra.ts';
import type { Pragma, Written } from '../../front/pragma.ts';
import { speaksOf } from '../../front/pragma-names.ts';
import { stands } from '../../front/facts.ts';
import {
  type Declarator,
  type EmptyArgument,
  type Expression,
  type FunctionDeclaration,
  launchOf,
} from '../../front/syntax.ts';
import type { MemoryObject, Space, Value } from '../program.ts';
import type { Input } from '../specification.ts';
import { load, store } from './access.ts';
import { typeOf } from './c-type.ts';
import { requiredEquations } from './annotations.ts';
import { constantOf } from './c-expression.ts';
import { type Context, type Place, Refused } from './context.ts';
import { declareImage } from './images.ts';
import { constant, convert, NULL, numberOf, offset } from './make.ts';
import { objectOf } from './memory.ts';
import { takeLengths } from './taken-lengths.ts';
import {
  type CType,
  decayed,
  laneName,
  laneOf,
  lanesOf,
  showType,
  type StructType,
  scalarType,
} from '../../front/types.ts';
import { bytesOf, layoutOf } from '../../front/layout.ts';

/** Pointers that the host passes empty in the launch that is built, unless a pragma tells otherwise. */
export function emptyArguments(
  kernel: FunctionDeclaration,
  pragmas: readonly Pragma[],
): readonly EmptyArgument[] {
  const { statedToRun = [], empty = [], unfollowed } = launchOf(kernel);
  const isOfHost =
    unfollowed !== undefined ||
    statedToRun.some((each) => each.kind === 'items' && pragmas.includes(each));
  const isSaid = (name: string): boolean =>
    pragmas.some(
      (each) =>
        !statedToRun.includes(each) &&
        ((each.kind === 'array' && each.target.name === name) ||
          (each.kind === 'input' && new RegExp(`^\\s*${name}\\b`).test(each.text))),
    );
  return isOfHost ? empty.filter(({ name }) => !isSaid(name)) : [];
}

const UNKNOWN: Input = { kind: 'unknown' };

const MOST_ELEMENTS = 2 ** 28;
/** The same of one whose length is no number. */
const MOST_OPEN = 2 ** 20;

/** Arrays become memory objects; other arguments registers, or numbers where known and unchanged. */
export function declareArguments(
  context: Context,
  kernel: FunctionDeclaration,
  pragmas: readonly Pragma[],
): void {
  const names = new Set(kernel.parameters.map(({ name }) => name));
  for (const { name, value } of requiredEquations(kernel)) {
    if (!names.has(name)) continue;
    const known = constantIn(context, value);
    if (known !== undefined) context.values = { [name]: known, ...context.values };
  }
  takeLengths(context, kernel, pragmas);
  // The host passes null.
  const arrays = new Map(
    emptyArguments(kernel, pragmas).flatMap(({ name, is }) =>
      is === 'null' ? [[name, NULL] as const] : [],
    ),
  );
  for (const parameter of kernel.parameters)
    context.whereUsed(parameter.name, () => declareArgument(context, parameter, pragmas, arrays));
}

/** The number that an expression always is. */
function constantIn(context: Context, expression: Expression): number | undefined {
  try {
    return numberOf(constantOf(context, expression));
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function declareArgument(
  context: Context,
  parameter: Declarator,
  pragmas: readonly Pragma[],
  arrays: Map<string, Value>,
): void {
  const { name, nameSpan, unsupported } = parameter;
  if (unsupported !== undefined)
    context.refuse(nameSpan, `Values of ${unsupported} are not followed.`);
  const sized = (): readonly number[] | undefined => statedSizes(context, name, pragmas);
  if (declareImage(context, parameter, sized)) return;
  const type = decayed(typeOf(context, parameter.type, nameSpan));
  if (type.kind === 'pointer') array(context, parameter, type, pragmas, arrays);
  else if (type.kind === 'struct') {
    const about = { space: 'private', span: nameSpan, length: 'stated', isArgument: true } as const;
    const address = context.object(objectOf(name, type, { ...about, input: UNKNOWN }));
    context.scope.set(name, { kind: 'memory', type, address });
    fillMembers(context, parameter, type, address, { pragmas, arrays });
  } else if (type.kind !== 'scalar' && type.kind !== 'vector')
    context.refuse(nameSpan, `${name} is a ${showType(type)}.`);
  else {
    // A constant of the platform is no argument of that name, unless the text speaks of it.
    const isOther =
      CONSTANT_NAMES.some((constant) => constant === name) &&
      !pragmas.some((pragma) => speaksOf(pragma, name));
    context.scope.set(name, number(context, parameter, type, isOther ? {} : context.values));
  }
}

interface AboutMembers {
  readonly pragmas: readonly Pragma[];
  /** Pointers whose places are known, by their paths. */
  readonly arrays: Map<string, Value>;
}

/** Members are arguments of their own, whose values pragmas may state and inputs try. */
function fillMembers(
  context: Context,
  { name, nameSpan }: Pick<Declarator, 'name' | 'nameSpan'>,
  type: StructType,
  address: Value,
  about: AboutMembers,
): void {
  if (type.union) return;
  for (const member of layoutOf(type).members) {
    const path = member.name === '' ? name : `${name}.${member.name}`;
    const at = offset(address, constant('long', member.offset));
    if (member.type.kind === 'struct')
      fillMembers(context, { name: path, nameSpan }, member.type, at, about);
    const value = memberValue(context, { name: path, nameSpan }, member.type, about);
    if (value === undefined) continue;
    const place = { kind: 'memory', type: member.type, address: at } as const;
    store(context, place, load(context, value, nameSpan), nameSpan, path);
  }
}

/** The value of an argument's member: a number, or the address of an array of its own. */
function memberValue(
  context: Context,
  named: Pick<Declarator, 'name' | 'nameSpan'>,
  type: CType,
  { pragmas, arrays }: AboutMembers,
): Place | undefined {
  if (type.kind === 'scalar' || type.kind === 'vector') return number(context, named, type);
  // What an array of pointers holds, nobody gives.
  if (type.kind !== 'pointer' || type.to.kind === 'pointer') return undefined;
  const address =
    arrays.get(named.name) ??
    sameArray(context, named.name, type, pragmas, arrays) ??
    arrayObject(context, named, type, pragmas);
  arrays.set(named.name, address);
  return { kind: 'value', type, lanes: [address] };
}

function array(
  context: Context,
  parameter: Declarator,
  type: Extract<CType, { kind: 'pointer' }>,
  pragmas: readonly Pragma[],
  arrays: Map<string, Value>,
): void {
  const { name } = parameter;
  const address =
    arrays.get(name) ??
    sameArray(context, name, type, pragmas, arrays) ??
    arrayObject(context, parameter, type, pragmas);
  arrays.set(name, address);
  const place: Place = { kind: 'value', type, lanes: [address] };
  const { assigned, addressed } = context.frame;
  if (!assigned.has(name) && !addressed.has(name)) context.scope.set(name, place);
  else context.scope.set(name, movable(context, parameter, place, type));
}

/** A place in the array of an argument before it: `array b = a + 1`. */
function sameArray(
  context: Context,
  name: string,
  { to }: Extract<CType, { kind: 'pointer' }>,
  pragmas: readonly Pragma[],
  arrays: ReadonlyMap<string, Value>,
): Value | undefined {
  for (const pragma of pragmas) {
    if (pragma.kind !== 'array' || pragma.target.name !== name) continue;
    const { value } = pragma;
    const of = value.names.find((each) => arrays.has(each.name))?.name;
    const address = of === undefined ? undefined : arrays.get(of);
    if (of === undefined || address === undefined) continue;
    const first = new Map([[of, num(0)]]);
    context.shared.push(name);
    const from = numberIn(context, { ...value, expr: substitute(value.expr, first) });
    return offset(address, constant('long', from * (bytesOf(to) ?? 1)));
  }
  return undefined;
}

/** The memory that an argument points to. */
function arrayObject(
  context: Context,
  { name, nameSpan, isVolatile }: Pick<Declarator, 'name' | 'nameSpan' | 'isVolatile'>,
  type: Extract<CType, { kind: 'pointer' }>,
  pragmas: readonly Pragma[],
): Value {
  // Of bytes: what it is cast to says how they are read.
  const to = type.to.kind === 'void' ? scalarType('uchar') : type.to;
  if (to.kind === 'pointer')
    context.refuse(nameSpan, `${name} is an array of pointers, whose values nobody gives.`);
  const space: Space = type.space === 'local' || type.space === 'constant' ? type.space : 'global';
  const before = elementsBefore(context, name, pragmas);
  const stated = statedLength(context, name, space, pragmas, before > 0);
  const assumed =
    space === 'local'
      ? productOf(context.range.local)
      : Math.max(productOf(context.range.global), context.values['size'] ?? 0);
  const bytes = before * (bytesOf(to) ?? 1);
  const address = context.object({
    ...objectOf(name, to, {
      space,
      span: nameSpan,
      length: stated?.isAssumed === false ? 'stated' : 'assumed',
      elements: (stated?.length ?? assumed) + before,
      isArgument: true,
      isVolatile: isVolatile ?? false,
      ...(space !== 'local' && { input: UNKNOWN }),
    }),
    ...(before > 0 && { before: bytes }),
    lengthOf: stated?.lengthOf,
  });
  return before === 0 ? address : offset(address, constant('long', bytes));
}

/** Elements in front of what an argument points to. */
function elementsBefore(context: Context, name: string, pragmas: readonly Pragma[]): number {
  const said = pragmas.find((each) => each.kind === 'before' && each.target.name === name);
  if (said?.kind !== 'before') return 0;
  const before = numberIn(context, said.value);
  if (Number.isInteger(before) && before >= 0 && before <= MOST_ELEMENTS) return before;
  return context.refuse(said.span, `${name} cannot have ${before} elements before it.`);
}

/** A pointer the kernel moves: a variable starting at the array. */
function movable(
  context: Context,
  { name, nameSpan }: Declarator,
  { lanes: [address] }: Extract<Place, { kind: 'value' }>,
  type: CType,
): Place {
  if (context.frame.addressed.has(name))
    context.refuse(nameSpan, `The address of the argument ${name} is taken.`);
  const register = context.emitter.variable({ type: 'pointer', name, span: nameSpan });
  if (address !== undefined)
    context.emitter.emit({ kind: 'set', target: register, value: address, span: nameSpan });
  return { kind: 'registers', type, registers: [register] };
}

function statedLength(
  context: Context,
  name: string,
  space: Space,
  pragmas: readonly Pragma[],
  isWithin: boolean,
): (Pick<MemoryObject, 'lengthOf'> & { length: number; isAssumed: boolean }) | undefined {
  const of = (kind: 'local' | 'array'): Pragma | undefined =>
    pragmas.find((pragma) => pragma.kind === kind && pragma.target.name === name);
  const said = (space === 'local' ? of('local') : undefined) ?? of('array');
  if (said?.kind !== 'local' && said?.kind !== 'array') return undefined;
  if (said.kind === 'array' && said.further !== undefined)
    context.refuse(said.span, `${name} is no image: its length is one number.`);
  const isOpen =
    said.kind === 'array' &&
    said.value.names.some((each) => Object.hasOwn(context.openSizes, each.name));
  const told = numberIn(context, said.value, isOpen);
  // A pointer may lead to the end of its array, or beyond.
  const length = isWithin ? Math.max(0, told) : told;
  const isAssumed = said.kind === 'array' && said.isAssumed === true;
  const lengthOf = isOpen ? withNumbers(context, said.value.expr) : undefined;
  if (length >= 0 && length <= (isOpen ? MOST_OPEN : MOST_ELEMENTS))
    return { length, isAssumed, lengthOf };
  return context.refuse(said.span, `${name} cannot have ${length} elements.`);
}

/** The sizes of an image, as a pragma states them. */
function statedSizes(
  context: Context,
  name: string,
  pragmas: readonly Pragma[],
): readonly number[] | undefined {
  const said = pragmas.find(
    (pragma) => pragma.kind === 'array' && pragma.target.name === name && !pragma.isAssumed,
  );
  if (said?.kind !== 'array') return undefined;
  const sizes = [said.value, ...(said.further ?? [])].map((each) => numberIn(context, each));
  const pixels = productOf(sizes);
  if (sizes.every((each) => each >= 1) && pixels <= 2 ** 26) return sizes;
  return context.refuse(said.span, `${name} cannot have ${sizes.join(' x ')} pixels.`);
}

/** With what stands for names, and their numbers. */
const withNumbers = (context: Context, expr: Expr): Expr =>
  substitute(
    substitute(expr, stands(context.facts)),
    new Map(Object.entries(context.values).map(([name, value]) => [name, num(value)])),
  );

/** A pragma's expression in this configuration. */
function numberIn(context: Context, { expr, span, text }: Written, isLength = false): number {
  try {
    const values = isLength ? context.openSizes : {};
    return evaluateExpr(withNumbers(context, expr), { ...values, ...context.values });
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
    return context.refuse(span, `${text} has no value here: ${error.message}.`);
  }
}

/** An argument that is a number or a vector. */
function number(
  context: Context,
  { name, nameSpan }: Pick<Declarator, 'name' | 'nameSpan'>,
  type: CType,
  values: Readonly<Record<string, number>> = context.values,
): Place {
  const { assigned, addressed } = context.frame;
  const pragma = context.facts.values.get(name);
  const named = Object.hasOwn(values, name) ? values[name] : undefined;
  const given = pragma === undefined ? named : numberIn(context, pragma.value);
  const lane = laneOf(type);
  const lanes = lanesOf(type);
  const value = given === undefined ? undefined : convert(lane, constant('long', given));
  const known = value?.kind === 'constant' ? value : undefined;
  const registers = Array.from({ length: lanes }, (_, i) =>
    context.emitter.variable({
      type: lane,
      name: lanes === 1 ? name : `${name}.${laneName(i, lanes)}`,
      isArgument: true,
      input: known === undefined ? UNKNOWN : { kind: 'given', values: [known.value] },
      span: nameSpan,
    }),
  );
  if (addressed.has(name)) {
    const address = context.object(
      objectOf(name, type, { space: 'private', span: nameSpan, length: 'stated' }),
    );
    const place = { kind: 'memory', type, address } as const;
    const value = load(context, { kind: 'registers', type, registers }, nameSpan);
    store(context, place, value, nameSpan, name);
    return place;
  }
  if (known !== undefined && !assigned.has(name) && lanes === 1)
    return { kind: 'value', type, lanes: [known] };
  return { kind: 'registers', type, registers };
}
