import type { Node as TreeNode } from 'web-tree-sitter';
import { Reports } from '../../base/diagnostic.ts';
import type { Span } from '../../base/span.ts';
import { binary } from '../algebra.ts';
import { type Expr, name as named, num, show } from '../expr.ts';
import { bytesOf } from '../layout.ts';
import { parsePragma, type Pragma } from '../pragma.ts';
import type { Declarator, Type } from '../syntax.ts';
import { named as children } from '../parsed.ts';
import { nameOfCallee } from './calls.ts';
import type { Frame, Host } from './host.ts';

/** Launches of kernels in the host's text, as the pragmas that would say the same. */

interface Launch {
  readonly kernel: string;
  readonly node: TreeNode;
  /** Its first character. */
  readonly start: number;
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
    const args = children(node.childForFieldName('arguments'));
    const syntax = node.children.find((child) => child?.type === 'kernel_call_syntax');
    if (syntax) {
      const [grid, block, bytes] = children(syntax);
      return [
        { kernel: nameOfCallee(callee)[0], node, start: node.startIndex, grid, block, bytes, args },
      ];
    }
    if (/^(cuda|hip)LaunchKernel$/.test(callee.text)) {
      const [kernel, grid, block, list, bytes] = args;
      const name = kernel?.descendantsOfType(['identifier']).at(-1)?.text ?? kernel?.text;
      if (name === undefined || list === undefined) return [];
      return [
        {
          kernel: name,
          node,
          start: node.startIndex,
          grid,
          block,
          bytes,
          args: pointersIn(root, list),
        },
      ];
    }
    if (callee.text !== 'hipLaunchKernelGGL') return [];
    const [kernel, grid, block, bytes, , ...rest] = args;
    if (kernel === undefined) return [];
    const inner =
      kernel.type === 'call_expression'
        ? children(kernel.childForFieldName('arguments'))[0]
        : kernel;
    return [
      {
        kernel: nameOfCallee(inner ?? kernel)[0],
        node,
        start: node.startIndex,
        grid,
        block,
        bytes,
        args: rest,
      },
    ];
  });
}

/** `void *args[] = {&a, &n};` */
function pointersIn(root: TreeNode, list: TreeNode): readonly TreeNode[] {
  const made = root
    .descendantsOfType('init_declarator')
    .find((each) => each?.descendantsOfType('identifier')[0]?.text === list.text);
  return children(made?.childForFieldName('value') ?? null).map(
    (each) => each.descendantsOfType('identifier').at(-1) ?? each,
  );
}

/** Pragmas for a kernel's launch; `isLaunchOpen` where the text does not tell its groups. */
export interface Stated {
  readonly stated: readonly Pragma[];
  readonly statedToRun: readonly Pragma[];
  readonly isLaunchOpen: boolean;
}

export const NOT_STATED: Stated = { stated: [], statedToRun: [], isLaunchOpen: false };

/** The pragmas that state what a kernel's launch does: of several the one that tells most, or the first.
 * @param dynamic the array that the launch's bytes are for
 * @param dimensions those that the kernel asks about */
export function statedBy(
  host: Host,
  launches: readonly Launch[],
  parameters: readonly Declarator[],
  dynamic: Declarator | undefined,
  dimensions: number,
  spanOf: (node: TreeNode) => Span,
): Stated {
  const told = launches.map((launch) => {
    const frame = host.frameAt(launch.node);
    const grid = gridOf(host, launch, frame, dimensions);
    const own = argumentsOf(host, launch, frame, parameters);
    const shared = sharedOf(host, launch, frame, dynamic);
    const span = spanOf(launch.node);
    const pragmas = (items: readonly Expr[], isAssumed: boolean, args: readonly string[]) => {
      if (grid === undefined) return [...args, ...shared].flatMap((line) => pragma(line, span));
      const lines = [`local_size ${shownAll(grid.local)}`, ...args, ...shared];
      const [all] = pragma(`items ${shownAll(items)}`, span);
      const made = all?.kind === 'items' ? [{ ...all, isAssumed }] : [];
      return [...made, ...lines.flatMap((line) => pragma(line, span))];
    };
    const isFew = grid !== undefined && (!grid.isTold || (numberOf(grid.items) ?? 0) > MOST_ITEMS);
    return {
      stated: pragmas(grid?.items ?? [], grid?.isTold === false, own),
      statedToRun: isFew
        ? pragmas(grid.few, true, grid.isTold ? [] : own)
        : pragmas(grid?.items ?? [], false, grid === undefined ? [] : own),
      isLaunchOpen: grid === undefined,
    };
  });
  const [most] = told.toSorted((a, b) => b.stated.length - a.stated.length);
  return most ?? NOT_STATED;
}

interface Grid {
  readonly local: readonly Expr[];
  readonly items: readonly Expr[];
  /** Some of the blocks. */
  readonly few: readonly Expr[];
  /** The text tells the number of blocks. */
  readonly isTold: boolean;
}

/** Undefined where the text does not tell a block's threads. */
function gridOf(host: Host, launch: Launch, frame: Frame, asked: number): Grid | undefined {
  const block = host.sizes(launch.block, frame);
  const grid = host.sizes(launch.grid, frame) ?? Array<undefined>(asked).fill(undefined);
  const threads = (block ?? []).flatMap((each) => each ?? []);
  if (block === undefined || threads.length < block.length) return undefined;
  const count = Math.max(asked, grid.length, threads.length);
  const local = padded(threads, count);
  const all = local.map((each, i) => itemsOf(i < grid.length ? grid[i] : num(1), each, i));
  const kept = Math.max(1, all.findLastIndex((each) => !isOne(each)) + 1);
  const items = all.slice(0, kept);
  return {
    local: local.slice(0, kept),
    items,
    few: items.map((each, i) => (isOne(each) ? each : few(local[i] ?? num(1), i))),
    isTold: grid.every((each) => each !== undefined),
  };
}

const argumentsOf = (
  host: Host,
  launch: Launch,
  frame: Frame,
  parameters: readonly Declarator[],
): readonly string[] =>
  parameters.flatMap((parameter, i) => {
    const arg = launch.args[i];
    return arg === undefined ? [] : ofArgument(host, parameter, arg, frame);
  });

function sharedOf(
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

const shownAll = (sizes: readonly Expr[]): string => sizes.map((each) => show(each)).join(', ');

const isOne = (size: Expr | undefined): boolean => size?.kind === 'number' && size.value === 1;

const padded = (sizes: readonly Expr[], count: number): readonly Expr[] =>
  Array.from({ length: count }, (_, i) => sizes[i] ?? num(1));

/** Threads in all of a dimension; where nobody tells the blocks, a few. */
const itemsOf = (blocks: Expr | undefined, threads: Expr, dimension: number): Expr =>
  blocks === undefined ? few(threads, dimension) : binary('*', blocks, threads);

/** Two blocks or more, of all elements; two in the further dimensions. */
const few = (threads: Expr, dimension: number): Expr =>
  dimension > 0
    ? binary('*', num(2), threads)
    : binary('*', threads, binary('max', num(2), binary('/', named('size'), threads)));

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
  const [target, second] = children(call.childForFieldName('arguments'));
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
