import type { Expr } from '../kernel/expr.ts';
import type { Kernel } from '../kernel/ir.ts';
import type { Folding, Layout, Semantics } from '../platform/index.ts';
import type { Level } from './levels.ts';
import type { Step } from './phases.ts';
import * as p from './syntax/index.ts';

/** What the processes are made from. */
export interface ModelContext {
  readonly kernel: Kernel;
  readonly semantics: Semantics;
  readonly layout: Layout;
  readonly level: Level;
  /** Whether one process at a time holds the baton: at every level but free. */
  readonly baton: boolean;
  readonly steps: readonly Step[];
  /** What element 0 does once, when the last group is done (see `Reduction`). */
  readonly tail?: readonly Step[];
  /** The name in the model of a parameter, a loop's counter or an item's identifier. */
  readonly nameOf: (name: string) => string;
  /** What stands for a name in an expression of the kernel. */
  readonly rename: (name: string) => p.Expression;
  /** Whether a cost or a condition depends on the group, so that elements must know theirs. */
  readonly usesGroup: boolean;
  /** Whether items of a group might meet different barriers. */
  readonly canDiverge: boolean;
  readonly folding: Folding;
  /** Whether numbers that may not fit 32 bits are computed in C (see `printWide`), as where verifiers of
   * folded models do; SPIN's simulator runs no C. */
  readonly wide: boolean;
  /** Whether the kernel has a barrier of all groups. */
  readonly hasGlobalBarrier: boolean;
  /** What is done besides as soon as a configuration has been chosen. */
  readonly chosen?: p.Block;
  /** Values computed once a configuration is chosen, by Promela name: logarithms. */
  readonly derived: ReadonlyMap<string, Expr>;
}

/** An expression of the kernel as a condition of its own. */
export const whole = (context: ModelContext, expr: Expr): p.Expression =>
  p.condition(expr, context.rename);
/** An expression of the kernel within another one. */
export const part = (context: ModelContext, expr: Expr): p.Expression =>
  p.factor(expr, context.rename);

/** What is done where messages are answered: at every level but free. */
export const atBaton = <T>({ baton }: ModelContext, ...items: T[]): readonly T[] =>
  p.only(baton, ...items);

/** What is done at level free, nothing otherwise. */
export const atFree = <T>({ baton }: ModelContext, ...items: T[]): readonly T[] =>
  p.only(!baton, ...items);

/** A unit's order to an element to begin a pass. */
export const goMessage = (context: ModelContext, element: p.Value): p.Simple =>
  p.send('u_pex', 'go', element, ...p.only(context.usesGroup, 'group'));

/** In a reduction, the round after the last group is that of the tail. */
export const TAIL_ROUND = 'group == groups - 1';
