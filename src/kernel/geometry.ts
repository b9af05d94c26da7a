import { binary } from './algebra.ts';
import { name, num, type Expr } from './expr.ts';

/** The NDRange of a kernel, and what the work-item functions return in it.
 *
 * Items of a group, and groups, are numbered with dimension 0 running fastest, as OpenCL numbers them
 * (`get_local_linear_id`). In one dimension `lid`, `group` and `gid` are the identifiers themselves;
 * with several, those of each dimension are taken out of them by division and remainder. */
export interface Geometry {
  /** Work-items of a group, for each dimension; at least one entry. */
  readonly local: readonly Expr[];
  /** Work-items in all, for each dimension; as long as `local`. */
  readonly global: readonly Expr[];
}

export const product = (factors: readonly Expr[]): Expr =>
  factors.reduce<Expr>((left, right) => binary('*', left, right), num(1));

const ONE = num(1);

/** The part of a linear index that belongs to a dimension. */
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

/** The value of a work-item function, or undefined where the name is none or the dimension is not in
 * the NDRange as it was declared. */
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
