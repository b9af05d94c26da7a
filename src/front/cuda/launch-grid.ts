import type { TreeNode } from '../tree-node.ts';
import { binary } from '../algebra.ts';
import { productOf } from '../../base/product.ts';
import { attempt, type Environment, evaluate, type Expr, name as named, num } from '../expr.ts';
import { builtInType } from '../types.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { declarationOf } from './host-text.ts';
import type { Launch } from './launch.ts';
import { sizesSeen } from './run/seen.ts';
import { isSizeAsTold } from './run/told.ts';
import { typeOfCuda } from './words.ts';

/** Blocks and threads of a launch. */

export interface Grid {
  readonly local: readonly Expr[];
  readonly items: readonly Expr[];
  /** Some of the blocks. */
  readonly few: readonly Expr[];
  /** The text tells the number of blocks. */
  readonly isTold: boolean;
}

/** Undefined where the text does not tell a block's threads. */
export function gridOf(host: Host, launch: Launch, frame: Frame, asked: number): Grid | undefined {
  const block = toldSizes(host, launch, launch.block, frame);
  const grid = blocksOf(host, launch, frame) ?? Array<undefined>(asked).fill(undefined);
  const threads = (block ?? []).flatMap((each) => each ?? []);
  if (block === undefined || threads.length < block.length) return undefined;
  const count = Math.max(asked, grid.length, threads.length);
  const local = padded(threads, count);
  const blocks = (i: number): Expr | undefined => (i < grid.length ? grid[i] : num(1));
  const all = local.map((each, i) => itemsOf(blocks(i), each, i));
  const kept = Math.max(1, all.findLastIndex((each) => !isOne(each)) + 1);
  const items = all.slice(0, kept);
  return {
    local: local.slice(0, kept),
    items,
    few: items.map((each, i) => {
      const some = few(local[i] ?? num(1), i);
      if (isOne(blocks(i))) return each;
      return blocks(i) === undefined ? some : binary('min', each, some);
    }),
    isTold: grid.every((each) => each !== undefined),
  };
}

/** Sizes by the text of the launch, or as the followed host has them. */
export function toldSizes(host: Host, launch: Launch, size: TreeNode | undefined, frame: Frame) {
  const told = host.sizes(size, frame);
  const isTold = told?.every((each) => each !== undefined) === true;
  if (isTold && isSizeAsTold(host, launch, size, told)) return told;
  return sizesSeen(host, launch, size) ?? (isTold ? told.map(() => undefined) : told);
}

/** The numbers of blocks; undefined where nobody tells of how many dimensions. */
export function blocksOf(
  host: Host,
  launch: Launch,
  frame: Frame,
): readonly (Expr | undefined)[] | undefined {
  const { grid } = launch;
  return (
    toldSizes(host, launch, grid, frame) ?? (isNumber(host, grid, frame) ? [undefined] : undefined)
  );
}

/** Calls whose result is no `dim3`. */
const GIVES_NUMBER =
  /(?:\.|->)(?:size|numel|length)$|^(?:std::)?(?:min|max|ceilf?)(?:<[^()]*>)?$|^static_cast\b/;

/** A number, whatever it is: blocks in one dimension. */
function isNumber(host: Host, node: TreeNode | undefined, frame: Frame, depth = 0): boolean {
  if (node?.type === 'identifier') {
    const given = host.declared(node.text, frame);
    const own = declarationOf(node.text, frame.function, host.root);
    const type = own && (builtInType(own.type) ?? typeOfCuda(own.type));
    if (type?.kind === 'scalar') return true;
    return given !== undefined && depth < 8 && isNumber(host, given.node, given.frame, depth + 1);
  }
  const inner = node?.type === 'parenthesized_expression' ? node.namedChildren[0] : node;
  const called = inner?.type === 'call_expression' ? inner.childForFieldName('function') : null;
  return (
    /^(?:binary_expression|number_literal|cast_expression)$/.test(inner?.type ?? '') ||
    GIVES_NUMBER.test(called?.text ?? '')
  );
}

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

/** Undefined where it depends on what has no value. */
export const numberOf = (sizes: readonly Expr[], values: Environment): number | undefined =>
  attempt(() => productOf(sizes.map((each) => evaluate(each, values))));
