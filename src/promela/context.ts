import type { Expr } from '../kernel/expr.ts';
import type { Kernel } from '../kernel/ir.ts';
import type { Folding, Layout, Semantics, SemanticsId } from '../platform/index.ts';
import { operand, promela } from './expression.ts';
import type { Step } from './phases.ts';

/** The levels of abstraction, each validated against the one before.
 * - `free`: every process takes its steps whenever it can.
 * - `baton`: one process at a time holds the baton. It hands it over with every message, and every
 *   message is answered, so that a chosen configuration is one atomic chain of steps.
 * - `representatives`: as baton, and one processing element stands for all that do the same, one unit
 *   for all units of all devices (see `foldingOf`).
 * - `accelerated`: as representatives, and what repeats itself is run until it does, then multiplied. */
export const LEVELS = ['free', 'baton', 'representatives', 'accelerated'] as const;
export type Level = (typeof LEVELS)[number];

/** What the texts of the processes are made from. */
export interface ModelContext {
  readonly kernel: Kernel;
  readonly semantics: Semantics;
  readonly profile: Semantics & { readonly semantics: SemanticsId };
  readonly layout: Layout;
  readonly level: Level;
  readonly steps: readonly Step[];
  /** What element 0 does once, when the last group is done (see `Reduction`). */
  readonly tail?: readonly Step[];
  /** Promela text of each name in an expression: parameters, constants, counters, item identifiers. */
  readonly rename: (name: string) => string;
  /** Whether a cost or a condition depends on the group, so that elements must know theirs. */
  readonly usesGroup: boolean;
  /** Whether items of a group might meet different barriers. */
  readonly canDiverge: boolean;
  readonly folding: Folding;
  /** Whether numbers that may not fit 32 bits are computed in C (see `ticks`), as where verifiers of
   * folded models do; SPIN's simulator runs no C. */
  readonly wide: boolean;
  /** Whether the kernel has a barrier of all groups. */
  readonly hasGlobalBarrier: boolean;
  /** Values computed once a configuration is chosen, by Promela name: logarithms. */
  readonly derived: ReadonlyMap<string, Expr>;
}

export const text = (context: ModelContext, expr: Expr): string => promela(expr, context.rename);
export const factor = (context: ModelContext, expr: Expr): string => operand(expr, context.rename);

/** `lines` where messages are answered: at every level but free. */
export function atBaton(context: ModelContext, ...lines: string[]): string[] {
  return context.level !== 'free' ? lines : [];
}

/** `lines` at level free, nothing otherwise. */
export function atFree(context: ModelContext, ...lines: string[]): string[] {
  return context.level === 'free' ? lines : [];
}

/** A unit's order to an element to begin a pass. */
export const goMessage = (context: ModelContext, element: string): string =>
  `u_pex ! go, ${element}${context.usesGroup ? ', group' : ''}`;

/** In a reduction, the round after the last group is that of the tail. */
export const TAIL_ROUND = 'group == groups - 1';
