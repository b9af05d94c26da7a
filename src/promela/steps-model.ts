import type { Diagnostic, Result } from '../base/diagnostic.ts';
import { canDiverge } from '../kernel/divergence.ts';
import { evaluate } from '../front/expr.ts';
import { type Block, type Kernel, nodesIn } from '../kernel/ir.ts';
import type { Folding, Semantics } from '../platform/index.ts';
import { atBaton, atFree, type ModelContext } from './context.ts';
import { estimatedSteps } from './effort.ts';
import { foldingOf } from './folding.ts';
import type { Model } from './generated.ts';
import { type Level, levelOf } from './levels.ts';
import { tooManyGroups, uncountableReason } from './limits.ts';
import {
  AT_RUN_TIME,
  contextOf,
  globalBarrierIn,
  globalBarriers,
  lacking,
  made,
  namingOf,
  runVariables,
  timeVariables,
  unsupported,
} from './made.ts';
import { freeNames } from './names.ts';
import { countersIn, type Step, toSteps } from './phases.ts';
import { rangeNames } from './print/run-time.ts';
import { barrier } from './processes/barrier.ts';
import { clock } from './processes/clock.ts';
import { device } from './processes/device.ts';
import { globalBarrier } from './processes/global-barrier.ts';
import { host } from './processes/host.ts';
import { kindVariables } from './processes/kinds.ts';
import { main } from './processes/main.ts';
import { pex } from './processes/pex.ts';
import { unit } from './processes/unit.ts';
import { asReduction } from './reduction.ts';
import { liftReturns, mapExpressions, nameLoops, namesInBlock, namesInKernel } from './rewrite.ts';
import * as p from './syntax/index.ts';

/** Characters of a model at most: of longer ones a compiler takes minutes. */
const MOST_CHARACTERS = 400_000;

/** The model of a kernel's steps on the abstract platform. */
export function stepsModel(kernel: Kernel, semantics: Semantics, level: Level): Result<Model> {
  const hasGlobalBarrier = globalBarrierIn(kernel.body) !== undefined;
  const loops = nameLoops(liftReturns(kernel.body), namesInKernel(kernel));
  const naming = namingOf(kernel, loops);
  const block = mapExpressions(loops, naming.named);
  const diagnostics = lacks(kernel, block, semantics);
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const reduction = asReduction(block, kernel, semantics);
  const steps = toSteps(reduction ? reduction.map : block, semantics);
  const tail = reduction && toSteps(reduction.tail, semantics);
  if (!steps.some((step) => step.kind !== 'barrier'))
    return unsupported(kernel, {
      code: 'no-work',
      message: `${kernel.name} does nothing that takes time, so there is nothing to tune.`,
      hint: 'Give the functions it calls a cost: #pragma tuner cost f = GMT',
    });
  const all = [...steps, ...(tail ?? [])];
  const { folds: wide, interleaves } = levelOf(level);
  const folding = foldingOf(all, level, hasGlobalBarrier);
  const isReduction = reduction !== undefined;
  const context: ModelContext = {
    ...withCounters(
      contextOf({ kernel, naming, semantics, level, folding, wide, hasGlobalBarrier, isReduction }),
      all,
    ),
    baton: !interleaves,
    steps,
    ...(tail && { tail }),
    // The elements of a reduction must know when the tail is due.
    usesGroup: mentionsGroup(block) || isReduction,
    canDiverge: !isReduction && canDiverge({ ...kernel, body: block }),
  };
  const value = made(context, written, {
    uncountable: (values, constants) =>
      uncountableReason(kernel, semantics, values, constants) ??
      (folding.kinds ? tooManyGroups(kernel, values, constants) : undefined),
    warps: (values, constants) =>
      semantics.runsWarps
        ? {
            items: evaluate(kernel.localSize, { ...constants, ...values }),
            lanes: constants.WR,
            schedulers: constants.NS,
          }
        : undefined,
    // A path at level free is no longer; there are more.
    steps: estimatedSteps(kernel, semantics, interleaves ? 'baton' : level),
  });
  if (value.text.length > MOST_CHARACTERS)
    return unsupported(kernel, {
      code: 'too-large',
      message: `The model of ${kernel.name} is too large to be compiled: it has ${value.text.length} characters of Promela, and may have ${MOST_CHARACTERS}.`,
      hint: 'Repeat by loops what is written out, barriers above all.',
    });
  return { ok: true, diagnostics: notFolded(kernel, level, folding), value };
}

/** Names loop counters and items' identifiers. */
function withCounters(context: ModelContext, steps: readonly Step[]): ModelContext {
  const { kernel, semantics, parameters, derived } = context;
  const renamed = new Map<string, string>([
    ...freeNames(countersIn(steps), [
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
  return { ...context, nameOf, rename };
}

/** A new process needs a file, a row here, its name in `ProcessName` and its own in `names.ts`. */
const written = (context: ModelContext): p.PromelaModel => ({
  comment: [
    `${context.kernel.name}, ${context.semantics.id} semantics, level ${context.level}:`,
    `${levelOf(context.level).inModel}.`,
    `${AT_RUN_TIME}.`,
  ],
  messages: ['go', 'done', 'stop', 'tick', ...atBaton(context, 'wait')],
  globals: variables(context),
  processes: [
    main(context),
    host(context),
    device(context),
    unit(context),
    // SPIN wants a process declared before another looks into it.
    pex(context),
    barrier(context),
    ...p.only(context.hasGlobalBarrier, globalBarrier(context)),
    clock(context),
  ],
  forgets: context.baton,
  kinds: context.folding.kinds,
});

function variables(context: ModelContext): p.Declaration[][] {
  return [
    runVariables(context),
    [
      ...timeVariables(context, 'ticks'),
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

function mentionsGroup(block: Block): boolean {
  const mentioned = namesInBlock(block);
  return mentioned.has('group') || mentioned.has('gid');
}

const lacks = (kernel: Kernel, block: Block, semantics: Semantics): Diagnostic[] => [
  ...lacking([...nodesIn(block)].find(({ kind }) => kind === 'return')?.span, {
    code: 'return-in-loop',
    message: 'A return inside a loop has no model: how often the loop runs is not known.',
    hint: 'Give the loop its iterations with #pragma tuner trips, and leave it by its condition.',
  }),
  ...globalBarriers(block, semantics),
  ...(mentionsGroup(block) ? lacking(kernel.span, semantics.noGroups) : []),
];

/** Told where a folding level folds less. */
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
