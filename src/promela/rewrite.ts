import { assertUnreachable } from '../base/diagnostic.ts';
import { binary, conditional, dependsOnItem } from '../kernel/algebra.ts';
import { namesIn, name, num, type Expr } from '../kernel/expr.ts';
import type { Block, Kernel, Node } from '../kernel/ir.ts';

/** Turns early exits into branches: `if (c) return; rest` becomes `if (!c) rest`, so that what is left
 * of a kernel always runs to its end. Exits inside loops stay. */
export function liftReturns(block: Block): Block {
  const result: Node[] = [];
  for (const [index, node] of block.entries()) {
    if (node.kind === 'return') return result;
    if (node.kind === 'branch' && (exits(node.then) || exits(node.otherwise))) {
      const rest = liftReturns(block.slice(index + 1));
      const then = liftReturns(node.then);
      const otherwise = liftReturns(node.otherwise);
      if (alwaysExits(node.then) && !exits(node.otherwise)) {
        result.push({ ...node, then, otherwise: [...otherwise, ...rest] });
      } else if (alwaysExits(node.otherwise) && !exits(node.then)) {
        result.push({ ...node, then: [...then, ...rest], otherwise });
      } else {
        // The rest must stand once: its barriers are the same for all items that come to them.
        const condition = exitCondition([node]);
        const { span } = node;
        result.push({ ...node, then, otherwise });
        result.push({
          kind: 'branch',
          condition,
          uniform: !dependsOnItem(condition),
          then: [],
          otherwise: rest,
          span,
        });
      }
      return result;
    }
    result.push(node);
  }
  return result;
}

/** Whether an item that runs a block never comes to its end. */
function alwaysExits(block: Block): boolean {
  return block.some(
    (node) =>
      node.kind === 'return' ||
      (node.kind === 'branch' && alwaysExits(node.then) && alwaysExits(node.otherwise)),
  );
}

/** Non-zero for the items that exit inside a block, outside of its loops. */
function exitCondition(block: Block): Expr {
  return block.reduce<Expr>((before, node) => {
    if (node.kind === 'return') return num(1);
    if (node.kind !== 'branch') return before;
    const [then, otherwise] = [exitCondition(node.then), exitCondition(node.otherwise)];
    return binary('||', before, conditional(node.condition, then, otherwise));
  }, num(0));
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
 * `log2_1`, whose argument is added to `named`, or the first such name that is not `taken`. */
export function nameLogarithms(
  expr: Expr,
  named: Map<string, Expr>,
  taken: ReadonlySet<string>,
): Expr {
  switch (expr.kind) {
    case 'number':
    case 'name':
      return expr;
    case 'unary': {
      const operand = nameLogarithms(expr.operand, named, taken);
      if (expr.operator !== 'log2') return { ...expr, operand };
      for (const [known, argument] of named) {
        if (JSON.stringify(argument) === JSON.stringify(operand)) return name(known);
      }
      const fresh = freshName('log2', new Set([...taken, ...named.keys()]));
      named.set(fresh, operand);
      return name(fresh);
    }
    case 'binary':
      return {
        ...expr,
        left: nameLogarithms(expr.left, named, taken),
        right: nameLogarithms(expr.right, named, taken),
      };
    case 'conditional':
      return {
        ...expr,
        condition: nameLogarithms(expr.condition, named, taken),
        then: nameLogarithms(expr.then, named, taken),
        otherwise: nameLogarithms(expr.otherwise, named, taken),
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

/** The first of `WORD_1`, `WORD_2`, ... that is not taken. */
function freshName(word: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const candidate = `${word}_${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** All names of tuning parameters, loop indices and what else the expressions of a block mention. */
export function namesInKernel({ parameters, body }: Kernel): Set<string> {
  const indices: string[] = [];
  findNode(body, (node) => {
    if (node.kind === 'loop' && node.index !== undefined) indices.push(node.index);
    return false;
  });
  return new Set([...parameters.map(({ name }) => name), ...indices, ...namesInBlock(body)]);
}

/** Gives every loop an index that is not `taken`, so that a model which cannot fold a loop can count its
 * iterations. */
export function nameLoops(block: Block, taken: ReadonlySet<string>): Block {
  const used = new Set(taken);
  const fresh = (): string => {
    const index = freshName('i', used);
    used.add(index);
    return index;
  };
  const visit = (nodes: Block): Block =>
    nodes.map((node): Node => {
      if (node.kind === 'loop') {
        const index = node.index ?? fresh();
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
