import { isArithmeticOperator } from '../../base/arithmetic-operators.ts';
import { computed as valueOf, faultOf } from '../../base/operators.ts';
import type { TreeNode } from '../tree-node.ts';
import type { Expr } from '../expr.ts';
import type { Frame } from './host-names.ts';
import type { Launch } from './launch.ts';

/** A launch with the names as they are then; arrays by argument. */
export interface FollowedLaunch {
  readonly kind: 'launch';
  readonly launch: Launch;
  readonly frame: Frame;
  readonly arrays: readonly (string | undefined)[];
  /** The host comes here for certain, and this often. */
  readonly isSure: boolean;
}

export type Change =
  | { readonly kind: 'copy'; readonly to: string; readonly from: string }
  /** Elements as the pragmas' expressions of `i`. */
  | { readonly kind: 'fill'; readonly array: string; readonly contents: string }
  /** Nobody knows what is in the array, or in any. */
  | { readonly kind: 'forget'; readonly array?: string };

export type Followed =
  | FollowedLaunch
  | (Change & { readonly node: TreeNode })
  /** There are more launches than are followed. */
  | { readonly kind: 'cut'; readonly node: TreeNode };

export const MOST_LAUNCHES = 256;
export const MOST_ROUNDS = 10_000;
export const MOST_CALLS = 20;

/** Leaving a statement. */
export type End = 'next' | 'break' | 'continue' | 'return';

export class TooMany extends Error {}

export const numberOf = (value: Expr | undefined): number | undefined =>
  value?.kind === 'number' ? value.value : undefined;

/** `a op= b` */
export function computed(
  left: number | undefined,
  written: string,
  right: number | undefined,
): number | undefined {
  const operator = written.slice(0, -1);
  const isKnown = left !== undefined && right !== undefined && isArithmeticOperator(operator);
  return isKnown && faultOf(operator, right) === undefined
    ? valueOf(operator, left, right)
    : undefined;
}

/** Places that a statement sets. */
export const targetsIn = (node: TreeNode): readonly TreeNode[] =>
  node
    .descendantsOfType(['assignment_expression', 'update_expression'])
    .flatMap((each) => each.childForFieldName('left') ?? each.childForFieldName('argument') ?? []);
