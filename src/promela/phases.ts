import { assertUnreachable } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { binary, conditional, signOf } from '../kernel/algebra.ts';
import { type Expr, namesIn, num } from '../kernel/expr.ts';
import type { Block, Branch, Loop, Node, Space, Work } from '../kernel/ir.ts';
import type { Semantics } from '../platform/index.ts';

/** Ticks that a work-item spends on one memory space, with the first place that pays them. */
export interface Cost {
  readonly space: Space;
  readonly ticks: Expr;
  readonly span: Span;
}

/** What a processing element does, one step after the other. */
export type Step =
  /** Phases of work whose costs are expressions, one for each memory space. With `fresh` the first
   * begins now, otherwise it began when the phase before it did (see `Semantics.overlapsIterations`). */
  | { readonly kind: 'work'; readonly costs: readonly Cost[]; readonly fresh: boolean }
  /** Phases whose costs have no closed form: the model adds them up by itself. */
  | {
      readonly kind: 'tally';
      readonly nodes: Block;
      readonly costs: readonly Cost[];
      readonly fresh: boolean;
    }
  | {
      readonly kind: 'barrier';
      readonly id: number;
      readonly scope: 'local' | 'global';
      readonly span: Span;
    }
  | {
      readonly kind: 'loop';
      readonly counter: string;
      readonly trips: Expr;
      readonly body: readonly Step[];
      readonly span: Span;
    }
  | {
      readonly kind: 'branch';
      readonly condition: Expr;
      readonly then: readonly Step[];
      readonly otherwise: readonly Step[];
      readonly span: Span;
    };

type Costs = ReadonlyMap<Space, { readonly ticks: Expr; readonly span: Span }>;

/** Folds the cost IR into steps: what lies between two barriers becomes one phase for each memory
 * space. The block must be free of early exits, and all loops must have an index (see `rewrite.ts`). */
export function toSteps(block: Block, semantics: Semantics): Step[] {
  let barriers = 0;

  const steps = (nodes: Block, inLoop: boolean): Step[] => {
    const result: Step[] = [];
    for (const region of regions(nodes)) {
      const [first] = region;
      if (first && interrupts(first)) {
        result.push(...interruption(first));
        continue;
      }
      // Only the first phase of an iteration can have begun before it (published models).
      const fresh = !(semantics.overlapsIterations && inLoop && result.length === 0);
      const folded = fold(region, semantics);
      if (folded) {
        const costs = [...folded].map(([space, cost]) => ({ space, ...cost }));
        if (costs.length > 0) result.push({ kind: 'work', costs, fresh });
      } else {
        const costs = spacesOf(region, semantics);
        if (costs.length > 0) result.push({ kind: 'tally', nodes: region, costs, fresh });
      }
    }
    return result;
  };

  const interruption = (node: Node): Step[] => {
    switch (node.kind) {
      case 'barrier':
        return [{ kind: 'barrier', id: (barriers += 1), scope: node.scope, span: node.span }];
      case 'loop': {
        const counter = node.index ?? '';
        return [
          {
            kind: 'loop',
            counter,
            trips: node.trips,
            body: steps(node.body, true),
            span: node.span,
          },
        ];
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
      case 'work':
      case 'return':
        throw new Error(`a ${node.kind} is no interruption here`);
      default:
        return assertUnreachable(node);
    }
  };

  return steps(block, false);
}

/** Cuts a block into the longest runs of nodes without a barrier or an exit, and single other nodes. */
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

const isZero = (expr: Expr): boolean => expr.kind === 'number' && expr.value === 0;

/** The cost of nodes as one expression for each memory space, or none where there is no such. */
function fold(nodes: Block, semantics: Semantics): Costs | undefined {
  const total = new Map<Space, { ticks: Expr; span: Span }>();
  for (const node of nodes) {
    const costs = foldNode(node, semantics);
    if (!costs) return undefined;
    for (const [space, { ticks, span }] of costs) {
      const before = total.get(space);
      total.set(
        space,
        before ? { ticks: binary('+', before.ticks, ticks), span: before.span } : { ticks, span },
      );
    }
  }
  for (const [space, { ticks }] of total) if (isZero(ticks)) total.delete(space);
  return total;
}

function foldNode(node: Node, semantics: Semantics): Costs | undefined {
  switch (node.kind) {
    case 'work':
      return foldWork(node, semantics);
    case 'loop':
      return foldLoop(node, semantics);
    case 'branch':
      return foldBranch(node, semantics);
    case 'barrier':
    case 'return':
      return undefined;
    default:
      return assertUnreachable(node);
  }
}

function foldWork(work: Work, semantics: Semantics): Costs {
  return new Map(
    [...semantics.statementCost(work)].map(([space, ticks]) => [space, { ticks, span: work.span }]),
  );
}

function foldLoop(loop: Loop, semantics: Semantics): Costs | undefined {
  const body = fold(loop.body, semantics);
  if (!body) return undefined;
  const costs = new Map<Space, { ticks: Expr; span: Span }>();
  const trips = atLeastZero(loop.trips);
  for (const [space, { ticks, span }] of body) {
    // A body whose cost changes with the iteration has no product form.
    if (loop.index !== undefined && namesIn(ticks).has(loop.index)) return undefined;
    costs.set(space, { ticks: binary('*', trips, ticks), span });
  }
  return costs;
}

/** Iterations that a trip count stands for: none where it is negative. */
export function atLeastZero(trips: Expr): Expr {
  const sign = signOf(trips, new Set());
  return sign === 'positive' || sign === 'natural' ? trips : binary('max', trips, num(0));
}

function foldBranch(branch: Branch, semantics: Semantics): Costs | undefined {
  const then = fold(branch.then, semantics);
  const otherwise = fold(branch.otherwise, semantics);
  if (!then || !otherwise) return undefined;
  const costs = new Map<Space, { ticks: Expr; span: Span }>();
  for (const space of new Set([...then.keys(), ...otherwise.keys()])) {
    const ticks = conditional(
      branch.condition,
      then.get(space)?.ticks ?? num(0),
      otherwise.get(space)?.ticks ?? num(0),
    );
    costs.set(space, {
      ticks,
      span: (then.get(space) ?? otherwise.get(space))?.span ?? branch.span,
    });
  }
  return costs;
}

/** The memory spaces that nodes spend time on, in order of first use, with the first place of each. */
function spacesOf(nodes: Block, semantics: Semantics): Cost[] {
  const found = new Map<Space, Cost>();
  const visit = (block: Block): void => {
    for (const node of block) {
      if (node.kind === 'work') {
        for (const [space, ticks] of semantics.statementCost(node))
          if (!found.has(space)) found.set(space, { space, ticks, span: node.span });
      } else if (node.kind === 'loop') {
        visit(node.body);
      } else if (node.kind === 'branch') {
        visit(node.then);
        visit(node.otherwise);
      }
    }
  };
  visit(nodes);
  return [...found.values()];
}

/** The names of all loop counters that the model needs, those of tallies included. */
export function countersIn(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => {
    if (step.kind === 'loop') return [step.counter, ...countersIn(step.body)];
    if (step.kind === 'branch') return [...countersIn(step.then), ...countersIn(step.otherwise)];
    if (step.kind === 'tally') return indicesIn(step.nodes);
    return [];
  });
}

function indicesIn(block: Block): string[] {
  return block.flatMap((node) => {
    if (node.kind === 'loop')
      return [...(node.index === undefined ? [] : [node.index]), ...indicesIn(node.body)];
    if (node.kind === 'branch') return [...indicesIn(node.then), ...indicesIn(node.otherwise)];
    return [];
  });
}
