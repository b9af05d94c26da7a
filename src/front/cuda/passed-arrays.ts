import type { Node as TreeNode } from 'web-tree-sitter';
import { binary } from '../algebra.ts';
import { num, show } from '../expr.ts';
import { named as children } from '../parsed.ts';
import type { Declarator } from '../syntax.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { pathOf, withoutBrackets } from './host-text.ts';
import type { Launch } from './launch.ts';

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

/** The array of the host that an argument points into, and at which element. */
function placeIn(host: Host, arg: TreeNode, frame: Frame) {
  const node = withoutBrackets(arg);
  const [left, right] = ['left', 'right'].map((side) => node.childForFieldName(side));
  const isSum =
    node.type === 'binary_expression' && node.childForFieldName('operator')?.text === '+';
  const array = arrayIn(isSum && left ? left : node);
  const from = isSum ? host.value(right, frame) : num(0);
  return array === undefined || from === undefined || /^(?:NULL|nullptr)$/.test(array.text)
    ? undefined
    : { array: pathOf(array), from };
}
