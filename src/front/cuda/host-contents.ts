import type { Node as TreeNode } from 'web-tree-sitter';
import { named as children } from '../parsed.ts';
import { isInteger, SCALARS } from '../scalar.ts';
import type { Type } from '../syntax.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { parametersOf, pathOf } from './host-text.ts';
import { type Launch, launchesIn } from './launch.ts';
import { arrayIn, partOf } from './passed-arrays.ts';

/** The expressions that fill an array with a loop, in the order of its function's arguments. */
export function contentsFrom(
  host: Host,
  name: string,
  frame: Frame,
  depth = 0,
): { text: string } | undefined {
  const body = frame.function?.childForFieldName('body');
  if (!body || depth > 3) return undefined;
  const found: string[] = [];
  for (const loop of body.descendantsOfType('for_statement')) {
    const index = loop
      ?.childForFieldName('initializer')
      ?.descendantsOfType('init_declarator')[0]
      ?.childForFieldName('declarator')?.text;
    for (const set of loop?.descendantsOfType('assignment_expression') ?? []) {
      const target = set?.childForFieldName('left');
      if (target?.childForFieldName('argument')?.text !== name || index === undefined) continue;
      const at = children(target.childForFieldName('indices'))[0]?.text;
      const value = set?.childForFieldName('right');
      const text = at === index && value ? textOf(host, value, index, frame) : undefined;
      found.push(text ?? '');
    }
  }
  for (const call of body.descendantsOfType('call_expression')) {
    const args = children(call?.childForFieldName('arguments') ?? null);
    const place = args.findIndex((arg) => arg.text === name);
    const called = host.definition(call?.childForFieldName('function')?.text ?? '');
    const parameter = called && parametersOf(called)[place];
    if (called === undefined || parameter === undefined || place < 0) continue;
    const inner = contentsFrom(host, parameter, host.called(called, args, frame), depth + 1);
    if (inner !== undefined) found.push(inner.text);
  }
  const [only = ''] = found;
  return found.length === 1 && only !== '' ? { text: only } : undefined;
}

/** Kernels may have written an array between a call that fills it and the launch that it is passed to. */
export function isWrittenSince(
  host: Host,
  filled: { readonly array: string; readonly by: TreeNode; readonly frame: Frame },
  arg: TreeNode,
  frame: Frame,
): boolean {
  const { array, by, frame: own } = filled;
  const isOwn = ({ id }: TreeNode): boolean => id === arg.id;
  const isWritten = ({ args, kernel }: Launch): boolean =>
    args.some((each, place) => {
      const found = partOf(host, each, own)?.array ?? arrayIn(each);
      const isIt = isOwn(each) || (found !== undefined && pathOf(found) === array);
      return isIt && !isConstant(host, kernel, place);
    });
  const launchesOf = (inside: TreeNode | undefined): readonly Launch[] =>
    (inside ? launchesIn(inside) : []).filter(isWritten);
  const isBetween = launchesOf(own.function).some(
    ({ args, start }) => !args.some(isOwn) && start > by.startIndex && start < arg.startIndex,
  );
  // The first round of a loop is one that can be told.
  const isChanged = launchesOf(frame.function).some(({ args }) => args.some(isOwn));
  const around = isChanged ? loopsAround(arg, frame.function) : [];
  const outer = new Set(loopsAround(by, own.function).map(({ id }) => id));
  return isBetween || around.some((loop) => !outer.has(loop.id) && !isFirstTold(host, loop, frame));
}

const loopsAround = (node: TreeNode, inside: TreeNode | undefined): readonly TreeNode[] => {
  const found: TreeNode[] = [];
  for (let at = node.parent; at && at.id !== inside?.id; at = at.parent)
    if (/^(?:for|while|do)_statement$|^for_range_loop$/.test(at.type)) found.push(at);
  return found;
};

/** Said with the verdict: the first value of its variable, or that it is the first round. */
function isFirstTold(host: Host, loop: TreeNode, frame: Frame): boolean {
  const [made] = loop.childForFieldName('initializer')?.descendantsOfType('init_declarator') ?? [];
  const name = made?.childForFieldName('declarator');
  return (name && host.value(name, frame) !== undefined) || host.isFirstRound();
}

/** The kernel's parameter leads to constants. */
function isConstant(host: Host, kernel: string, place: number): boolean {
  const list = host.root
    .descendantsOfType('function_declarator')
    .find((each) => each?.childForFieldName('declarator')?.text === kernel)
    ?.childForFieldName('parameters');
  return /\bconst\b[^*]*\*/.test(children(list ?? null)[place]?.text ?? '');
}

/** An element whose bytes are all alike, as `cudaMemset` makes them. */
export function elementOfBytes(byte: number, element: Type | undefined): string | undefined {
  if (byte === 0) return '0';
  if (element?.kind !== 'scalar' || !isInteger(element.scalar)) return undefined;
  const { bytes, kind } = SCALARS[element.scalar];
  const bits = BigInt(`0x${(byte & 255).toString(16).padStart(2, '0').repeat(bytes)}`);
  const value = kind === 'signed' ? BigInt.asIntN(8 * bytes, bits) : bits;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? String(value) : undefined;
}

/** An expression of the index, in the pragmas' language. */
function textOf(host: Host, node: TreeNode, index: string, frame: Frame): string | undefined {
  const part = (field: string): string | undefined => {
    const inner = node.childForFieldName(field);
    return inner ? textOf(host, inner, index, frame) : undefined;
  };
  switch (node.type) {
    case 'number_literal':
      return node.text.replace(/[fFuUlL]+$/, '');
    case 'parenthesized_expression': {
      const [inner] = children(node);
      const text = inner && textOf(host, inner, index, frame);
      return text === undefined ? undefined : `(${text})`;
    }
    case 'identifier': {
      if (node.text === index) return 'i';
      const value = host.value(node, frame);
      return value?.kind === 'number' ? String(value.value) : undefined;
    }
    case 'binary_expression': {
      const operator = node.childForFieldName('operator')?.text ?? '';
      const [left, right] = [part('left'), part('right')];
      const isPlain = /^([-+*%]|[<>=!]=|[<>])$/.test(operator);
      return isPlain && left !== undefined && right !== undefined
        ? `${left} ${operator} ${right}`
        : undefined;
    }
    case 'unary_expression': {
      const operand = part('argument');
      return operand !== undefined && node.childForFieldName('operator')?.text === '-'
        ? `-${operand}`
        : undefined;
    }
    case 'conditional_expression': {
      const [asked, then, otherwise] = ['condition', 'consequence', 'alternative'].map(part);
      return asked === undefined || then === undefined || otherwise === undefined
        ? undefined
        : `(${asked} ? ${then} : ${otherwise})`;
    }
    case 'cast_expression':
      return part('value');
    default:
      return undefined;
  }
}

/** The text takes it by a compare-exchange or an exchange, as a lock. */
export const isExchanged = (host: Host, member: string): boolean =>
  new RegExp(`\\batomic(?:CAS|Exch)\\w*\\s*\\(\\s*&?\\s*(?:\\w+(?:\\.|->))*${member}\\b`).test(
    host.root.text,
  );
