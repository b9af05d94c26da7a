import { assertUnreachable } from '../base/diagnostic.ts';
import { namesIn, name, type Expr } from '../kernel/expr.ts';
import type { Block, Node } from '../kernel/ir.ts';

/** Turns early exits into branches: `if (c) return; rest` becomes `if (!c) rest`, so that what is left
 * of a kernel always runs to its end. Exits inside loops stay. */
export function liftReturns(block: Block): Block {
  const result: Node[] = [];
  for (const [index, node] of block.entries()) {
    if (node.kind === 'return') return result;
    if (node.kind === 'branch' && (exits(node.then) || exits(node.otherwise))) {
      const rest = block.slice(index + 1);
      result.push({
        ...node,
        then: liftReturns([...node.then, ...rest]),
        otherwise: liftReturns([...node.otherwise, ...rest]),
      });
      return result;
    }
    result.push(node);
  }
  return result;
}

/** Whether a block may exit outside of its loops. */
function exits(block: Block): boolean {
  return block.some(
    (node) =>
      node.kind === 'return' ||
      (node.kind === 'branch' && (exits(node.then) || exits(node.otherwise))),
  );
}

/** The first node anywhere in a block that satisfies a condition. */
export function findNode(block: Block, wanted: (node: Node) => boolean): Node | undefined {
  for (const node of block) {
    if (wanted(node)) return node;
    const inner =
      node.kind === 'loop'
        ? findNode(node.body, wanted)
        : node.kind === 'branch'
          ? findNode([...node.then, ...node.otherwise], wanted)
          : undefined;
    if (inner) return inner;
  }
  return undefined;
}

/** A block with every expression in it replaced. */
export function mapExpressions(block: Block, change: (expr: Expr) => Expr): Block {
  return block.map((node): Node => {
    switch (node.kind) {
      case 'work':
        return {
          ...node,
          accesses: node.accesses.map((access) => ({ ...access, ticks: change(access.ticks) })),
        };
      case 'loop':
        return { ...node, trips: change(node.trips), body: mapExpressions(node.body, change) };
      case 'branch':
        return {
          ...node,
          condition: change(node.condition),
          then: mapExpressions(node.then, change),
          otherwise: mapExpressions(node.otherwise, change),
        };
      case 'barrier':
      case 'return':
        return node;
      default:
        return assertUnreachable(node);
    }
  });
}

/** Names the logarithms of an expression, which Promela cannot write: `log2(size / WG)` becomes
 * `log2_1`, whose argument is added to `named`. */
export function nameLogarithms(expr: Expr, named: Map<string, Expr>): Expr {
  switch (expr.kind) {
    case 'number':
    case 'name':
      return expr;
    case 'unary': {
      const operand = nameLogarithms(expr.operand, named);
      if (expr.operator !== 'log2') return { ...expr, operand };
      for (const [known, argument] of named) {
        if (JSON.stringify(argument) === JSON.stringify(operand)) return name(known);
      }
      const fresh = `log2_${named.size + 1}`;
      named.set(fresh, operand);
      return name(fresh);
    }
    case 'binary':
      return {
        ...expr,
        left: nameLogarithms(expr.left, named),
        right: nameLogarithms(expr.right, named),
      };
    case 'conditional':
      return {
        ...expr,
        condition: nameLogarithms(expr.condition, named),
        then: nameLogarithms(expr.then, named),
        otherwise: nameLogarithms(expr.otherwise, named),
      };
    default:
      return assertUnreachable(expr);
  }
}

/** All names that the expressions of a block mention. */
export function namesInBlock(block: Block): Set<string> {
  const found = new Set<string>();
  mapExpressions(block, (expr) => {
    namesIn(expr, found);
    return expr;
  });
  return found;
}

/** Gives every loop an index, so that a model which cannot fold a loop can count its iterations. */
export function nameLoops(block: Block): Block {
  let count = 0;
  const visit = (nodes: Block): Block =>
    nodes.map((node): Node => {
      if (node.kind === 'loop') {
        const index = node.index ?? `i_${(count += 1)}`;
        return { ...node, index, body: visit(node.body) };
      }
      if (node.kind === 'branch') {
        return { ...node, then: visit(node.then), otherwise: visit(node.otherwise) };
      }
      return node;
    });
  return visit(block);
}

export const isGlobalBarrier = (node: Node): boolean =>
  node.kind === 'barrier' && node.scope === 'global';
