import type { Diagnostic, Result } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { type Expr, show } from '../front/expr.ts';
import type { Block, Kernel } from '../kernel/ir.ts';
import { nodesIn } from '../kernel/ir.ts';
import { CONSTANT_NAMES, type Lack, Layout, type Semantics } from '../platform/index.ts';
import type { ModelContext } from './context.ts';
import type { Model } from './generated.ts';
import { parameterNames } from './names.ts';
import { printPlain } from './print/plain.ts';
import type { Printed } from './print/printer.ts';
import { rangeNames, type RunTime } from './print/run-time.ts';
import { printWide } from './print/wide.ts';
import { nameLogarithms, namesInBlock, namesInKernel } from './rewrite.ts';
import * as p from './syntax/index.ts';

/** Ends the comment at the top of every model. */
export const AT_RUN_TIME =
  'The platform, the size, the ranges of the tuning parameters and the bound T are given at run time';

/** Names the logarithms of a kernel whose body may have been rewritten. */
export function namingOf(kernel: Kernel, body: Block = []) {
  const derived = new Map<string, Expr>();
  const taken = new Set([...namesInKernel(kernel), ...namesInBlock(body)]);
  const lasting = new Set<string>([
    ...CONSTANT_NAMES,
    ...kernel.parameters.map(({ name }) => name),
  ]);
  const named = (expr: Expr): Expr =>
    nameLogarithms(expr, derived, taken, (name) => lasting.has(name));
  return { derived, named };
}

type Given = Pick<ModelContext, 'kernel' | 'semantics' | 'level' | 'folding' | 'wide'> & {
  readonly naming?: ReturnType<typeof namingOf>;
  readonly hasGlobalBarrier?: boolean;
  readonly isReduction?: boolean;
};

/** Enough to choose a configuration; steps of a kernel need more. */
export function contextOf({
  kernel,
  naming: { derived, named } = namingOf(kernel),
  hasGlobalBarrier = false,
  isReduction = false,
  ...given
}: Given): ModelContext {
  const { folding, semantics } = given;
  const parameters = parameterNames(kernel);
  const nameOf = (name: string): string => parameters.get(name) ?? name;
  return {
    ...given,
    kernel: {
      ...kernel,
      items: named(kernel.items),
      localSize: named(kernel.localSize),
      constraints: kernel.constraints.map((one) => ({ ...one, condition: named(one.condition) })),
      localArrays: kernel.localArrays.map((one) => ({ ...one, elements: named(one.elements) })),
    },
    parameters,
    layout: new Layout({ kernel, folding, hasGlobalBarrier, isReduction }, semantics),
    baton: true,
    steps: [],
    derived,
    nameOf,
    rename: (name) => p.expression(nameOf(name)),
    hasGlobalBarrier,
    usesGroup: false,
    canDiverge: false,
  };
}

/** A kernel's model, of the processes that `written` makes for verifier and simulator. */
export function made(
  context: ModelContext,
  written: (context: ModelContext) => p.PromelaModel,
  more: Pick<Model, 'steps'> & Partial<Model>,
  library?: Pick<RunTime, 'library' | 'begins'>,
): Model {
  const { kernel, parameters, layout, folding, level, wide, canDiverge } = context;
  const write = (of: ModelContext, run?: Partial<RunTime>): Printed =>
    (of.wide ? printWide : printPlain)(written(of), { kernel, parameters, ...run });
  return {
    ...write(context, library),
    parameterNames: parameters,
    canDiverge,
    folding,
    level,
    wide,
    invalid: (values, constants) => layout.invalid(values, constants),
    standsFor: (values, constants) => layout.standsFor(values, constants),
    uncountable: () => undefined,
    // The simulator runs no C.
    ...(!library && {
      simulation: (run, initial) => write({ ...context, wide: false }, { run, initial }),
    }),
    ...more,
  };
}

/** The platform, the ranges of the parameters, and what is asked. */
export function runVariables({ kernel, parameters }: ModelContext): p.Declaration[] {
  const hidden = (name: string, comment: string): p.Declaration =>
    p.declare(name === 'T' ? 'long' : 'int', name, { hidden: true, comment });
  return [
    p.declare('int', CONSTANT_NAMES, { hidden: true }),
    ...kernel.parameters.map((parameter) =>
      p.declare('int', rangeNames(parameter, parameters), { hidden: true }),
    ),
    hidden('T', 'the bound of the over-time property'),
    hidden('prune', 'whether paths end where time passes T'),
    hidden('improve', 'whether a finished path lowers T below its time (branch and bound)'),
    hidden('report', 'whether every finished path is reported, not only those within T'),
  ];
}

/** Time, the end, and the configuration. */
export const timeVariables = (
  { kernel, derived, nameOf }: ModelContext,
  unit: string,
  ...besides: p.Declaration[]
): p.Declaration[] => [
  p.declare('long', 'time', `model time, in ${unit}`),
  ...besides,
  p.declare('bool', 'FIN', 'the program has finished'),
  ...kernel.parameters.map(({ name }) => p.declare('int', nameOf(name))),
  ...[...derived].map(([log, argument]) => p.declare('int', log, `of ${show(argument)}`)),
];

/** Why there is no model, at its place in the kernel. */
export const lacking = (span: Span | undefined, lack: Lack | undefined): Diagnostic[] =>
  span && lack ? [{ severity: 'error', span, ...lack }] : [];

export const unsupported = (
  { span }: Pick<Kernel, 'span'>,
  lack: Lack,
): Extract<Result<never>, { ok: false }> => ({ ok: false, diagnostics: lacking(span, lack) });

/** A barrier of all groups where the semantics has none. */
export const globalBarriers = (block: Block, { noGlobalBarrier }: Semantics): Diagnostic[] =>
  lacking(globalBarrierIn(block)?.span, noGlobalBarrier);

export const globalBarrierIn = (block: Block) =>
  [...nodesIn(block)].find((node) => node.kind === 'barrier' && node.scope === 'global');
