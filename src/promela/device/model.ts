import type { Result } from '../../base/diagnostic.ts';
import { type Environment, ExprError } from '../../front/expr.ts';
import type { Kernel } from '../../kernel/ir.ts';
import {
  CONSTANT_NAMES,
  type Constants,
  type Folding,
  type Semantics,
} from '../../platform/index.ts';
import { MOST_PROCESSES } from '../../platform/layout.ts';
import type { ModelContext } from '../context.ts';
import type { Model } from '../generated.ts';
import { type Level, levelOf } from '../levels.ts';
import {
  AT_RUN_TIME,
  contextOf,
  globalBarriers,
  made,
  runVariables,
  timeVariables,
  unsupported,
} from '../made.ts';
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
import { eventsOf, PROGRAM_FILE, wavesOf } from './program-table.ts';
import { type ProgramOf, Programs } from './programs.ts';
import { port, scheduler, secondCache } from './servers.ts';

/** Warps' programs are read by the verifier from a file, by the parameters' values. */
export function deviceModel(
  kernel: Kernel,
  semantics: Semantics,
  level: Level,
  programOf: ProgramOf | undefined,
): Result<Model> {
  if (!programOf) return unsupported(kernel, NO_PROGRAMS);
  const diagnostics = globalBarriers(kernel.body, semantics);
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const { folds, repeats } = levelOf(level);
  const folding: Folding = { elements: folds, units: folds, kinds: false, repeats };
  const context = contextOf({ kernel, semantics, level, folding, wide: true });
  const { layout, parameters } = context;
  const programsFor = programsByPlatform(kernel, programOf);
  const invalid: Model['invalid'] = (values, constants) => {
    const unfit = layout.invalid(values, constants);
    if (unfit !== undefined) return unfit;
    const programs = programsFor(constants);
    return programs.reason(values) ?? (repeats ? undefined : tooManyProcesses(programs, values));
  };
  /** Within the ranges and able to run. */
  const wantedIn =
    (ranges: Ranges, constants: Constants) =>
    (values: Environment): boolean =>
      kernel.parameters.every(({ name }) => {
        const range = ranges[parameters.get(name) ?? name];
        const value = values[name] ?? 0;
        return range === undefined || (value >= range.low && value <= range.high);
      }) && invalid(values, constants) === undefined;
  /** Why not, where each warp is a process. */
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
  const value = made(
    context,
    written,
    {
      invalid,
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
        give: (constants, given) => programsFor(constants).give(given),
      },
    },
    {
      begins: 'read_table();',
      library: [...programLibrary([...parameters.values()]), ...(repeats ? waveLibrary() : [])],
    },
  );
  return { ok: true, diagnostics: [], value };
}

function written(context: ModelContext): p.PromelaModel {
  const { kernel, semantics, level, folding } = context;
  return {
    comment: [
      `${kernel.name}, ${semantics.inSentence} semantics, level ${level}: ${INSTEAD[level]}.`,
      `${AT_RUN_TIME};`,
      `what the warps do in a configuration stands in the file ${PROGRAM_FILE}.`,
    ],
    messages: ['go', 'done', 'stop', 'tick', 'wait'],
    globals: variables(context),
    processes: [
      main(context, p.code('find_program();'), p.labelled('end_no_program', p.wait('found'))),
      processes.host(),
      // SPIN wants a process declared before another one looks into it.
      ...(folding.repeats
        ? []
        : [port(), secondCache(), scheduler(), processes.warp(), processes.barrier()]),
      processes.unit(level),
      processes.clock(level),
    ],
    forgets: true,
    kinds: false,
  };
}

/** Steps for a configuration and a warp's event, as counted: an order of magnitude. */
const STEPS = { configuration: 300, event: 30 };

const INSTEAD: Readonly<Record<Level, string>> = {
  free: '',
  baton: 'each unit and each warp is a process, each wave of groups is run',
  representatives: 'one unit and one wave stand for all, each warp is a process',
  accelerated: 'one unit and one wave stand for all, and the wave is one step',
};

const NO_PROGRAMS = {
  code: 'no-programs',
  message: 'The device semantics has no machine whose warps could run this kernel.',
  hint: 'Choose a machine.',
};

/** Keeps the last platforms' programs, since a sweep looks at one after the other. */
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

function variables(context: ModelContext): p.Declaration[][] {
  return [
    runVariables(context),
    // Found anew wherever a configuration is chosen.
    [
      ...PROGRAM_NUMBERS.map(([name, comment]) =>
        p.declare('int', name, { hidden: true, comment }),
      ),
      ...STEP_ARRAYS.map(([name, comment]) =>
        p.declare('int', name, { hidden: true, length: STEP_ROOM, comment }),
      ),
    ],
    [
      ...timeVariables(
        context,
        'cycles',
        p.declare('long', 'asleep', 'how often a warp has fallen asleep'),
      ),
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
