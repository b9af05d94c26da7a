import { type Expr, namesIn } from './expr.ts';
import { expressionsOf, type Kernel, nodesIn } from './ir.ts';

/** What the time of a kernel cannot depend on, for nothing that takes time mentions it: parameters, which then
 * decide at most which configurations are valid, and `size`. */
export function unmentioned(kernel: Kernel): readonly string[] {
  const { parameters, body, localSize, items, geometry, registers, kept = [] } = kernel;
  const found = new Set<string>();
  const see = (expr: Expr | undefined): void => {
    if (expr) namesIn(expr, found);
  };
  for (const node of nodesIn(body)) {
    expressionsOf(node).forEach(see);
    if (node.kind === 'loop' && node.unroll !== 'all') see(node.unroll);
  }
  [localSize, items, registers, ...(geometry?.local ?? []), ...(geometry?.global ?? [])].forEach(
    see,
  );
  kept.forEach(({ elements }) => see(elements));
  return [...parameters.map(({ name }) => name), 'size'].filter((name) => !found.has(name));
}
