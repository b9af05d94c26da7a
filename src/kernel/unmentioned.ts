import { type Expr, namesIn } from '../front/expr.ts';
import { expressionsOf, type Kernel, nodesIn } from './ir.ts';

/** Nothing that takes time mentions these parameters or `size`: they decide at most which
 * configurations are valid. */
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
