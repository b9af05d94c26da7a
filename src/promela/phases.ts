import type { Span } from '../base/span.ts';
import { binary, conditional, dependsOnItem, mentions, signOf } from '../front/algebra.ts';
import { type Expr, num, partsOf, show } from '../front/expr.ts';
import { type Block, type Node, nodesIn, type Space, type Work } from '../kernel/ir.ts';
import type { Semantics } from '../platform/index.ts';
import { indicesIn } from './rewrite.ts';
import { interrupts } from '../kernel/join.ts';

/** A work-item's ticks on one memory space, with the first place that pays them. */
export interface Cost {
  readonly space: Space;
  readonly ticks: Expr;
  readonly span: Span;
}

export type Step =
  /** Work with a cost per memory space. `fresh` begins now, else with the phase before (see
   * `Semantics.overlapsIterations`). */
  | { readonly kind: 'work'; readonly costs: readonly Cost[]; readonly fresh: boolean }
  /** Work without a closed form: the model adds it up. */
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

/** Folds a block into one phase per memory space between barriers. It has no early exits, and its
 * loops have indices (see `rewrite.ts`). */
export function toSteps(block: Block, semantics: Semantics): Step[] {
  let barriers = 0;

  const steps = (nodes: Block, inLoop: boolean): Step[] => {
    const result: Step[] = [];
    for (const region of regions(nodes)) {
      const [first] = region;
      if (first && interrupts(first)) {
        result.push(interruption(first));
        continue;
      }
      // Only an iteration's first phase can have begun before it (published models).
      const fresh = !(semantics.overlapsIterations && inLoop && result.length === 0);
      const folded = closedForm(region, semantics);
      const costs = folded ?? spacesOf(region, semantics);
      if (costs.length === 0) continue;
      result.push(
        folded ? { kind: 'work', costs, fresh } : { kind: 'tally', nodes: region, costs, fresh },
      );
    }
    return result;
  };

  const interruption = (node: Node): Step => {
    const { kind, span } = node;
    switch (kind) {
      case 'barrier':
        return { kind, id: (barriers += 1), scope: node.scope, span };
      case 'loop': {
        const { index: counter = '', trips } = node;
        return { kind, counter, trips, body: steps(node.body, true), span };
      }
      case 'branch': {
        const [then, otherwise] = [steps(node.then, false), steps(node.otherwise, false)];
        return { kind, condition: node.condition, then, otherwise, span };
      }
      case 'work':
      case 'return':
        throw new Error(`a ${kind} is no interruption here`);
    }
  };

  return steps(block, false);
}

/** Longest runs without a barrier or an exit, and single other nodes. */
function regions(block: Block): Block[] {
  const result: Node[][] = [];
  for (const [index, node] of block.entries()) {
    const before = block[index - 1];
    if (before && !interrupts(before) && !interrupts(node)) result.at(-1)?.push(node);
    else result.push([node]);
  }
  return result;
}

/** One cost expression per space, if there is one; warps need it free of the work-item. */
export function closedForm(nodes: Block, semantics: Semantics): Cost[] | undefined {
  const found = new Map<Space, { readonly first: Cost; readonly ticks: Expr[] }>();
  for (const node of nodes) {
    const costs = foldNode(node, semantics);
    if (!costs) return undefined;
    for (const cost of costs) {
      const before = found.get(cost.space);
      if (before) before.ticks.push(cost.ticks);
      else found.set(cost.space, { first: cost, ticks: [cost.ticks] });
    }
  }
  return [...found.values()]
    .map(({ first, ticks }) => ({ ...first, ticks: total(ticks) }))
    .filter(({ ticks }) => ticks.kind !== 'number' || ticks.value !== 0);
}

/** Terms that are added up in the order of the text. */
const MOST_TERMS = 100;

/** Costs summed; many of them are multiplied if alike, and balanced to stay shallow. */
export function total(terms: readonly Expr[]): Expr {
  if (terms.length <= MOST_TERMS) return inOrder(terms);
  const alike = new Map<string, { readonly term: Expr; count: number }>();
  for (const term of terms) {
    const key = show(term);
    const known = alike.get(key);
    if (known) known.count += 1;
    else alike.set(key, { term, count: 1 });
  }
  return balanced([...alike.values()].map(({ term, count }) => binary('*', num(count), term)));
}

const inOrder = (terms: readonly Expr[]): Expr =>
  terms.reduce<Expr>((sum, term) => binary('+', sum, term), num(0));

function balanced(terms: readonly Expr[]): Expr {
  if (terms.length <= MOST_TERMS) return inOrder(terms);
  const middle = terms.length >> 1;
  return binary('+', balanced(terms.slice(0, middle)), balanced(terms.slice(middle)));
}

function foldNode(node: Node, semantics: Semantics): Cost[] | undefined {
  /** Lanes of a warp may see different values. */
  const apart = (expr: Expr): boolean => semantics.runsWarps && dependsOnItem(expr);
  switch (node.kind) {
    case 'work': {
      const costs = costsOf(node, semantics);
      return costs.some(({ ticks }) => apart(ticks)) ? undefined : costs;
    }
    case 'loop': {
      const { body, index, trips } = node;
      const costs = closedForm(body, semantics);
      if (costs && costs.length > 0 && apart(trips)) return undefined;
      // A body whose cost changes with the iteration has no product form.
      if (index !== undefined && costs?.some(({ ticks }) => mentions(ticks, index)))
        return undefined;
      return costs?.map((cost) => ({ ...cost, ticks: repeated(trips, cost.ticks) }));
    }
    case 'branch': {
      const { condition } = node;
      const [then, otherwise] = [
        closedForm(node.then, semantics),
        closedForm(node.otherwise, semantics),
      ];
      if (!then || !otherwise) return undefined;
      const pays = semantics.paysBothSides === true;
      if (!pays && then.length + otherwise.length > 0 && apart(condition)) return undefined;
      const spaces = new Set([...then, ...otherwise].map(({ space }) => space));
      return [...spaces].map((space) => {
        const [one, other] = [then, otherwise].map((side) =>
          side.find((cost) => cost.space === space),
        );
        const sides = [one?.ticks ?? num(0), other?.ticks ?? num(0)] as const;
        const ticks = pays ? binary('+', ...sides) : conditional(condition, ...sides);
        return { space, ticks, span: (one ?? other ?? node).span };
      });
    }
    case 'barrier':
    case 'return':
      return undefined;
  }
}

/** The cost of all iterations. Without any, one's cost may divide by zero. */
const repeated = (trips: Expr, ticks: Expr): Expr =>
  divides(ticks) && signOf(trips, new Set()) !== 'positive'
    ? conditional(binary('>', trips, num(0)), binary('*', trips, ticks), num(0))
    : binary('*', atLeastZero(trips), ticks);

/** It may divide by zero for some work-item. */
function divides(expr: Expr): boolean {
  const isDivision = expr.kind === 'binary' && (expr.operator === '/' || expr.operator === '%');
  return (isDivision && dependsOnItem(expr.right)) || partsOf(expr).some(divides);
}

const costsOf = (work: Work, semantics: Semantics): Cost[] =>
  [...semantics.statementCost(work)].map(([space, ticks]) => ({ space, ticks, span: work.span }));

/** Iterations that a trip count stands for: none where it is negative. */
export function atLeastZero(trips: Expr): Expr {
  const sign = signOf(trips, new Set());
  return sign === 'positive' || sign === 'natural' ? trips : binary('max', trips, num(0));
}

/** Memory spaces in order of first use, with the first place of each. */
export function spacesOf(nodes: Block, semantics: Semantics): Cost[] {
  const found = new Map<Space, Cost>();
  for (const node of nodesIn(nodes)) {
    if (node.kind !== 'work') continue;
    for (const cost of costsOf(node, semantics))
      if (!found.has(cost.space)) found.set(cost.space, cost);
  }
  return [...found.values()];
}

/** All steps, each before those inside of it. */
export function* stepsIn(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    if (step.kind === 'loop') yield* stepsIn(step.body);
    if (step.kind === 'branch') yield* stepsIn([...step.then, ...step.otherwise]);
  }
}

export type LoopStep = Extract<Step, { kind: 'loop' }>;

/** All loops that are run as such. */
export const loopsIn = (steps: readonly Step[]): LoopStep[] =>
  [...stepsIn(steps)].filter((step) => step.kind === 'loop');

/** All loop counters of the model, those of tallies too. */
export const countersIn = (steps: readonly Step[]): string[] =>
  [...stepsIn(steps)].flatMap((step) => {
    if (step.kind === 'loop') return [step.counter];
    return step.kind === 'tally' ? indicesIn(step.nodes) : [];
  });
