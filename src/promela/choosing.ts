import type { Expr } from '../kernel/expr.ts';
import type { Kernel } from '../kernel/ir.ts';
import { CONSTANT_NAMES, type Folding, type Layout, type Semantics } from '../platform/index.ts';
import type { ModelContext } from './context.ts';
import type { Level } from './levels.ts';
import { rangeNames } from './print/run-time.ts';
import { nameLogarithms, namesInKernel } from './rewrite.ts';
import * as p from './syntax/index.ts';

/** What is chosen, and where. */
interface Choice {
  readonly kernel: Kernel;
  readonly semantics: Semantics;
  readonly layout: Layout;
  readonly level: Level;
  readonly folding: Folding;
  /** Promela name of each tuning parameter. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly wide: boolean;
  /** What is done as soon as a configuration has been chosen. */
  readonly chosen?: p.Block;
}

/** What main needs to choose a configuration where the processes are made of something else than the steps of the
 * kernel. It tells the host to go. */
export function choosingContext({ kernel, parameters, ...choice }: Choice): ModelContext {
  const derived = new Map<string, Expr>();
  const taken = namesInKernel(kernel);
  const lasting = new Set<string>([
    ...CONSTANT_NAMES,
    ...kernel.parameters.map(({ name }) => name),
  ]);
  const named = (expr: Expr): Expr =>
    nameLogarithms(expr, derived, taken, (text) => lasting.has(text));
  const nameOf = (name: string): string => parameters.get(name) ?? name;
  return {
    ...choice,
    kernel: {
      ...kernel,
      items: named(kernel.items),
      localSize: named(kernel.localSize),
      constraints: kernel.constraints.map((one) => ({ ...one, condition: named(one.condition) })),
    },
    baton: true,
    steps: [],
    derived,
    nameOf,
    rename: (name) => p.expression(nameOf(name)),
    hasGlobalBarrier: false,
    usesGroup: false,
    canDiverge: false,
  };
}

/** What a run is given: the platform, the ranges of the tuning parameters, and what is asked. */
export function runVariables(
  { parameters }: Kernel,
  names: ReadonlyMap<string, string>,
): p.Declaration[] {
  const hidden = (name: string, comment: string): p.Declaration =>
    p.declare(name === 'T' ? 'long' : 'int', name, { hidden: true, comment });
  return [
    p.declare('int', CONSTANT_NAMES, { hidden: true }),
    ...parameters.map((parameter) =>
      p.declare('int', rangeNames(parameter, names), { hidden: true }),
    ),
    hidden('T', 'the bound of the over-time property'),
    hidden('prune', 'whether paths end where time passes T'),
    hidden('improve', 'whether a finished path lowers T below its time (branch and bound)'),
    hidden('report', 'whether every finished path is reported, not only those within T'),
  ];
}
