import { binary, conditional, dependsOnItem, sameExpr } from '../front/algebra.ts';
import { namesIn, name, num, type Expr } from '../front/expr.ts';
import { type Block, expressionsOf, type Kernel, type Node, nodesIn } from '../kernel/ir.ts';

/** Turns `if (c) return; rest` into `if (!c) rest`. Exits inside loops stay. */
export function liftReturns(block: Block): Block {
  const result: Node[] = [];
  for (const [index, node] of block.entries()) {
    if (node.kind === 'return') return result;
    if (node.kind === 'branch' && (exits(node.then) || exits(node.otherwise))) {
      const rest = liftReturns(block.slice(index + 1));
      const then = liftReturns(node.then);
      const otherwise = liftReturns(node.otherwise);
      if (exits(node.then, 'every') && !exits(node.otherwise)) {
        result.push({ ...node, then, otherwise: [...otherwise, ...rest] });
      } else if (exits(node.otherwise, 'every') && !exits(node.then)) {
        result.push({ ...node, then: [...then, ...rest], otherwise });
      } else {
        // The rest stands once: its barriers are the same for all.
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

/** Exits in a block, outside of loops, of `some` items or `every` one. */
const exits = (block: Block, which: 'some' | 'every' = 'some'): boolean =>
  block.some(
    (node) =>
      node.kind === 'return' ||
      (node.kind === 'branch' && [node.then, node.otherwise][which]((side) => exits(side, which))),
  );

/** Non-zero for the items that exit inside a block, outside of its loops. */
function exitCondition(block: Block): Expr {
  return block.reduce<Expr>((before, node) => {
    if (node.kind === 'return') return num(1);
    if (node.kind !== 'branch') return before;
    const [then, otherwise] = [exitCondition(node.then), exitCondition(node.otherwise)];
    return binary('||', before, conditional(node.condition, then, otherwise));
  }, num(0));
}

/** A block with every node changed, each before those inside of it. */
function mapNodes(block: Block, change: (node: Node) => Node): Block {
  return block.map((node) => {
    const changed = change(node);
    if (changed.kind === 'loop') return { ...changed, body: mapNodes(changed.body, change) };
    if (changed.kind !== 'branch') return changed;
    const then = mapNodes(changed.then, change);
    return { ...changed, then, otherwise: mapNodes(changed.otherwise, change) };
  });
}

/** A block with every expression in it replaced. */
export const mapExpressions = (block: Block, change: (expr: Expr) => Expr): Block =>
  mapNodes(block, (node) => {
    if (node.kind === 'loop') return { ...node, trips: change(node.trips) };
    if (node.kind === 'branch') return { ...node, condition: change(node.condition) };
    if (node.kind !== 'work') return node;
    const accesses = node.accesses.map((access) => ({ ...access, ticks: change(access.ticks) }));
    return { ...node, accesses };
  });

/** The highest bit's place below 2^31, as a sum of comparisons. */
const bitsOf = (value: Expr): Expr =>
  Array.from({ length: 31 }, (_, bit) => binary('>=', value, num(2 ** bit))).reduce<Expr>(
    (sum, isSet) => binary('+', sum, isSet),
    num(-1),
  );

/** Names logarithms, which Promela lacks: `log2(size / WG)` becomes the first free of `log2_1`, ...
 * and joins `named`. Only those of parameters and constants. */
export function nameLogarithms(
  expr: Expr,
  named: Map<string, Expr>,
  taken: ReadonlySet<string>,
  isKnown: (name: string) => boolean,
): Expr {
  const of = (part: Expr): Expr => nameLogarithms(part, named, taken, isKnown);
  if (expr.kind === 'number' || expr.kind === 'name') return expr;
  if (expr.kind === 'binary') return { ...expr, left: of(expr.left), right: of(expr.right) };
  if (expr.kind === 'conditional') {
    const { condition, then, otherwise } = expr;
    return { ...expr, condition: of(condition), then: of(then), otherwise: of(otherwise) };
  }
  const operand = of(expr.operand);
  if (expr.operator !== 'log2') return { ...expr, operand };
  if (![...namesIn(operand)].every(isKnown)) return bitsOf(of(expr.operand));
  for (const [known, argument] of named) if (sameExpr(argument, operand)) return name(known);
  const fresh = freshName('log2', new Set([...taken, ...named.keys()]));
  named.set(fresh, operand);
  return name(fresh);
}

/** All names that the expressions of a block mention. */
export function namesInBlock(block: Block): Set<string> {
  const found = new Set<string>();
  for (const node of nodesIn(block)) for (const expr of expressionsOf(node)) namesIn(expr, found);
  return found;
}

/** The first of `WORD_1`, `WORD_2`, ... that is free. */
function freshName(word: string, taken: ReadonlySet<string>, from = 1): string {
  for (let count = from; ; count += 1) {
    const candidate = `${word}_${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Names of parameters, loop indices, and all that expressions mention. */
export function namesInKernel({ parameters, body }: Kernel): Set<string> {
  return new Set([
    ...parameters.map(({ name }) => name),
    ...indicesIn(body),
    ...namesInBlock(body),
  ]);
}

/** The indices of all loops. */
export const indicesIn = (block: Block): string[] =>
  [...nodesIn(block)].flatMap((node) => (node.kind === 'loop' ? (node.index ?? []) : []));

/** Gives every loop a free index, for models that count its iterations. */
export function nameLoops(block: Block, taken: ReadonlySet<string>): Block {
  const used = new Set(taken);
  // All before that are taken: where there are thousands nobody asks each time.
  let from = 1;
  return mapNodes(block, (node) => {
    if (node.kind !== 'loop' || node.index !== undefined) return node;
    const index = freshName('i', used, from);
    from = Number(index.slice('i_'.length));
    used.add(index);
    return { ...node, index };
  });
}
