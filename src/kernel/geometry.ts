import { binary } from '../front/algebra.ts';
import { name, num, type Expr } from '../front/expr.ts';

/** The NDRange of a kernel and its work-item functions.
 * Dimension 0 runs fastest, as in OpenCL's `get_local_linear_id`. In one dimension `lid`, `group`
 * and `gid` are the identifiers; with several, division and remainder take each out. */
export interface Geometry {
  /** Work-items of a group by dimension; at least one entry. */
  readonly local: readonly Expr[];
  /** Work-items in all by dimension; as long as `local`. */
  readonly global: readonly Expr[];
  /** CUDA's launch is stated: in other dimensions it has one thread. */
  readonly isWhole?: boolean;
}

export const product = (factors: readonly Expr[]): Expr =>
  factors.reduce<Expr>((left, right) => binary('*', left, right), num(1));

const ONE = num(1);

/** One dimension's part of a linear index. */
export function component(index: Expr, sizes: readonly Expr[], dimension: number): Expr {
  if (dimension >= sizes.length) return num(0);
  const below = sizes.slice(0, dimension);
  const shifted = below.length === 0 ? index : binary('/', index, product(below));
  const size = sizes[dimension] ?? ONE;
  return dimension === sizes.length - 1 ? shifted : binary('%', shifted, size);
}

/** Groups in each dimension. */
export const groupsOf = (geometry: Geometry): Expr[] =>
  geometry.local.map((local, i) => binary('/', geometry.global[i] ?? ONE, local));

/** Undefined for other names and for dimensions the NDRange lacks. */
export function workItemFunction(
  callee: string,
  dimension: number,
  geometry: Geometry,
): Expr | undefined {
  const { local, global } = geometry;
  const one = local.length === 1;
  const inside = dimension < local.length;
  const lid = component(name('lid'), local, dimension);
  const group = component(name('group'), groupsOf(geometry), dimension);
  const globalId = inside ? binary('+', binary('*', group, local[dimension] ?? ONE), lid) : num(0);
  const values = new Map([
    ['get_local_id', lid],
    ['get_group_id', group],
    ['get_global_id', one && inside ? name('gid') : globalId],
    ['get_local_size', local[dimension] ?? ONE],
    ['get_enqueued_local_size', local[dimension] ?? ONE],
    ['get_global_size', global[dimension] ?? ONE],
    ['get_num_groups', groupsOf(geometry)[dimension] ?? ONE],
    ['get_global_offset', num(0)],
    ['get_work_dim', num(local.length)],
    ['get_local_linear_id', name('lid')],
    ...(one ? [['get_global_linear_id', name('gid')] as const] : []),
  ]);
  return values.get(callee);
}
