import type { Diagnostic, Result } from '../base/diagnostic.ts';
import type { Kernel, Parameter } from '../kernel/ir.ts';
import { atFree, type Level, type ModelContext } from './context.ts';
import { CONSTANT_WORDS, parameterNames } from './names.ts';
import { countersIn, toSteps } from './phases.ts';
import { PROFILES, type Semantics } from './profile.ts';
import { barrier } from './processes/barrier.ts';
import { clock } from './processes/clock.ts';
import { device } from './processes/device.ts';
import { host } from './processes/host.ts';
import { main } from './processes/main.ts';
import { pex } from './processes/pex.ts';
import { unit } from './processes/unit.ts';
import { parametersFromWords, parametersInText, reportInC, reportInPromela } from './run-time.ts';
import { type Lines, type LineSource, ModelWriter } from './writer.ts';
import type { RunParameters } from './words.ts';

/** A generated Promela model. */
export interface Model {
  /** The model that is verified. Everything numeric is read at run time (see `runWords`). */
  readonly text: string;
  /** The source of each line of `text`; index 0 is line 1. */
  readonly sources: readonly LineSource[];
  /** Promela name of each tuning parameter. */
  readonly parameterNames: ReadonlyMap<string, string>;
  /** The same model for SPIN's simulator, which runs no C: the initial step assigns the values
   * instead of reading them, and the result is printed by Promela's own printf. */
  simulation(run: RunParameters): string;
}

/** Generates the Promela model of a kernel under a semantics at a level of abstraction. The text
 * depends on the structure of the kernel alone, never on the platform's constants or the bound. */
export function generateModel(kernel: Kernel, semantics: Semantics, level: Level): Result<Model> {
  const diagnostics = unsupported(kernel, semantics);
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const profile = PROFILES[semantics];
  const steps = toSteps(kernel.body, profile);
  if (steps.length === 0) {
    return {
      ok: false,
      diagnostics: [
        {
          severity: 'error',
          code: 'no-work',
          span: kernel.span,
          message: `${kernel.name} does nothing that takes time, so there is nothing to tune.`,
          hint: 'Give the functions it calls a cost: #pragma tuner cost f = GMT',
        },
      ],
    };
  }
  const parameters = parameterNames(kernel);
  const renamed = new Map<string, string>(parameters);
  renamed.set('lid', 'me');
  for (const counter of countersIn(steps)) {
    let free = counter;
    while ([...renamed.values()].includes(free) || CONSTANT_WORDS.some((word) => word === free)) free += '_';
    renamed.set(counter, free);
  }
  const context: ModelContext = {
    kernel,
    profile,
    level,
    steps,
    rename: (name) => renamed.get(name) ?? name,
  };
  const verified = write(context, parameters, parametersFromWords(context, parameters), reportInC(parameters));
  return {
    ok: true,
    diagnostics: [],
    value: {
      text: verified.text,
      sources: verified.sources,
      parameterNames: parameters,
      simulation: (run) =>
        write(context, parameters, parametersInText(run), reportInPromela(parameters)).text,
    },
  };
}

function write(
  context: ModelContext,
  parameters: ReadonlyMap<string, string>,
  readParameters: Lines,
  report: Lines,
): ModelWriter {
  return new ModelWriter()
    .add(header(context))
    .add(declarations(context, parameters))
    .add(readParameters)
    .add([''])
    .add(report)
    .add([''])
    .add(main(context), 'main')
    .add([''])
    .add(host(context), 'host')
    .add([''])
    .add(device(context), 'device')
    .add([''])
    .add(unit(context), 'unit')
    .add([''])
    .add(barrier(context), 'barrier')
    .add([''])
    .add(pex(context), 'pex')
    .add([''])
    .add(clock(context), 'clock');
}

function header(context: ModelContext): Lines {
  const what = {
    free: 'every process takes its steps whenever it can',
    baton: 'one process at a time holds the baton; every message hands it over and is answered',
  }[context.level];
  return [
    `/* ${context.kernel.name}, ${context.profile.semantics} semantics, level ${context.level}:`,
    ` * ${what}.`,
    ' * The platform, the size, the ranges of the tuning parameters and the bound T are given at run time. */',
    '',
  ];
}

function declarations(context: ModelContext, parameters: ReadonlyMap<string, string>): Lines {
  const names = [...parameters.values()];
  return [
    `mtype = { go, done, stop, tick${context.level === 'baton' ? ', wait' : ''} };`,
    '',
    `hidden int ${CONSTANT_WORDS.join(', ')};`,
    ...context.kernel.parameters.map((parameter) => `hidden int ${rangeNames(parameter, parameters).join(', ')};`),
    'hidden int T;        /* the bound of the over-time property */',
    'hidden int prune;    /* whether paths end where time passes T */',
    'hidden int improve;  /* whether a finished path lowers T below its time (branch and bound) */',
    '',
    'int time;            /* model time, in ticks */',
    'bool FIN;            /* the program has finished */',
    ...names.map((name) => `int ${name};`),
    'int rounds;          /* groups that the unit works on, one after the other */',
    'int passes;          /* passes of each element over the kernel, for one group */',
    'byte NWE;            /* elements that work */',
    'byte first_pex;      /* process number of element 0 */',
    ...atFree(context, 'byte running;        /* processes that have something to do now */'),
    '',
    'chan hst_clk = [0] of { mtype };',
    'chan clk_p = [0] of { mtype, byte };',
    ...(context.level === 'baton' ? ['chan p_clk = [0] of { mtype, byte };'] : []),
    '',
  ];
}

/** The run-time names that bound a parameter's values. */
export function rangeNames(parameter: Parameter, names: ReadonlyMap<string, string>): string[] {
  const name = names.get(parameter.name) ?? parameter.name;
  const bounds = [`${name}_low`, `${name}_high`];
  return parameter.domain.kind === 'range' ? [...bounds, `${name}_step`] : bounds;
}

/** What this generator has no model for. */
function unsupported(kernel: Kernel, semantics: Semantics): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  if (semantics === 'published' && !kernel.parameters.some(({ name }) => name === 'WG')) {
    diagnostics.push({
      severity: 'error',
      code: 'no-work-group-size',
      span: kernel.span,
      message: 'The published semantics needs a tuning parameter WG, the work-group size.',
      hint: 'Add #pragma tuner param WG = pow2(4, size/2)',
    });
  }
  return diagnostics;
}
