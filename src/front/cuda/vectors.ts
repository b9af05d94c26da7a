import type { TreeNode } from '../tree-node.ts';
import type { Expr } from '../expr.ts';
import { named as children } from '../parsed.ts';
import { functionDeclaratorOf } from './declarators.ts';
import type { Frame } from './host-names.ts';
import { declarationOf, parametersOf } from './host-text.ts';
import { isKind } from './runtime-calls.ts';

/** Elements of the host's vectors, and of buffers of the device that are objects of its classes. */

/** Evaluates expressions of the host's text. */
interface Evaluates {
  readonly root: TreeNode;
  value(node: TreeNode | null | undefined, frame: Frame): Expr | undefined;
  called(definition: TreeNode, args: readonly TreeNode[], frame: Frame): Frame;
}

/** Elements of a `thrust::device_vector<T> v(n)`, or of the vector that it copies. */
export function vectorLength(host: Evaluates, array: string, frame: Frame): Expr | undefined {
  const { type = '', declarator } = declarationOf(array, frame.function, host.root) ?? {};
  if (!/^(?:(?:thrust|std)::)?(?:(?:device|host|universal)_)?vector\s*</.test(type))
    return undefined;
  const list = argumentsOf(declarator);
  if (!list || list.type === 'initializer_list' || isResized(host.root, array, frame))
    return undefined;
  const length = list.type === 'identifier' ? list : children(list)[0];
  const name = length && /^\w+$/.test(length.text) ? length.text : array;
  const copied = name === array ? undefined : vectorLength(host, name, frame);
  return copied ?? host.value(length, frame);
}

/** It is made longer or shorter later on. */
export const isResized = (root: TreeNode, array: string, { function: inside }: Frame): boolean =>
  argumentsOf(declarationOf(array, inside, root)?.declarator) !== undefined &&
  new RegExp(
    `\\b${array}\\s*\\.\\s*(?:resize|assign|push_back|emplace_back|clear|insert|erase|pop_back)\\s*\\(`,
  ).test((inside ?? root).text);

/** The bytes that an object's constructor allocates, where it allocates once: `Buffer<T> b(n)`. */
export function allocatedBy(
  host: Evaluates,
  array: string,
  frame: Frame,
): { readonly bytes: TreeNode; readonly frame: Frame } | undefined {
  const { type = '', declarator } = declarationOf(array, frame.function, host.root) ?? {};
  const [, name] = /^(\w+)(?:\s*<\s*([\w ]+)\s*>)?$/.exec(type) ?? [];
  const list = argumentsOf(declarator);
  if (name === undefined || !list) return undefined;
  const found = host.root.descendantsOfType(['struct_specifier', 'class_specifier']);
  const made = found.find((each) => each.childForFieldName('name')?.text === name);
  const inside = made?.descendantsOfType('function_definition') ?? [];
  const constructors = inside.filter(
    (each) => each.childForFieldName('declarator')?.childForFieldName('declarator')?.text === name,
  );
  const args = list.type === 'identifier' ? [list] : children(list);
  const fitting = constructors.flatMap((each) =>
    each && parametersOf(each).length === args.length ? [each] : [],
  );
  const calls = fitting.flatMap((each) =>
    each.descendantsOfType('call_expression').flatMap((call) => {
      const callee = call.childForFieldName('function')?.text ?? '';
      const [, bytes] = children(call.childForFieldName('arguments') ?? null);
      return isKind(callee, 'allocate') && bytes
        ? [{ bytes, frame: host.called(each, args, frame) }]
        : [];
    }),
  );
  const [only, another] = calls;
  return another === undefined ? only : undefined;
}

/** The member that a method without arguments returns: `n_` of `x.size()`. */
export function returnedMember(
  host: Evaluates,
  method: TreeNode,
  frame: Frame,
): string | undefined {
  const owner = method.childForFieldName('argument');
  const { type = '' } =
    (owner?.type === 'identifier' && declarationOf(owner.text, frame.function, host.root)) || {};
  const made = host.root
    .descendantsOfType(['struct_specifier', 'class_specifier'])
    .find((each) => each.childForFieldName('name')?.text === type.replace(/\s*<.*$/s, ''));
  const name = method.childForFieldName('field')?.text;
  const [only, another] = (made?.descendantsOfType('function_definition') ?? []).filter(
    (each) =>
      functionDeclaratorOf(each.childForFieldName('declarator') ?? null)?.childForFieldName(
        'declarator',
      )?.text === name,
  );
  const body = only?.childForFieldName('body');
  const [statement, more] = body ? children(body) : [];
  const value = statement?.type === 'return_statement' ? children(statement)[0] : undefined;
  return another || more || value?.type !== 'identifier' ? undefined : value.text;
}

/** A variable's initialiser: `v(n)`, `v{n}`. */
const argumentsOf = (declarator: TreeNode | undefined): TreeNode | null | undefined =>
  declarator?.childForFieldName('value') ?? declarator?.childForFieldName('parameters');
