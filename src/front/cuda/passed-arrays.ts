import type { TreeNode } from '../tree-node.ts';
import { binary } from '../algebra.ts';
import { type Expr, num, show } from '../expr.ts';
import { bytesOf } from '../layout.ts';
import { named as children } from '../parsed.ts';
import { SCALARS } from '../scalar.ts';
import type { Declarator, Length, Type } from '../syntax.ts';
import { counted } from '../types.ts';
import { wholeOf } from './constants.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { castTo } from './host-reals.ts';
import {
  bytesOfName,
  declarationOf,
  pathOf,
  plainType,
  valuesOf,
  withoutBrackets,
  type ElementSize,
} from './host-text.ts';
import type { Launch } from './launch.ts';
import { numberOf } from './launch-grid.ts';
import { elementTexts, withoutCasts } from './origins.ts';
import { viewedIn } from './tensors.ts';

/** Which arrays a launch passes. */

/** The array of pointers of which an argument is one. */
export function pointersIn(arg: TreeNode): TreeNode | undefined {
  const node = withoutBrackets(arg);
  const owner = node.childForFieldName('argument');
  const isOwner = owner?.type === 'identifier' || owner?.type === 'field_expression';
  return node.type === 'subscript_expression' && isOwner ? owner : undefined;
}

/** An array's name in a call; `a[]` is any of an array of pointers. */
export function nameIn(target: TreeNode, isOfPointers: boolean): string | undefined {
  if (!isOfPointers) {
    const array = arrayIn(target);
    return array && pathOf(array);
  }
  const node = withoutBrackets(target);
  const place = node.text.startsWith('&') ? node.childForFieldName('argument') : node;
  const owner = place && pointersIn(place);
  return owner ? `${pathOf(owner)}[]` : undefined;
}

/** The array that an argument is: through casts, `&a[0]`, `thrust::raw_pointer_cast(v.data())`, and a
 * tensor's `data_ptr`. */
export function arrayIn(arg: TreeNode): TreeNode | undefined {
  if (/^(?:identifier|type_identifier|field_expression)$/.test(arg.type)) return arg;
  const [first, second] = children(arg);
  const field = (name: string): TreeNode | null => arg.childForFieldName(name);
  const inner = (node: TreeNode | null | undefined) => (node ? arrayIn(node) : undefined);
  switch (arg.type) {
    case 'parenthesized_expression':
      return inner(first);
    case 'cast_expression':
      return inner(field('value'));
    case 'pointer_expression':
      return arg.text.startsWith('&') ? inner(field('argument')) : undefined;
    case 'subscript_expression':
      return arg.text.endsWith('[0]') ? inner(field('argument')) : undefined;
    case 'call_expression': {
      const callee = field('function')?.text ?? '';
      const [only, another] = children(field('arguments'));
      if (/raw_pointer_cast$|_cast\s*<.*>$/.test(callee)) return another ? undefined : inner(only);
      const called = field('function');
      const function_ =
        called?.type === 'template_function' ? called.childForFieldName('name') : called;
      const viewed = viewedIn({ isPart: false }, arg);
      if (viewed) return inner(viewed);
      if (function_?.type !== 'field_expression' || only) return undefined;
      return /(?:\.|->)(?:data|get|begin|ptr|device_ptr|data_ptr|mutable_data_ptr|const_data_ptr)\b[^.]*$/.test(
        callee,
      )
        ? inner(function_.childForFieldName('argument'))
        : undefined;
    }
    default:
      return second === undefined && first !== undefined && arg.type === 'argument_list'
        ? inner(first)
        : undefined;
  }
}

/** The argument before it that is passed the same array, as `a` or `a + 16`. */
export function sameArrayAs(
  host: Host,
  launch: Launch,
  frame: Frame,
  parameters: readonly Declarator[],
  place: number,
): string | undefined {
  const elementOf = ({ type }: Declarator): string | undefined =>
    type.kind === 'pointer' ? JSON.stringify(type.to) : undefined;
  const [own, arg] = [parameters[place], launch.args[place]];
  const passed = arg && placeIn(host, arg, frame);
  if (own?.type.kind !== 'pointer') return undefined;
  const alike = parameters.slice(0, place).find(({ type }, before) => {
    const other = launch.args[before];
    return arg && other && type.kind === 'pointer' && isOneElement(arg, other);
  });
  if (alike) return alike.name;
  if (passed === undefined) return undefined;
  for (const [before, parameter] of parameters.slice(0, place).entries()) {
    const other = launch.args[before];
    const there = other && placeIn(host, other, frame);
    if (parameter.type.kind !== 'pointer' || there?.array !== passed.array) continue;
    const from = binary('-', passed.from, there.from);
    const isAlike = elementOf(parameter) === elementOf(own);
    const isFirst = isAlike
      ? from.kind === 'number' && from.value === 0
      : bytesTo(passed.from, own) === bytesTo(there.from, parameter);
    if (isFirst) return parameter.name;
    if (isAlike) return `${parameter.name} + ${show(from)}`;
  }
  return undefined;
}

/** `d[i]` twice, of an array of pointers. */
const isOneElement = (one: TreeNode, other: TreeNode): boolean =>
  pointersIn(one) !== undefined &&
  pathOf(withoutBrackets(one)) === pathOf(withoutBrackets(other)) &&
  !/\+\+|--|\w\s*\(/.test(one.text);

/** Elements of one array of pointers whose places may be alike: `d[i]` and `d[j]`, but not `d[i]` and `d[1 - i]`. */
export function mayBeOneElement(one: TreeNode, other: TreeNode): boolean {
  const [first, second] = [pointersIn(one), pointersIn(other)];
  if (!first || !second || pathOf(first) !== pathOf(second)) return false;
  const [a = '', b = ''] = [one, other].map((each) =>
    pathOf(withoutBrackets(each))
      .slice(pathOf(first).length)
      .replaceAll(/[[\]()]/g, ''),
  );
  const isNumber = (text: string): boolean => /^\d+$/.test(text);
  const differs = (from: string, to: string): boolean =>
    [`1-${from}`, `${from}^1`, `1^${from}`, `!${from}`, `${from}+1`, `${from}-1`].includes(to) ||
    /^\+1(?:%[2-9]|&1)$/.test(to.startsWith(from) ? to.slice(from.length) : '');
  if (isNumber(a) && isNumber(b)) return a === b;
  const isName = (text: string): boolean => /^[\w.]+$/.test(text);
  return !((isName(a) && differs(a, b)) || (isName(b) && differs(b, a)));
}

/** Bytes up to an element; its number, where that is not known. */
function bytesTo(from: Expr, { type }: Declarator): number | string {
  if (from.kind !== 'number') return show(from);
  return from.value === 0 ? 0 : from.value * (elementBytes(type) ?? Number.NaN);
}

/** Bytes of what a pointer leads to; undefined where they are not known. */
export function elementBytes(type: Type): number | undefined {
  const to = type.kind === 'pointer' && type.to.kind !== 'void' ? type.to : undefined;
  const whole = (length: Length): number | undefined =>
    typeof length === 'object' ? Number(wholeOf(length)) : length;
  const bytes =
    to &&
    bytesOf(
      counted(to, {
        length: (length) => whole(length) ?? Number.NaN,
        other: (type) => type,
        known: new Map(),
        open: new Set(),
      }),
    );
  return Number.isNaN(bytes) ? undefined : bytes;
}

/** The same, and those of a vector's components. */
export const elementSize = (type: Type): ElementSize => ({
  bytes: elementBytes(type),
  part:
    type.kind === 'pointer' && type.to.kind === 'vector'
      ? SCALARS[type.to.scalar].bytes
      : undefined,
});

/** The array that an argument points into, such as `a` of `a + 16` and `&a[16]`, and at which element. */
export function partOf(
  host: Host,
  arg: TreeNode,
  frame: Frame,
): { readonly array: TreeNode; readonly from: Expr } | undefined {
  const part = partAt(host, arg, frame);
  return part && part.from !== 'between' ? { array: part.array, from: part.from } : undefined;
}

/** An argument is cast to elements at whose multiples it does not begin: `(float4 *)(a + 1)`. */
export const isBetweenElements = (host: Host, arg: TreeNode, frame: Frame): boolean =>
  partAt(host, arg, frame)?.from === 'between';

/** The array that an argument points into, also between two elements. */
export const arrayAt = (host: Host, arg: TreeNode, frame: Frame): TreeNode | undefined =>
  partAt(host, arg, frame)?.array;

function partAt(
  host: Host,
  arg: TreeNode,
  frame: Frame,
): { readonly array: TreeNode; readonly from: Expr | 'between' } | undefined {
  const node = withoutCasts(arg);
  const [left, right] = ['left', 'right'].map((side) => node.childForFieldName(side));
  const isSum =
    node.type === 'binary_expression' && node.childForFieldName('operator')?.text === '+';
  const element = node.text.startsWith('&') ? node.childForFieldName('argument') : null;
  const index = element?.type === 'subscript_expression' ? indexIn(element) : undefined;
  const owner = index === undefined ? undefined : element?.childForFieldName('argument');
  const counted = owner ?? (isSum ? left : undefined);
  const array = arrayIn(counted ?? node);
  // `a + n + 2`
  const inner = isSum && left && !array ? partOf(host, left, frame) : undefined;
  const more = inner && host.value(right, frame);
  if (inner && more) return { array: inner.array, from: binary('+', inner.from, more) };
  const told = index ? host.value(index, frame) : isSum ? host.value(right, frame) : num(0);
  if (array === undefined || told === undefined || /^(?:NULL|nullptr)$/.test(array.text))
    return undefined;
  const from = counted ? inElementsOf(castOf(arg), told, counted, { host, array, frame }) : told;
  return from && { array, from };
}

/** The type of the elements that the outermost cast makes. */
function castOf(arg: TreeNode): string | undefined {
  if (arg.type === 'parenthesized_expression') {
    const [inner] = children(arg);
    return inner && castOf(inner);
  }
  const type =
    arg.type === 'cast_expression'
      ? arg.childForFieldName('type')?.text
      : castTo(arg.childForFieldName('function'));
  return type === undefined ? undefined : plainType(type.replace(/\*(?=[^*]*$)/, ''));
}

/** `2` of `(float2 *)(d + 2)` is one element. */
function inElementsOf(
  made: string | undefined,
  from: Expr,
  counted: TreeNode,
  { host, array, frame }: { host: Host; array: TreeNode; frame: Frame },
): Expr | 'between' | undefined {
  const own = castOf(counted) ?? declarationOf(array.text, frame.function, host.root)?.type;
  if (made === undefined || made === own) return from;
  const [bytes, each] = [own, made].map((type) => (type ? bytesOfName(type) : undefined));
  const offset = numberOf([from], host.greatest);
  if (bytes === undefined || each === undefined || offset === undefined) return undefined;
  const elements = (offset * bytes) / each;
  return Number.isInteger(elements) ? num(elements) : 'between';
}

/** The array of the host that an argument points into, through pointers that are set once. */
function placeIn(host: Host, arg: TreeNode, frame: Frame, depth = 0): ArrayPlace | undefined {
  const part = partOf(host, arg, frame);
  if (part === undefined) return undefined;
  const { array, from } = part;
  const inside = frame.function;
  // A pointer that is set once, to a place in an array.
  const isName = array.type === 'identifier' && depth < MOST_POINTERS;
  const source = isName ? pointerFrom(host, array.text, frame) : undefined;
  const first = source && placeIn(host, source.node, source.frame, depth + 1);
  // Elements of another type are not as long.
  const isCast = /^(?:cast|call)_expression$/.test(withoutBrackets(arg).type);
  const isFirst = first?.from.kind === 'number' && first.from.value === 0;
  // Where the host was followed, this counts from the array's start.
  const there = binary('+', from, movedBy(host, array.text, frame) ?? num(0));
  return first === undefined || (isCast && !isFirst)
    ? { name: array.text, array: `${inside?.startIndex ?? ''} ${pathOf(array)}`, from: there }
    : { ...first, from: frame.moves?.has(array.text) ? there : binary('+', first.from, there) };
}

/** Moves of a variable, as `d += 4` and `d++`. */
const movesIn = (inside: TreeNode | undefined, name: string): readonly TreeNode[] =>
  (inside?.descendantsOfType(['assignment_expression', 'update_expression']) ?? []).flatMap(
    (each) => {
      const target = each.childForFieldName('left') ?? each.childForFieldName('argument');
      const isPlain = each.childForFieldName('operator')?.text === '=';
      return each && target?.text === name && !isPlain ? [each] : [];
    },
  );

/** Elements that a pointer is moved by before all launches; undefined where that is not certain. */
export function movedBy(host: Host, name: string, frame: Frame): Expr | undefined {
  const inside = frame.function;
  const followed = frame.moves?.get(name);
  if (followed !== undefined) return num(followed);
  const [before = ''] = inside?.text.split('<<<', 1) ?? [];
  const launch = (inside?.startIndex ?? 0) + before.length;
  let sum: Expr = num(0);
  for (const move of movesIn(inside, name)) {
    let around = move.parent;
    while (around?.type === 'expression_statement' || around?.type === 'compound_statement')
      around = around.parent;
    const by =
      around?.id === inside?.id && move.endIndex < launch ? stepOf(host, move, frame) : undefined;
    if (by === undefined) return undefined;
    sum = binary('+', sum, by);
  }
  return sum;
}

function stepOf(host: Host, move: TreeNode, frame: Frame): Expr | undefined {
  const operator = move.childForFieldName('operator')?.text;
  const right = move.childForFieldName('right');
  if (operator === '++') return num(1);
  return operator === '+=' && right ? host.value(right, frame) : undefined;
}

/** Elements of the array in front of the place in it that an argument points to. */
export function elementsBefore(host: Host, arg: TreeNode, frame: Frame): number | undefined {
  const place = placeIn(host, arg, frame);
  const own = place && numberOf([place.from], host.greatest);
  if (place === undefined || own === undefined) return undefined;
  const given = frame.given.get(place.name);
  const further = given && elementsBefore(host, given.node, given.frame);
  const before = own + (further ?? 0);
  return Number.isInteger(before) && before > 0 ? before : undefined;
}

interface ArrayPlace {
  /** In the host's function. */
  readonly name: string;
  readonly array: string;
  readonly from: Expr;
}

/** Pointers to places of pointers are followed this far. */
const MOST_POINTERS = 8;

/** The one value of a pointer that nothing else sets. */
function pointerFrom(host: Host, name: string, frame: Frame) {
  const inside = frame.function;
  if (inside === undefined || new RegExp(`&\\s*${name}\\b`).test(inside.text)) return undefined;
  const initial = inside.descendantsOfType('init_declarator').flatMap((each) => {
    const made = each.childForFieldName('declarator');
    const value = each.childForFieldName('value');
    const isIt = made?.type === 'pointer_declarator' && /\w+$/.exec(made.text)?.[0] === name;
    return isIt && value ? [value] : [];
  });
  const moves = new Set(
    movesIn(inside, name).map((each) => (each.childForFieldName('right') ?? each).id),
  );
  const values = [...initial, ...valuesOf(inside, name)];
  const [node, another] = values.filter(({ id }) => !moves.has(id));
  if (another !== undefined) return undefined;
  return node ? { node, frame } : host.declared(name, frame);
}

/** The place in an array that a pointer is set to once, and not moved from. */
export function partBehind(host: Host, arg: TreeNode, frame: Frame) {
  const { text } = withoutBrackets(arg);
  if (!/^\w+$/.test(text) || frame.moves?.has(text)) return undefined;
  const source =
    movesIn(frame.function, text).length > 0 ? undefined : pointerFrom(host, text, frame);
  const isPart =
    source && arrayIn(source.node) === undefined && partOf(host, source.node, source.frame);
  return isPart ? source : undefined;
}

const indexIn = (element: TreeNode): TreeNode | undefined => {
  const indices = element.childForFieldName('indices');
  const all = indices ? children(indices) : [];
  return all.length === 1 ? all[0] : undefined;
};

/** The name under `sizeof` of a struct that is pointed to. */
export const structNames = (type: Type): readonly string[] =>
  type.kind === 'pointer' && type.to.kind === 'struct' ? [type.to.name] : [];

/** An array's elements, as the host's text calls them. */
export function unitOf(host: Host, to: Type, array: string, frame: Frame) {
  const type: Type = { kind: 'pointer', to };
  const bytes = elementBytes(type);
  // The host may count elements of another type.
  const counted = bytesOfName(declarationOf(array, frame.function, host.root)?.type ?? '');
  const isOther = bytes !== undefined && counted !== undefined && bytes !== counted;
  const hostNames = isOther ? [] : elementTexts(host, array, frame);
  return { texts: new Set([...hostNames, ...structNames(type)]), ...elementSize(type) };
}
