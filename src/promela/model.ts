import type { Diagnostic, Result } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { canDiverge } from '../kernel/divergence.ts';
import { evaluate, type Expr, show } from '../kernel/expr.ts';
import { type Block, type Kernel, type Node, nodesIn } from '../kernel/ir.ts';
import {
  CONSTANT_NAMES,
  type Folding,
  Layout,
  type Lack,
  type Semantics,
  type SemanticsId,
  semanticsOf,
} from '../platform/index.ts';
import { runVariables } from './choosing.ts';
import { atBaton, atFree, type ModelContext } from './context.ts';
import { type Level, levelOf } from './levels.ts';
import { deviceModel } from './device/model.ts';
import type { ProgramOf } from './device/programs.ts';
import { estimatedSteps } from './effort.ts';
import { fermiPrintedModel } from './fermi/model.ts';
import { notMeantFor } from './fermi/shape.ts';
import { foldingOf } from './folding.ts';
import type { Model } from './generated.ts';
import { tooManyGroups, uncountableReason } from './limits.ts';
import { freeNames, parameterNames } from './names.ts';
import { countersIn, toSteps } from './phases.ts';
import { asReduction } from './reduction.ts';
import {
  liftReturns,
  mapExpressions,
  nameLogarithms,
  nameLoops,
  namesInBlock,
  namesInKernel,
} from './rewrite.ts';
import { barrier } from './processes/barrier.ts';
import { clock } from './processes/clock.ts';
import { device } from './processes/device.ts';
import { globalBarrier } from './processes/global-barrier.ts';
import { host } from './processes/host.ts';
import { kindVariables } from './processes/kinds.ts';
import { main } from './processes/main.ts';
import { pex } from './processes/pex.ts';
import { unit } from './processes/unit.ts';
import { printPlain } from './print/plain.ts';
import type { Printed } from './print/printer.ts';
import { rangeNames, type RunTime } from './print/run-time.ts';
import { printWide } from './print/wide.ts';
import * as p from './syntax/index.ts';

const NO_PROGRAMS = {
  code: 'no-programs',
  message: 'The device semantics has no machine whose warps could run this kernel.',
  hint: 'Choose a machine.',
};

/** The most characters of a model: a C compiler takes minutes for the verifier of one that is as long. */
const MOST_CHARACTERS = 400_000;

/** Generates the Promela model of a kernel under a semantics at a level of abstraction. The text
 * depends on the structure of the kernel alone, never on the platform's constants or the bound.
 * @param programOf what the warps do: the device semantics has no model without. */
export function generateModel(
  kernel: Kernel,
  id: SemanticsId,
  level: Level,
  programOf?: ProgramOf,
): Result<Model> {
  if (id === 'device') {
    if (programOf) return deviceModel(kernel, level, programOf);
    return { ok: false, diagnostics: error(kernel.span, NO_PROGRAMS) };
  }
  if (id === 'fermi-printed') return fermiPrintedModel(kernel, level);
  const semantics = semanticsOf(id);
  const lack = id === 'fermi' ? notMeantFor(kernel, semantics) : undefined;
  if (lack) return { ok: false, diagnostics: error(kernel.span, lack) };
  const derived = new Map<string, Expr>();
  const hasGlobalBarrier = [...nodesIn(kernel.body)].some(isGlobalBarrier);
  const taken = namesInKernel(kernel);
  const loops = nameLoops(liftReturns(kernel.body), taken);
  const takenInLoops = new Set([...taken, ...namesInBlock(loops)]);
  const lasting = new Set<string>([
    ...CONSTANT_NAMES,
    ...kernel.parameters.map((parameter) => parameter.name),
  ]);
  const named = (expr: Expr): Expr =>
    nameLogarithms(expr, derived, takenInLoops, (text) => lasting.has(text));
  const block = mapExpressions(loops, named);
  const diagnostics = unsupported(kernel, block, semantics);
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const reduction = asReduction(block, kernel, semantics);
  const steps = toSteps(reduction ? reduction.map : block, semantics);
  const tail = reduction && toSteps(reduction.tail, semantics);
  const folding = foldingOf([...steps, ...(tail ?? [])], level, hasGlobalBarrier);
  if (!steps.some((step) => step.kind !== 'barrier')) {
    const noWork = {
      code: 'no-work',
      message: `${kernel.name} does nothing that takes time, so there is nothing to tune.`,
      hint: 'Give the functions it calls a cost: #pragma tuner cost f = GMT',
    };
    return { ok: false, diagnostics: error(kernel.span, noWork) };
  }
  const parameters = parameterNames(kernel);
  const renamed = new Map<string, string>([
    ...freeNames(countersIn([...steps, ...(tail ?? [])]), [
      ...parameters.values(),
      ...kernel.parameters.flatMap((parameter) => rangeNames(parameter, parameters)),
      ...derived.keys(),
    ]),
    ...parameters,
    ['lid', semantics.runsItems ? 'item' : 'me'],
  ]);
  const nameOf = (name: string): string => renamed.get(name) ?? name;
  const rename = (name: string): p.Expression =>
    name === 'gid'
      ? p.parentheses(
          p.expression('group * size + item', { size: p.factor(kernel.localSize, rename) }),
        )
      : p.expression(nameOf(name));
  const layout = new Layout(
    { kernel, folding, hasGlobalBarrier, isReduction: reduction !== undefined },
    semantics,
  );
  const context: ModelContext = {
    kernel: {
      ...kernel,
      items: named(kernel.items),
      localSize: named(kernel.localSize),
      constraints: kernel.constraints.map((one) => ({ ...one, condition: named(one.condition) })),
      localArrays: kernel.localArrays.map((one) => ({ ...one, elements: named(one.elements) })),
    },
    semantics,
    layout,
    level,
    baton: !levelOf(level).interleaves,
    steps,
    derived,
    nameOf,
    rename,
    hasGlobalBarrier,
    folding,
    wide: levelOf(level).folds,
    ...(tail && { tail }),
    // The elements of a reduction must know when the tail is due.
    usesGroup: mentionsGroup(block) || tail !== undefined,
    canDiverge: reduction === undefined && canDiverge({ ...kernel, body: block }),
  };
  const verified = write(context, { kernel, parameters });
  if (verified.text.length > MOST_CHARACTERS) {
    const tooLarge = {
      code: 'too-large',
      message: `The model of ${kernel.name} is too large to be compiled: it has ${verified.text.length} characters of Promela, and may have ${MOST_CHARACTERS}.`,
      hint: 'Repeat by loops what is written out, barriers above all.',
    };
    return { ok: false, diagnostics: error(kernel.span, tooLarge) };
  }
  return {
    ok: true,
    diagnostics: notFolded(kernel, level, folding),
    value: {
      text: verified.text,
      sources: verified.sources,
      parameterNames: parameters,
      canDiverge: context.canDiverge,
      folding,
      level,
      wide: context.wide,
      uncountable: (values, constants) =>
        uncountableReason(kernel, semantics, values, constants) ??
        (folding.kinds ? tooManyGroups(kernel, values, constants) : undefined),
      invalid: (values, constants) => layout.invalid(values, constants),
      standsFor: (values, constants) => layout.standsFor(values, constants),
      warps: (values, constants) =>
        semantics.runsWarps
          ? {
              items: evaluate(kernel.localSize, { ...constants, ...values }),
              lanes: constants.WR,
              schedulers: constants.NS,
            }
          : undefined,
      // At level free a path is no longer than at baton; there are more of them.
      steps: estimatedSteps(kernel, id, level === 'free' ? 'baton' : level),
      simulation: (run, initial) =>
        write({ ...context, wide: false }, { kernel, parameters, run, initial }).text,
    },
  };
}

/** The model of one kind: for the verifier, or for SPIN's simulator. A new process is a file in `processes`
 * and a row here, beside its name in `ProcessName` and the names of its own in `names.ts`. */
function write(context: ModelContext, runTime: RunTime): Printed {
  const model = {
    comment: comment(context),
    messages: ['go', 'done', 'stop', 'tick', ...atBaton(context, 'wait')],
    globals: variables(context, runTime.parameters),
    processes: [
      main(context),
      host(context),
      device(context),
      unit(context),
      // SPIN wants a process declared before another one looks into it, as the barrier and the clock do.
      pex(context),
      barrier(context),
      ...p.only(context.hasGlobalBarrier, globalBarrier(context)),
      clock(context),
    ],
    forgets: context.baton,
    kinds: context.folding.kinds,
  };
  return (context.wide ? printWide : printPlain)(model, runTime);
}

function comment(context: ModelContext): string[] {
  return [
    `${context.kernel.name}, ${context.semantics.id} semantics, level ${context.level}:`,
    `${levelOf(context.level).inModel}.`,
    'The platform, the size, the ranges of the tuning parameters and the bound T are given at run time.',
  ];
}

/** The global variables. */
function variables(
  context: ModelContext,
  parameters: ReadonlyMap<string, string>,
): p.Declaration[][] {
  return [
    runVariables(context.kernel, parameters),
    [
      p.declare('long', 'time', 'model time, in ticks'),
      p.declare('bool', 'FIN', 'the program has finished'),
      ...context.kernel.parameters.map(({ name }) => p.declare('int', context.nameOf(name))),
      ...[...context.derived].map(([log, argument]) =>
        p.declare('int', log, `of ${show(argument)}`),
      ),
      p.declare('long', 'groups', 'work-groups in all'),
      ...p.only(
        context.folding.repeats && context.folding.units,
        p.declare('long', 'rounds', 'groups of the unit, all of them like the first'),
      ),
      ...p.only(
        context.folding.kinds,
        p.declare('int', 'workers', 'units that get a group; the one that runs stands for them'),
      ),
      p.declare('byte', 'devices', 'devices that work'),
      p.declare('byte', 'units', 'units that work, of all devices'),
      p.declare('byte', 'NWE', 'elements of a unit that work'),
      p.declare('long', 'passes', 'passes of an element over the kernel for one group'),
      p.declare('byte', 'first_unit', 'process number of the first unit'),
      ...atFree(context, p.declare('byte', 'running', 'processes that have something to do now')),
    ],
    ...p.only(context.folding.kinds, kindVariables()),
    [
      p.channel('hst_clk', 'mtype'),
      p.channel('clk_p', 'mtype', 'byte'),
      ...atBaton(context, p.channel('p_clk', 'mtype', 'byte'), p.channel('m_hst', 'mtype')),
      ...p.only(
        context.hasGlobalBarrier,
        p.channel('pex_g', 'mtype', 'byte'),
        p.channel('g_pex', 'mtype', 'byte'),
      ),
    ],
  ];
}

/** What has no model, where it is anywhere. */
const error = (span: Span | undefined, lack: Lack | undefined): Diagnostic[] =>
  span && lack ? [{ severity: 'error', span, ...lack }] : [];

/** Whether a time depends on the group. */
function mentionsGroup(block: Block): boolean {
  const mentioned = namesInBlock(block);
  return mentioned.has('group') || mentioned.has('gid');
}

const isGlobalBarrier = (node: Node): boolean => node.kind === 'barrier' && node.scope === 'global';

/** What this generator has no model for. */
function unsupported(kernel: Kernel, block: Block, semantics: Semantics): Diagnostic[] {
  const nodes = [...nodesIn(block)];
  return [
    ...error(nodes.find(({ kind }) => kind === 'return')?.span, {
      code: 'return-in-loop',
      message: 'A return inside a loop has no model: how often the loop runs is not known.',
      hint: 'Give the loop its iterations with #pragma tuner trips, and leave it by its condition.',
    }),
    ...error(nodes.find(isGlobalBarrier)?.span, semantics.noGlobalBarrier),
    ...(mentionsGroup(block) ? error(kernel.span, semantics.noGroups) : []),
  ];
}

/** What a level that folds has to leave as it is. */
function notFolded(kernel: Kernel, level: Level, folding: Folding): Diagnostic[] {
  if (!levelOf(level).folds || (folding.elements && folding.units)) return [];
  const [kept, because] = folding.elements
    ? ['unit', 'the group']
    : folding.units
      ? ['processing element', 'the work-item']
      : ['processing element and unit', 'the work-item and the group'];
  const message = `At level ${level} every ${kept} of this kernel is kept: its time depends on ${because}.`;
  return [{ severity: 'info', code: 'not-folded', span: kernel.span, message }];
}
