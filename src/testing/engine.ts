import type { Ticks } from '../base/ticks.ts';
import { readFileSync } from 'node:fs';
import type { Kernel } from '../kernel/ir.ts';
import type { Charged } from '../kernel/charges.ts';
import { createNodeKernelParser } from '../kernel/node.ts';
import { type Constants, usualConstants } from '../platform/index.ts';
import { generateModel, type Level, type Model, type SemanticsId } from '../promela/index.ts';
import {
  ModelChecker,
  type Problem,
  rangesOf,
  traceModelOf,
  unboundedRun,
  problemConfigurations,
} from '../checker/index.ts';
import { poseKernel, type Setting } from '../checker/pose.ts';
import { simulatedTrace } from '../session/views/simulated-trace.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import type { Trace } from '../trace/index.ts';
import type {
  Configuration,
  Strategy,
  StrategyOptions,
  TuningEvent,
  TuningResult,
  Verifier,
} from '../tuning/index.ts';

/** One parser for all tests of a file. */
const parser = await createNodeKernelParser();

/** The platform of the paper's Table 1, with changes. */
export const platform = (changes: Partial<Constants> = {}): Constants => ({
  ...usualConstants(),
  ...changes,
});

export const exampleText = (name: string): string =>
  readFileSync(new URL(`../../examples/${name}.cl`, import.meta.url), 'utf8');

/** The kernel of a faultless text. */
export function kernelOf(text: string, charged?: Charged): Kernel {
  const result = parser.lower(text, undefined, undefined, charged);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
  return result.value;
}

/** The model of a kernel that must have one. */
export function modelOf(kernel: Kernel, semantics: SemanticsId, level: Level): Model {
  const result = generateModel(kernel, semantics, level);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
  return result.value;
}

/** A check and its setting. */
export interface Setup extends Setting {
  readonly kernel: Kernel;
  readonly level: Level;
  readonly constants: Constants;
}

/** The problem of a setup that must pose one. */
export function problemOf({ kernel, ...setting }: Setup): Problem {
  const { problem, diagnostics, obstacle } = poseKernel(kernel, setting);
  if (!problem) throw new Error(JSON.stringify({ obstacle, diagnostics }, null, 2));
  return problem;
}

/** The configurations that can run. */
export const validConfigurations = (
  kernel: Kernel,
  constants: Constants,
): readonly Configuration[] => {
  const setup = { kernel, semantics: 'opencl', level: 'accelerated', constants } as const;
  return [...problemConfigurations(problemOf(setup))].flatMap(({ values, reason }) =>
    reason === undefined ? [values] : [],
  );
};

export const checkerOf = (toolchain: Toolchain, setup: Setup): ModelChecker =>
  new ModelChecker(toolchain, problemOf(setup), { memoryMB: 2048 });

/** Simulated ticks of each valid configuration, or `deadlock`. */
export async function simulatedTimes(
  toolchain: Toolchain,
  setup: Setup,
): Promise<{ readonly values: Configuration; readonly time: Ticks | 'deadlock' }[]> {
  const checker = checkerOf(toolchain, setup);
  const times: { values: Configuration; time: Ticks | 'deadlock' }[] = [];
  for (const { values, reason } of checker.configurations()) {
    if (reason !== undefined) continue;
    times.push({ values, time: await simulatedTime(checker, values) });
  }
  return times;
}

/** Every finishing configuration's time, by one search. */
export async function censusTimes(
  toolchain: Toolchain,
  setup: Setup,
): Promise<{ readonly values: Configuration; readonly time: Ticks }[]> {
  const checker = checkerOf(toolchain, setup);
  if (!checker.census) {
    const { finishes, cut } = await checker.search({ bound: 'none', all: true });
    if (cut !== undefined) throw new Error(`the search was cut off: ${cut}`);
    return [...finishes];
  }
  const { finishes, cut } = await checker.census({});
  if (cut !== undefined) throw new Error(`the census was cut off: ${cut}`);
  return Array.from({ length: finishes.size }, (_, row) => ({
    values: finishes.values(row),
    time: finishes.time(row),
  }));
}

/** The ticks of one simulated run of a configuration. */
export async function simulatedTime(
  checker: ModelChecker,
  values: Configuration,
): Promise<Ticks | 'deadlock'> {
  const report = await checker.simulate(values, 1);
  if (report.outcome === 'deadlock') return 'deadlock';
  if (!report.finish) throw new Error(`${JSON.stringify(values)}: ${report.outcome}`);
  return report.finish.time;
}

/** A simulated trace, which needs no verifier. */
export async function simulatedTraceOf(
  toolchain: Toolchain,
  setup: Setup,
  values: Configuration,
): Promise<Trace> {
  const problem = problemOf(setup);
  if (!problem.model.simulation) throw new Error("SPIN's simulator does not run this model");
  const ranges = rangesOf(problem, values);
  const { text, sources } = problem.model.simulation(unboundedRun(problem, ranges));
  const { signal } = new AbortController();
  const about = { ...traceModelOf(problem, values), sources };
  return (await simulatedTrace(toolchain, text, { seed: 1 }, about, signal)).trace;
}

/** Runs a strategy to its end. */
export async function finish(
  strategy: Strategy,
  verifier: Verifier,
  options?: StrategyOptions,
): Promise<{ readonly events: readonly TuningEvent[]; readonly result: TuningResult }> {
  const events: TuningEvent[] = [];
  const { signal } = new AbortController();
  const result = await strategy(verifier, (event) => events.push(event), signal, options);
  return { events, result };
}
