import type { Span } from '../../base/span.ts';
import { namesIn, type Expr, partsOf } from '../../front/expr.ts';
import {
  type Access,
  type Block,
  contains,
  type Kernel,
  type Node,
  nodesIn,
  type Operations,
} from '../../kernel/ir.ts';
import type { Geometry } from '../../kernel/geometry.ts';
import { type Form, formOf } from './form.ts';
import { byDimension, type Compute, GROUP, ITEM, type Slots } from './names.ts';

/** A kernel prepared for many configurations: its tree, with compiled expressions. */
export type Plan = readonly PlanNode[];

export type PlanNode =
  | PlanWork
  | PlanLoop
  | PlanBranch
  | { readonly kind: 'barrier'; readonly span: Span }
  | { readonly kind: 'return' };

export interface PlanWork {
  readonly kind: 'work';
  readonly accesses: readonly PlanAccess[];
  /** Elements of private arrays. */
  readonly own: readonly PlanElement[];
  readonly operations?: Operations | undefined;
  readonly carried?: { readonly variable: string; readonly index: Form } | undefined;
  readonly span: Span;
}

export interface PlanAccess {
  readonly kind: 'load' | 'store';
  readonly name: string;
  readonly array: string;
  readonly memory: 'global' | 'constant' | 'local';
  readonly bytes: number;
  readonly aligned: number;
  readonly form?: Form | undefined;
  readonly waits: boolean;
  readonly atomic: boolean;
  readonly span: Span;
}

/** An element of a private array. */
export interface PlanElement extends Omit<PlanAccess, 'memory'> {
  readonly memory: 'private';
}

export interface PlanLoop {
  readonly kind: 'loop';
  readonly slot: number;
  readonly trips: Form;
  readonly unroll?: 'all' | Compute | undefined;
  readonly body: Plan;
  /** Something inside has a barrier, or returns. */
  readonly parts: boolean;
  /** Conditions and counts inside that depend on the index. */
  readonly varying: readonly Condition[];
  readonly span: Span;
}

/** Decides if or how often something runs. */
export interface Condition {
  readonly condition: Form;
  /** A conjunction of linear comparisons: true at a range's corners means true inside. */
  readonly isConvex: boolean;
}

export interface PlanBranch extends Condition {
  readonly kind: 'branch';
  /** Comparisons in it. */
  readonly comparisons: number;
  readonly then: Plan;
  readonly otherwise: Plan;
  readonly span: Span;
}

const PLACES: readonly string[] = [...ITEM, ...GROUP];

/** Tells which names change within a configuration. */
export function movingIn(kernel: Kernel): (name: string) => boolean {
  const moving = new Set(PLACES);
  for (const node of nodesIn(kernel.body))
    if (node.kind === 'loop' && node.index !== undefined) moving.add(node.index);
  return (text) => moving.has(text);
}

/** Makes a plan of a kernel. */
export function planOf(kernel: Kernel, geometry: Geometry, slots: Slots): Plan {
  const isMoving = movingIn(kernel);
  for (const text of PLACES) slots.of(text);
  const form = (expr: Expr): Form => formOf(byDimension(expr, geometry), slots, isMoving);
  const conditionOf = (expr: Expr, isCondition: boolean): Condition => {
    const renamed = byDimension(expr, geometry);
    return {
      condition: formOf(renamed, slots, isMoving),
      isConvex:
        isCondition &&
        partsOfConjunction(renamed).every(
          (part) =>
            part.kind === 'binary' &&
            /^[<>]=?$/.test(part.operator) &&
            [part.left, part.right].every((side) =>
              formOf(side, slots, isMoving).moving.every(({ slope }) => slope !== undefined),
            ),
        ),
    };
  };
  let unnamed = 0;
  const block = (nodes: Block): Plan => nodes.map(node);
  function node(each: Node): PlanNode {
    switch (each.kind) {
      case 'work': {
        const operations = each.accesses.find((access) => access.operations)?.operations;
        const accesses = each.accesses.flatMap((access) => accessOf(access, form));
        return {
          kind: 'work',
          span: each.span,
          operations,
          accesses: accesses.filter((access) => access.memory !== 'private'),
          own: accesses.filter((access) => access.memory === 'private'),
          carried: each.carried && {
            variable: each.carried.variable,
            index: form(each.carried.index),
          },
        };
      }
      case 'loop': {
        unnamed += 1;
        const { index = `@loop${unnamed}`, unroll } = each;
        const unrolled = unroll === 'all' || unroll === undefined ? unroll : slots.compile(unroll);
        const body = block(each.body);
        return {
          kind: 'loop',
          slot: slots.of(index),
          trips: form(each.trips),
          body,
          unroll: unrolled,
          parts: contains(each.body, 'barrier') || contains(each.body, 'return'),
          varying: [...nodesIn(each.body)].flatMap((inner): Condition[] => {
            if (inner.kind !== 'loop' && inner.kind !== 'branch') return [];
            const expr = inner.kind === 'loop' ? inner.trips : inner.condition;
            return namesIn(expr).has(index) ? [conditionOf(expr, inner.kind === 'branch')] : [];
          }),
          span: each.span,
        };
      }
      case 'branch':
        return {
          kind: 'branch',
          span: each.span,
          ...conditionOf(each.condition, true),
          comparisons: comparisonsIn(each.condition),
          then: block(each.then),
          otherwise: block(each.otherwise),
        };
      case 'barrier':
        return { kind: 'barrier', span: each.span };
      case 'return':
        return { kind: 'return' };
    }
  }
  return block(kernel.body);
}

function accessOf(access: Access, form: (expr: Expr) => Form): (PlanAccess | PlanElement)[] {
  const { kind, touched, name, span } = access;
  if (touched === undefined || (kind !== 'load' && kind !== 'store')) return [];
  const { array, memory, bytes, aligned = bytes, address } = touched;
  const { waits = false, atomic = false } = touched;
  const made = address && form(address);
  const size = { bytes, aligned };
  const about = { kind, name, array, ...size, waits, atomic, span, ...(made && { form: made }) };
  return [memory === 'private' ? { ...about, memory } : { ...about, memory }];
}

const partsOfConjunction = (expr: Expr): readonly Expr[] =>
  expr.kind === 'binary' && expr.operator === '&&'
    ? [...partsOfConjunction(expr.left), ...partsOfConjunction(expr.right)]
    : [expr];

const comparisonsIn = (expr: Expr): number =>
  partsOf(expr).reduce(
    (sum, part) => sum + comparisonsIn(part),
    expr.kind === 'binary' && /^([<>]=?|[!=]=)$/.test(expr.operator) ? 1 : 0,
  );
