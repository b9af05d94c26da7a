import type { Result } from '../../base/diagnostic.ts';
import { type Environment, ExprError } from '../../kernel/expr.ts';
import type { Kernel } from '../../kernel/ir.ts';
import { nodesIn } from '../../kernel/ir.ts';
import {
  CONSTANT_NAMES,
  type Constants,
  type Folding,
  Layout,
  semanticsOf,
} from '../../platform/index.ts';
import { MOST_PROCESSES } from '../../platform/layout.ts';
import type { ModelContext } from '../context.ts';
import { type Level, levelOf } from '../levels.ts';
import { choosingContext, runVariables } from '../choosing.ts';
import type { Model } from '../generated.ts';
import { parameterNames } from '../names.ts';
import { printWide } from '../print/wide.ts';
import { main } from '../processes/main.ts';
import * as p from '../syntax/index.ts';
import type { Ranges } from '../words.ts';
import {
  PROGRAM_NUMBERS,
  programLibrary,
  STEP_ARRAYS,
  STEP_ROOM,
  waveLibrary,
} from './c-library.ts';
import * as processes from './processes.ts';
import { port, scheduler, secondCache } from './servers.ts';
import { eventsOf, PROGRAM_FILE, wavesOf } from './program-table.ts';
import { type ProgramOf, Programs } from './programs.ts';

/** The model of a kernel in the device semantics. What the warps do is no part of its text: the verifier reads it from a
 * file, by the values of the tuning parameters. */
export function deviceModel(kernel: Kernel, level: Level, programOf: ProgramOf): Result<Model> {
  const semantics = semanticsOf('device');
  const { interleaves, folds, repeats } = levelOf(level);
  if (interleaves) return unsupported(kernel, NO_LEVEL_FREE);
  if ([...nodesIn(kernel.body)].some((node) => node.kind === 'barrier' && node.scope === 'global'))
    return unsupported(kernel, semantics.noGlobalBarrier ?? NO_LEVEL_FREE);
  const folding: Folding = { elements: folds, units: folds, kinds: false, repeats };
  const layout = new Layout(
    { kernel, folding, hasGlobalBarrier: false, isReduction: false },
    semantics,
  );
  const parameters = parameterNames(kernel);
  const context = choosingContext({
    ...{ kernel, semantics, layout, level, folding, parameters },
    wide: true,
    chosen: [p.code('find_program();'), p.labelled('end_no_program', p.wait('found'))],
  });
  const verified = printWide(
    {
      comment: [
        `${kernel.name}, device semantics, level ${level}: ${INSTEAD[level]}.`,
        'The platform, the size, the ranges of the tuning parameters and the bound T are given at run time;',
        `what the warps do in a configuration stands in the file ${PROGRAM_FILE}.`,
      ],
      messages: ['go', 'done', 'stop', 'tick', 'wait'],
      globals: variables(context, parameters),
      processes: [
        main(context),
        processes.host(),
        // SPIN wants a process declared before another one looks into it.
        ...(repeats
          ? []
          : [port(), secondCache(), scheduler(), processes.warp(), processes.barrier()]),
        processes.unit(level),
        processes.clock(level),
      ],
      forgets: true,
      kinds: false,
    },
    {
      kernel,
      parameters,
      begins: 'read_table();',
      library: [...programLibrary([...parameters.values()]), ...(repeats ? waveLibrary() : [])],
    },
  );
  const programsFor = programsByPlatform(kernel, programOf);
  const invalid = (values: Environment, constants: Constants): string | undefined => {
    const unfit = layout.invalid(values, constants);
    if (unfit !== undefined) return unfit;
    const programs = programsFor(constants);
    return programs.reason(values) ?? (repeats ? undefined : tooManyProcesses(programs, values));
  };
  /** Whether a configuration is within some ranges and can be run. */
  const wantedIn =
    (ranges: Ranges, constants: Constants) =>
    (values: Environment): boolean =>
      kernel.parameters.every(({ name }) => {
        const range = ranges[parameters.get(name) ?? name];
        const value = values[name] ?? 0;
        return range === undefined || (value >= range.low && value <= range.high);
      }) && invalid(values, constants) === undefined;
  /** How many processes the model has, where it has one for each warp. */
  const tooManyProcesses = (programs: Programs, values: Environment): string | undefined => {
    const { constants } = programs;
    const { groups, warps } = programs.wave(values);
    const { units } = layout.counts(values, constants);
    const each = processes.OTHERS_OF_UNIT + constants.NS + groups + warps;
    const needed = processes.FIRST_UNIT + units * each;
    if (needed <= MOST_PROCESSES) return undefined;
    const better = folds ? 'accelerated' : 'representatives';
    return `needs ${needed} processes; SPIN runs at most ${MOST_PROCESSES}: use level ${better}`;
  };
  return {
    ok: true,
    diagnostics: [],
    value: {
      text: verified.text,
      sources: verified.sources,
      parameterNames: parameters,
      canDiverge: false,
      folding,
      level,
      wide: true,
      invalid,
      uncountable: () => undefined,
      standsFor: (values, constants) => layout.standsFor(values, constants),
      steps(values, constants) {
        if (repeats) return STEPS.configuration;
        try {
          const program = programsFor(constants).program(values);
          const { units } = layout.counts(values, constants);
          const waves = folds ? 1 : wavesOf(program).waves;
          return STEPS.configuration + STEPS.event * units * waves * eventsOf(program);
        } catch (error) {
          if (error instanceof ExprError) return STEPS.configuration;
          throw error;
        }
      },
      files: (constants, ranges) => ({
        [PROGRAM_FILE]: programsFor(constants).file(wantedIn(ranges, constants)),
      }),
      prepare: (constants, ranges, signal) =>
        programsFor(constants).prepare(wantedIn(ranges, constants), signal),
      program: (values, constants) => programsFor(constants).program(values),
      programs: {
        areGiven: (constants) => programsFor(constants).areGiven,
        give: (constants, made) => programsFor(constants).give(made),
      },
    },
  };
}

/** Steps of the verifier for a configuration, and for an event of a warp, as counted: good for an order of magnitude. */
const STEPS = { configuration: 300, event: 30 };

const INSTEAD: Readonly<Record<Level, string>> = {
  free: '',
  baton: 'each unit and each warp is a process, each wave of groups is run',
  representatives: 'one unit and one wave stand for all, each warp is a process',
  accelerated: 'one unit and one wave stand for all, and the wave is one step',
};

const NO_LEVEL_FREE = {
  code: 'no-level-free',
  message:
    'The device semantics has no level free: requests are served first come, first served, so that there is one order.',
  hint: 'Choose another level.',
};

const unsupported = (
  { span }: Kernel,
  lack: { readonly code: string; readonly message: string; readonly hint: string },
): Result<Model> => ({ ok: false, diagnostics: [{ severity: 'error', span, ...lack }] });

/** The programs of a kernel on the platforms asked for, the last of which are kept: a sweep looks at one after the
 * other. */
function programsByPlatform(
  kernel: Kernel,
  programOf: ProgramOf,
): (constants: Constants) => Programs {
  const known = new Map<string, Programs>();
  return (constants) => {
    const key = CONSTANT_NAMES.map((name) => constants[name]).join(' ');
    const programs = known.get(key) ?? new Programs(kernel, constants, programOf);
    known.delete(key);
    known.set(key, programs);
    for (const old of known.keys()) {
      if (known.size <= MOST_PLATFORMS) break;
      known.delete(old);
    }
    return programs;
  };
}

const MOST_PLATFORMS = 4;

/** The global variables. */
function variables(
  context: ModelContext,
  parameters: ReadonlyMap<string, string>,
): p.Declaration[][] {
  const hidden = (name: string, comment: string): p.Declaration =>
    p.declare('int', name, { hidden: true, comment });
  return [
    runVariables(context.kernel, parameters),
    // The program of the chosen configuration: it is found anew wherever one is chosen.
    [
      ...PROGRAM_NUMBERS.map(([name, comment]) => hidden(name, comment)),
      ...STEP_ARRAYS.map(([name, comment]) =>
        p.declare('int', name, { hidden: true, length: STEP_ROOM, comment }),
      ),
    ],
    [
      p.declare('long', 'time', 'model time, in cycles'),
      p.declare('long', 'asleep', 'how often a warp has fallen asleep'),
      p.declare('bool', 'FIN', 'the program has finished'),
      ...context.kernel.parameters.map(({ name }) => p.declare('int', context.nameOf(name))),
      ...[...context.derived.keys()].map((log) => p.declare('int', log)),
      p.declare('byte', 'units', 'units that run'),
    ],
    [
      p.channel('hst_clk', 'mtype'),
      p.channel('clk_p', 'mtype', 'byte'),
      p.channel('p_clk', 'mtype', 'byte'),
      p.channel('m_hst', 'mtype'),
    ],
  ];
}
