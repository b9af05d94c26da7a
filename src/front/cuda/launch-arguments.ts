import type { Node as TreeNode } from 'web-tree-sitter';
import { binary } from '../algebra.ts';
import { num, show } from '../expr.ts';
import { bytesOf } from '../layout.ts';
import { named as children } from '../parsed.ts';
import type { Declarator, Type } from '../syntax.ts';
import type { Element, Frame, Host } from './host.ts';
import type { Launch } from './launch.ts';

/** A launch's arguments, in the lines of pragmas. */

export const argumentsOf = (
  host: Host,
  launch: Launch,
  frame: Frame,
  parameters: readonly Declarator[],
): readonly string[] =>
  parameters.flatMap((parameter, i) => {
    const arg = launch.args[i];
    return arg === undefined ? [] : ofArgument(host, parameter, arg, frame);
  });

/** The array that the launch's bytes are for. */
export function sharedOf(
  host: Host,
  launch: Launch,
  frame: Frame,
  dynamic: Declarator | undefined,
): readonly string[] {
  const bytes = host.value(launch.bytes, frame);
  const element = dynamic && elementBytes(dynamic.type);
  if (bytes === undefined || dynamic === undefined || element === undefined) return [];
  return [`local ${dynamic.name} = ${show(binary('/', bytes, num(element)))}`];
}

const elementBytes = (type: Type): number | undefined => {
  const to = type.kind === 'pointer' ? type.to : undefined;
  return to?.kind === 'scalar' || to?.kind === 'vector' ? bytesOf(to) : undefined;
};

/** The host's text tells how long the array is that is passed. */
export const isLengthTold = (
  host: Host,
  parameter: Declarator,
  arg: TreeNode,
  frame: Frame,
): boolean => ofArgument(host, parameter, arg, frame).some((line) => line.startsWith('array'));

/** Where an array's memory is from, and what the host has put there. */
function ofArgument(
  host: Host,
  { name, type }: Declarator,
  arg: TreeNode,
  frame: Frame,
): readonly string[] {
  if (type.kind === 'scalar') {
    const value = host.number(arg, frame);
    return value === undefined ? [] : [`input ${name} = ${value}`];
  }
  if (type.kind === 'struct')
    return (type.members ?? []).flatMap((member, place) => {
      const value = host.memberValue(arg, { name: member.name, place }, frame);
      return value === undefined ? [] : [`value ${name}.${member.name} = ${show(value)}`];
    });
  const passed = arrayIn(arg);
  if (type.kind !== 'pointer' || passed === undefined) return [];
  const lines: string[] = [];
  for (const { name: array, frame: own } of host.origins(passed, frame)) {
    const element = { texts: host.elementTexts(array, own), bytes: elementBytes(type) };
    const body = own.function?.childForFieldName('body');
    for (const call of body?.descendantsOfType('call_expression') ?? [])
      if (call) lines.push(...ofCall(host, call, { array, element, name }, own));
    const length = host.vectorLength(array, own);
    if (length !== undefined) lines.push(`array ${name} = ${show(length)}`);
    const managed = host.contents(array, own)?.text;
    if (managed !== undefined) lines.push(`input ${name}[i] = ${managed}`);
  }
  const told = [...new Set(lines)];
  const only = (kind: string): readonly string[] => {
    const found = told.filter((line) => line.startsWith(kind));
    return found.length === 1 ? found : [];
  };
  return [...only('array'), ...only('input')];
}

/** The array that an argument is: through casts, `&a[0]`, `thrust::raw_pointer_cast(v.data())`, and a
 * tensor's `data_ptr`. */
function arrayIn(arg: TreeNode): TreeNode | undefined {
  if (arg.type === 'identifier') return arg;
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
      return /(?:\.|->)(?:data|get|begin|data_ptr|mutable_data_ptr|const_data_ptr)\b[^.]*$/.test(
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

/** What a call of the CUDA runtime says of an array. */
function ofCall(
  host: Host,
  call: TreeNode,
  {
    array,
    element,
    name,
  }: { readonly array: string; readonly element: Element; readonly name: string },
  frame: Frame,
): readonly string[] {
  const callee = call.childForFieldName('function')?.text ?? '';
  const [target, second] = children(call.childForFieldName('arguments'));
  if (second === undefined || (target && arrayIn(target))?.text !== array) return [];
  if (/^(cuda|hip)Malloc(Managed|Async|Host)?$/.test(callee)) {
    const length = host.elements(second, frame, element);
    return length === undefined ? [] : [`array ${name} = ${show(length)}`];
  }
  if (/^(cuda|hip)Memset$/.test(callee)) return second.text === '0' ? [`input ${name}[i] = 0`] : [];
  if (!/^(cuda|hip)Memcpy(Async)?$/.test(callee)) return [];
  const text = host.contents(second.text, frame)?.text;
  return text === undefined ? [] : [`input ${name}[i] = ${text}`];
}
