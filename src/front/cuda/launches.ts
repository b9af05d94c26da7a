import type { Node as TreeNode } from 'web-tree-sitter';
import { Reports } from '../../base/diagnostic.ts';
import type { Span } from '../../base/span.ts';
import { binary } from '../algebra.ts';
import { type Expr, num, show } from '../expr.ts';
import { bytesOf } from '../layout.ts';
import { parsePragma, type Pragma } from '../pragma.ts';
import type { Declarator, Type } from '../syntax.ts';
import { named } from '../tree-expression.ts';
import { nameOfCallee } from './calls.ts';
import type { Frame, Host } from './host.ts';

/** Launches of kernels in the host's text, as the pragmas that would say the same. */

interface Launch {
  readonly kernel: string;
  readonly node: TreeNode;
  readonly grid: TreeNode | undefined;
  readonly block: TreeNode | undefined;
  readonly bytes: TreeNode | undefined;
  readonly args: readonly TreeNode[];
}

/** More work-items than this are not run one by one: the size that is asked for is taken. */
const MOST_ITEMS = 32_768;

export function launchesIn(root: TreeNode): readonly Launch[] {
  return root.descendantsOfType('call_expression').flatMap((node): Launch[] => {
    const callee = node?.childForFieldName('function');
    if (!node || !callee) return [];
    const args = named(node.childForFieldName('arguments'));
    const syntax = node.children.find((child) => child?.type === 'kernel_call_syntax');
    if (syntax) {
      const [grid, block, bytes] = named(syntax);
      return [{ kernel: nameOfCallee(callee)[0], node, grid, block, bytes, args }];
    }
    if (/^(cuda|hip)LaunchKernel$/.test(callee.text)) {
      const [kernel, grid, block, list, bytes] = args;
      const name = kernel?.descendantsOfType(['identifier']).at(-1)?.text ?? kernel?.text;
      if (name === undefined || list === undefined) return [];
      return [{ kernel: name, node, grid, block, bytes, args: pointersIn(root, list) }];
    }
    if (callee.text !== 'hipLaunchKernelGGL') return [];
    const [kernel, grid, block, bytes, , ...rest] = args;
    if (kernel === undefined) return [];
    const inner =
      kernel.type === 'call_expression' ? named(kernel.childForFieldName('arguments'))[0] : kernel;
    return [{ kernel: nameOfCallee(inner ?? kernel)[0], node, grid, block, bytes, args: rest }];
  });
}

/** `void *args[] = {&a, &n};` */
function pointersIn(root: TreeNode, list: TreeNode): readonly TreeNode[] {
  const made = root
    .descendantsOfType('init_declarator')
    .find((each) => each?.descendantsOfType('identifier')[0]?.text === list.text);
  return named(made?.childForFieldName('value') ?? null).map(
    (each) => each.descendantsOfType('identifier').at(-1) ?? each,
  );
}

/** The pragmas that state what a kernel's only launch does.
 * @param dynamic the array that the launch's bytes are for */
export function statedBy(
  host: Host,
  launches: readonly Launch[],
  kernel: string,
  parameters: readonly Declarator[],
  dynamic: Declarator | undefined,
  spanOf: (node: TreeNode) => Span,
): readonly Pragma[] {
  const own = launches.filter((launch) => launch.kernel === kernel);
  const [launch] = own;
  if (launch === undefined || own.length > 1) return [];
  const frame = host.frameAt(launch.node);
  const span = spanOf(launch.node);
  const block = host.sizes(launch.block, frame);
  const grid = host.sizes(launch.grid, frame);
  if (block === undefined) return [];
  const lines: string[] = [];
  const items = grid && sizesOf(grid, block);
  const isSmall = items !== undefined && (numberOf(items) ?? 0) <= MOST_ITEMS;
  const dimensions = items?.length ?? block.length;
  lines.push(
    `local_size ${padded(block, dimensions)
      .map((each) => show(each))
      .join(', ')}`,
  );
  if (isSmall) {
    lines.push(`items ${items.map((each) => show(each)).join(', ')}`);
    parameters.forEach((parameter, i) => {
      const arg = launch.args[i];
      if (arg !== undefined) lines.push(...ofArgument(host, parameter, arg, frame));
    });
  }
  const bytes = host.value(launch.bytes, frame);
  const element = dynamic && elementBytes(dynamic.type);
  if (bytes !== undefined && dynamic !== undefined && element !== undefined)
    lines.push(`local ${dynamic.name} = ${show(binary('/', bytes, num(element)))}`);
  return lines.flatMap((line) => pragma(line, span));
}

const padded = (sizes: readonly Expr[], count: number): readonly Expr[] =>
  Array.from({ length: count }, (_, i) => sizes[i] ?? num(1));

function sizesOf(grid: readonly Expr[], block: readonly Expr[]): readonly Expr[] {
  const all = Array.from({ length: Math.max(grid.length, block.length) }, (_, i) =>
    binary('*', grid[i] ?? num(1), block[i] ?? num(1)),
  );
  const last = all.findLastIndex((each) => !(each.kind === 'number' && each.value === 1));
  return all.slice(0, Math.max(1, last + 1));
}

/** Undefined where it depends on parameters. */
const numberOf = (sizes: readonly Expr[]): number | undefined =>
  sizes.reduce<number | undefined>(
    (product, each) =>
      product === undefined || each.kind !== 'number' ? undefined : product * each.value,
    1,
  );

const elementBytes = (type: Type): number | undefined => {
  const to = type.kind === 'pointer' ? type.to : undefined;
  return to?.kind === 'scalar' || to?.kind === 'vector' ? bytesOf(to) : undefined;
};

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
  const element = elementBytes(type);
  if (element === undefined || !/^&?\w+$/.test(arg.text)) return [];
  const lines: string[] = [];
  for (const { name: array, frame: own } of host.origins(arg, frame)) {
    const body = own.function?.childForFieldName('body');
    for (const call of body?.descendantsOfType('call_expression') ?? [])
      if (call) lines.push(...ofCall(host, call, { array, element, name }, own));
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

/** What a call of the CUDA runtime says of an array. */
function ofCall(
  host: Host,
  call: TreeNode,
  {
    array,
    element,
    name,
  }: { readonly array: string; readonly element: number; readonly name: string },
  frame: Frame,
): readonly string[] {
  const callee = call.childForFieldName('function')?.text ?? '';
  const [target, second] = named(call.childForFieldName('arguments'));
  if (second === undefined || target?.text.replace(/^(\([^()]*\))?\s*&?/, '') !== array) return [];
  if (/^(cuda|hip)Malloc(Managed)?$/.test(callee)) {
    const bytes = host.value(second, frame);
    return bytes === undefined ? [] : [`array ${name} = ${show(binary('/', bytes, num(element)))}`];
  }
  if (/^(cuda|hip)Memset$/.test(callee)) return second.text === '0' ? [`input ${name}[i] = 0`] : [];
  if (!/^(cuda|hip)Memcpy(Async)?$/.test(callee)) return [];
  const text = host.contents(second.text, frame)?.text;
  return text === undefined ? [] : [`input ${name}[i] = ${text}`];
}

/** A pragma that stands for a place in the host's text. */
function pragma(line: string, span: Span): readonly Pragma[] {
  // Its parts' places are those of the launch.
  const text = `${' '.repeat(span.start)}#pragma tuner ${line}`;
  const made = parsePragma(text, span.start, text.length, new Reports());
  return made === undefined ? [] : [{ ...made, span }];
}
