import { assertUnreachable } from '../base/diagnostic.ts';
import { type Expr, namesIn, num } from '../kernel/expr.ts';
import type { Block, Branch, Loop, Node, Space, Work } from '../kernel/ir.ts';
import type { Span } from '../base/span.ts';
import { choice, maximum, product, sum } from './expression.ts';
import type { Profile } from './profile.ts';

/** What a processing element does, one step after the other. */
export type Step =
  /** Work on one memory space for `ticks`. With `fresh` it begins now, otherwise it began when the
   * phase before it did (see `Profile.overlapsIterations`). */
  | { readonly kind: 'work'; readonly space: Space; readonly ticks: Expr; readonly fresh: boolean; readonly span: Span }
  | { readonly kind: 'barrier'; readonly scope: 'local' | 'global'; readonly span: Span }
  | { readonly kind: 'loop'; readonly counter: string; readonly trips: Expr; readonly body: readonly Step[]; readonly span: Span }
  | { readonly kind: 'branch'; readonly condition: Expr; readonly then: readonly Step[]; readonly otherwise: readonly Step[]; readonly span: Span }
  | { readonly kind: 'return'; readonly span: Span };

/** Ticks by memory space, in order of first use, each with the first place that pays them. */
type Costs = ReadonlyMap<Space, { readonly ticks: Expr; readonly span: Span }>;

/** Folds the cost IR into steps: what lies between two barriers becomes one phase for each memory
 * space, wherever its cost can be written as one expression; otherwise loops and branches stay. */
export function toSteps(block: Block, profile: Profile): Step[] {
  let counters = 0;
  const steps = (nodes: Block, inLoop: boolean): Step[] => {
    const result: Step[] = [];
    for (const region of regions(nodes)) {
      const costs = fold(region, profile);
      if (costs) {
        for (const [space, { ticks, span }] of costs) {
          // Only the first phase of an iteration can have begun before it (published models).
          const fresh = !(profile.overlapsIterations && inLoop && result.length === 0);
          result.push({ kind: 'work', space, ticks, fresh, span });
        }
      } else {
        for (const node of region) result.push(...step(node));
      }
    }
    return result;
  };
  const step = (node: Node): Step[] => {
    switch (node.kind) {
      case 'work':
        return steps([node], false);
      case 'barrier':
        return [{ kind: 'barrier', scope: node.scope, span: node.span }];
      case 'loop': {
        const counter = node.index ?? `i_${(counters += 1)}`;
        const body = steps(node.body, true);
        return body.length > 0
          ? [{ kind: 'loop', counter, trips: node.trips, body, span: node.span }]
          : [];
      }
      case 'branch':
        return [
          {
            kind: 'branch',
            condition: node.condition,
            then: steps(node.then, false),
            otherwise: steps(node.otherwise, false),
            span: node.span,
          },
        ];
      case 'return':
        return [{ kind: 'return', span: node.span }];
      default:
        return assertUnreachable(node);
    }
  };
  return steps(block, false);
}

/** Cuts a block into the longest runs of nodes without a barrier or an exit, and the other nodes. */
function regions(block: Block): Block[] {
  const result: Node[][] = [];
  let open: Node[] | undefined;
  for (const node of block) {
    if (interrupts(node)) {
      result.push([node]);
      open = undefined;
    } else if (open) {
      open.push(node);
    } else {
      open = [node];
      result.push(open);
    }
  }
  return result;
}

/** Whether a node holds a barrier or an exit, so that its time cannot be merged with its neighbours'. */
export function interrupts(node: Node): boolean {
  switch (node.kind) {
    case 'work':
      return false;
    case 'barrier':
    case 'return':
      return true;
    case 'loop':
      return node.body.some(interrupts);
    case 'branch':
      return node.then.some(interrupts) || node.otherwise.some(interrupts);
    default:
      return assertUnreachable(node);
  }
}

/** The cost of nodes as one expression for each memory space, or none where there is no such. */
function fold(nodes: Block, profile: Profile): Costs | undefined {
  const total = new Map<Space, { ticks: Expr; span: Span }>();
  for (const node of nodes) {
    const costs = foldNode(node, profile);
    if (!costs) return undefined;
    for (const [space, { ticks, span }] of costs) {
      const before = total.get(space);
      total.set(space, before ? { ticks: sum(before.ticks, ticks), span: before.span } : { ticks, span });
    }
  }
  for (const [space, { ticks }] of total) {
    if (ticks.kind === 'number' && ticks.value === 0) total.delete(space);
  }
  return total;
}

function foldNode(node: Node, profile: Profile): Costs | undefined {
  switch (node.kind) {
    case 'work':
      return foldWork(node, profile);
    case 'loop':
      return foldLoop(node, profile);
    case 'branch':
      return foldBranch(node, profile);
    case 'barrier':
    case 'return':
      return undefined;
    default:
      return assertUnreachable(node);
  }
}

function foldWork(work: Work, profile: Profile): Costs {
  return new Map(
    [...profile.statementCost(work)].map(([space, ticks]) => [space, { ticks, span: work.span }]),
  );
}

function foldLoop(loop: Loop, profile: Profile): Costs | undefined {
  const body = fold(loop.body, profile);
  if (!body) return undefined;
  const costs = new Map<Space, { ticks: Expr; span: Span }>();
  const trips = maximum(loop.trips, num(0));
  for (const [space, { ticks, span }] of body) {
    // A body whose cost changes with the iteration has no product form.
    if (loop.index !== undefined && namesIn(ticks).has(loop.index)) return undefined;
    costs.set(space, { ticks: product(trips, ticks), span });
  }
  return costs;
}

function foldBranch(branch: Branch, profile: Profile): Costs | undefined {
  const then = fold(branch.then, profile);
  const otherwise = fold(branch.otherwise, profile);
  if (!then || !otherwise) return undefined;
  const costs = new Map<Space, { ticks: Expr; span: Span }>();
  for (const space of new Set([...then.keys(), ...otherwise.keys()])) {
    const ticks = choice(
      branch.condition,
      then.get(space)?.ticks ?? num(0),
      otherwise.get(space)?.ticks ?? num(0),
    );
    costs.set(space, { ticks, span: (then.get(space) ?? otherwise.get(space))?.span ?? branch.span });
  }
  return costs;
}

/** The counters of all loops that stay loops, for their declarations. */
export function countersIn(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => {
    if (step.kind === 'loop') return [step.counter, ...countersIn(step.body)];
    if (step.kind === 'branch') return [...countersIn(step.then), ...countersIn(step.otherwise)];
    return [];
  });
}

