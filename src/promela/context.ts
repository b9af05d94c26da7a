import type { Expr } from '../front/expr.ts';
import type { Kernel } from '../kernel/ir.ts';
import type { Folding, Layout, Semantics } from '../platform/index.ts';
import type { Level } from './levels.ts';
import type { Step } from './phases.ts';
import * as p from './syntax/index.ts';

export interface ModelContext {
  readonly kernel: Kernel;
  /** Promela name of each tuning parameter. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly semantics: Semantics;
  readonly layout: Layout;
  readonly level: Level;
  /** One process at a time holds the baton: at every level but free. */
  readonly baton: boolean;
  readonly steps: readonly Step[];
  /** Element 0's work once the last group is done (see `Reduction`). */
  readonly tail?: readonly Step[];
  /** The model's name of a parameter, a loop's counter or an item's identifier. */
  readonly nameOf: (name: string) => string;
  /** A kernel's name as an expression of the model. */
  readonly rename: (name: string) => p.Expression;
  /** Costs or conditions depend on the group: elements must know theirs. */
  readonly usesGroup: boolean;
  /** Items of a group might meet different barriers. */
  readonly canDiverge: boolean;
  readonly folding: Folding;
  /** C computes what may not fit 32 bits (see `printWide`); SPIN's simulator runs no C. */
  readonly wide: boolean;
  readonly hasGlobalBarrier: boolean;
  /** Values computed once a configuration is chosen, by Promela name: logarithms. */
  readonly derived: ReadonlyMap<string, Expr>;
}

/** An expression of the kernel as a condition of its own. */
export const whole = (context: ModelContext, expr: Expr): p.Expression =>
  p.condition(expr, context.rename);
/** An expression of the kernel within another one. */
export const part = (context: ModelContext, expr: Expr): p.Expression =>
  p.factor(expr, context.rename);

/** Where messages are answered: at every level but free. */
export const atBaton = <T>({ baton }: ModelContext, ...items: T[]): readonly T[] =>
  p.only(baton, ...items);

/** At level free alone. */
export const atFree = <T>({ baton }: ModelContext, ...items: T[]): readonly T[] =>
  p.only(!baton, ...items);

/** A unit's order to an element to begin a pass. */
export const goMessage = (context: ModelContext, element: p.Value): p.Simple =>
  p.send('u_pex', 'go', element, ...p.only(context.usesGroup, 'group'));

/** A reduction's tail is the round after the last group. */
export const TAIL_ROUND = 'group == groups - 1';
