import type { Node as TreeNode } from 'web-tree-sitter';
import { named as children } from '../parsed.ts';
import type { Copied, Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { decimal, parametersOf } from './host-text.ts';
import { functionDeclaratorOf } from './names.ts';

/** Lists of numbers that the host copies to `__constant__` arrays. */

/** Longer lists are not followed. */
const MOST_VALUES = 1024;

/** Calls through which an array is passed to the constant. */
const MOST_CALLS = 3;

/** A constant array's contents, in the pragmas' language. */
export function constantContents(
  host: Host,
  symbol: string,
  { node, frame, bytes }: Copied,
  width: number | undefined,
): string | undefined {
  if (node.type !== 'identifier' || bytes === undefined || width === undefined) return undefined;
  const list = listOf(host, node.text, frame, MOST_CALLS);
  if (list === undefined) return undefined;
  const values = children(list.node).map((each) => numberIn(host, each, list.frame));
  if (values.length === 0 || values.length > MOST_VALUES) return undefined;
  const isAll = new RegExp(`^sizeof\\s*\\(?\\s*(?:${symbol}|${node.text})\\s*\\)?$`).test(
    bytes.text,
  );
  const copied = isAll
    ? undefined
    : host.elements(bytes, frame, { texts: new Set(), bytes: width });
  const isEnough = copied?.kind === 'number' && copied.value >= values.length;
  if (!isAll && !isEnough) return undefined;
  const told = values.flatMap((value) => value ?? []);
  // The rest of a list is 0.
  return told.length === values.length ? chosen([...told, '0'], 0, told.length + 1) : undefined;
}

/** The list that an array begins with, where nothing changes it afterwards. */
function listOf(
  host: Host,
  name: string,
  frame: Frame,
  calls: number,
): { readonly node: TreeNode; readonly frame: Frame } | undefined {
  const made = host.declared(name, frame);
  if (made === undefined || calls === 0) return undefined;
  if (!isKept(host, name, frame.function ?? host.root, calls)) return undefined;
  if (made.node.type === 'identifier') return listOf(host, made.node.text, made.frame, calls - 1);
  const isOfHere = made.frame.function?.id === frame.function?.id;
  const isSame = isOfHere || isKept(host, name, host.root, calls);
  return made.node.type === 'initializer_list' && isSame ? made : undefined;
}

/** A part of the text only reads an array. */
function isKept(host: Host, name: string, inside: TreeNode, calls: number): boolean {
  return inside
    .descendantsOfType('identifier')
    .every((each) => each === null || each.text !== name || isRead(host, each, calls));
}

function isRead(host: Host, { parent: at, ...own }: TreeNode, calls: number): boolean {
  const { startIndex } = own;
  switch (at?.type) {
    case 'array_declarator':
    case 'parameter_declaration':
    case 'pointer_declarator':
    case 'sizeof_expression':
      return true;
    case 'parenthesized_expression':
      return at.parent?.type === 'sizeof_expression';
    case 'subscript_expression': {
      const around = at.parent;
      const isTarget = around?.childForFieldName('left')?.startIndex === at.startIndex;
      const changes = /assignment|update|pointer_expression|subscript/.test(around?.type ?? '');
      return !changes || (around?.type === 'assignment_expression' && !isTarget);
    }
    case 'argument_list': {
      const callee = at.parent?.childForFieldName('function')?.text ?? '';
      if (/^(?:cuda|hip)Memcpy/.test(callee)) return children(at)[0]?.startIndex !== startIndex;
      const definition = host.definition(callee);
      const place = children(at).findIndex((each) => each.startIndex === startIndex);
      const parameter = definition && parametersOf(definition)[place];
      if (definition === undefined || parameter === undefined || calls === 0) return false;
      const list = functionDeclaratorOf(
        definition.childForFieldName('declarator'),
      )?.childForFieldName('parameters');
      const isConstant = /\bconst\b/.test(children(list ?? null)[place]?.text ?? '');
      return isConstant || isKept(host, parameter, definition, calls - 1);
    }
    default:
      return false;
  }
}

/** A number of a list, without a suffix or an exponent. */
function numberIn(host: Host, node: TreeNode, frame: Frame): string | undefined {
  const plain = node.text.replace(/^\(?(-?)\s*([\d.]+(?:[eE][-+]?\d+)?)[fFuUlL]*\)?$/, '$1$2');
  const literal = Number(plain);
  if (plain !== '' && !Number.isNaN(literal)) return shown(literal);
  const value = host.value(node, frame);
  return value?.kind === 'number' ? shown(value.value) : undefined;
}

const shown = (value: number): string => (Number.isInteger(value) ? String(value) : decimal(value));

/** The value at `i` among some, by halves. */
function chosen(values: readonly string[], from: number, to: number): string {
  if (to - from === 1) return values[from] ?? '0';
  const middle = Math.floor((from + to) / 2);
  return `(i < ${middle} ? ${chosen(values, from, middle)} : ${chosen(values, middle, to)})`;
}
