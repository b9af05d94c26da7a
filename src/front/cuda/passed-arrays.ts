import type { Node as TreeNode } from 'web-tree-sitter';
import { binary } from '../algebra.ts';
import { type Expr, num, show } from '../expr.ts';
import { named as children } from '../parsed.ts';
import type { Declarator } from '../syntax.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { pathOf, valuesOf, withoutBrackets } from './host-text.ts';
import type { Launch } from './launch.ts';
import { numberOf } from './launch-grid.ts';

/** Which arrays a launch passes. */

/** The array of pointers of which an argument is one. */
export function pointersIn(arg: TreeNode): TreeNode | undefined {
  const node = withoutBrackets(arg);
  const owner = node.childForFieldName('argument');
  return node.type === 'subscript_expression' && owner?.type === 'identifier' ? owner : undefined;
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
  if (own?.type.kind !== 'pointer' || passed === undefined) return undefined;
  for (const [before, parameter] of parameters.slice(0, place).entries()) {
    const other = launch.args[before];
    const there = other && placeIn(host, other, frame);
    if (parameter.type.kind !== 'pointer' || there?.array !== passed.array) continue;
    const from = binary('-', passed.from, there.from);
    const isFirst = from.kind === 'number' && from.value === 0;
    if (isFirst) return parameter.name;
    if (elementOf(parameter) === elementOf(own)) return `${parameter.name} + ${show(from)}`;
  }
  return undefined;
}

/** The array that an argument points into, such as `a` of `a + 16` and `&a[16]`, and at which element. */
export function partOf(
  host: Host,
  arg: TreeNode,
  frame: Frame,
): { readonly array: TreeNode; readonly from: Expr } | undefined {
  const node = withoutBrackets(arg);
  const [left, right] = ['left', 'right'].map((side) => node.childForFieldName(side));
  const isSum =
    node.type === 'binary_expression' && node.childForFieldName('operator')?.text === '+';
  const element = node.text.startsWith('&') ? node.childForFieldName('argument') : null;
  const index = element?.type === 'subscript_expression' ? indexIn(element) : undefined;
  const owner = index === undefined ? undefined : element?.childForFieldName('argument');
  const array = owner ? arrayIn(owner) : arrayIn(isSum && left ? left : node);
  const from = index ? host.value(index, frame) : isSum ? host.value(right, frame) : num(0);
  if (array === undefined || from === undefined || /^(?:NULL|nullptr)$/.test(array.text))
    return undefined;
  return { array, from };
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
  return first === undefined || (isCast && !isFirst)
    ? { name: array.text, array: `${inside?.startIndex ?? ''} ${pathOf(array)}`, from }
    : { ...first, from: binary('+', first.from, from) };
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
    const made = each?.childForFieldName('declarator');
    const value = each?.childForFieldName('value');
    const isIt = made?.type === 'pointer_declarator' && /\w+$/.exec(made.text)?.[0] === name;
    return isIt && value ? [value] : [];
  });
  const [node, another] = [...initial, ...valuesOf(inside, name)];
  if (another !== undefined) return undefined;
  return node ? { node, frame } : host.declared(name, frame);
}

const indexIn = (element: TreeNode): TreeNode | undefined => {
  const indices = element.childForFieldName('indices');
  const all = indices ? children(indices) : [];
  return all.length === 1 ? all[0] : undefined;
};
