import type { Diagnostic } from '../src/base/diagnostic.ts';
import { kernelValues, pose } from '../src/checker/index.ts';
import { findingDiagnostics, poseValues } from '../src/checker/values.ts';
import { problemConfigurations } from '../src/checker/problem.ts';
import { type Environment, ExprError } from '../src/front/expr.ts';
import type { Parameter } from '../src/front/configurations.ts';
import type { KernelParser } from '../src/kernel/parser.ts';
import { type CostHint, costHints, type Mending, mendings } from '../src/language/index.ts';
import { OWN_SEMANTICS } from '../src/platform/index.ts';
import { type CheckSettings, kernelsIn, ran, STEPS_BEFORE_SEARCH } from './check-source.ts';
import type { KernelSource } from './composed-text.ts';

/** An editor's view of a text that has been read. */
export interface ReadKernels {
  readonly diagnostics: readonly Diagnostic[];
  /** Costs of all its kernels. */
  readonly hints: readonly CostHint[];
  /** Constants, and the first configuration that can run. */
  readonly environment: Environment;
  readonly parameters: readonly Parameter[];
}

/** Reads each kernel of a text; one without any is a file to be included. */
export function readKernels(
  parser: KernelParser,
  { text, includes }: KernelSource,
  settings: CheckSettings,
): ReadKernels {
  const { constants, defines } = settings;
  const setting = { semantics: OWN_SEMANTICS, level: 'auto', constants, anyNumber: true } as const;
  const given = { defines, includes };
  const read = parser.functionsOf(text, given);
  const names = kernelsIn(read.functions, settings.kernelName).map(({ name }) => name);
  const posed = names.map((name) => pose(parser, text, setting, name, given));
  const values = posed.map(({ problem }) => {
    if (!problem) return {};
    try {
      for (const one of problemConfigurations(problem)) if (!one.reason) return one.values;
    } catch (error) {
      if (!(error instanceof ExprError)) throw error;
    }
    return {};
  });
  return {
    diagnostics:
      names.length > 0 ? posed.flatMap(({ diagnostics }) => diagnostics) : read.diagnostics,
    hints: posed.flatMap(({ kernel }, at) =>
      kernel ? costHints(kernel, OWN_SEMANTICS, { ...constants, ...values[at] }) : [],
    ),
    environment: { ...constants, ...values[0] },
    parameters: posed.flatMap(({ kernel }) => kernel?.parameters ?? []),
  };
}

/** Findings of a run of each kernel's work-items. */
export async function runKernels(
  parser: KernelParser,
  { name, text, includes }: KernelSource,
  settings: CheckSettings,
): Promise<readonly Diagnostic[]> {
  const { constants, defines, seconds } = settings;
  const end = performance.now() + seconds * 1000;
  const about = {
    text,
    constants: { ...constants },
    budget: STEPS_BEFORE_SEARCH,
    isOutOfTime: () => performance.now() > end,
  };
  const { signal } = new AbortController();
  const all: Diagnostic[] = [];
  const { functions } = parser.functionsOf(text, { defines, includes });
  for (const { name: kernelName } of kernelsIn(functions, settings.kernelName)) {
    const posed = poseValues(parser, text, { ...settings, includes, kernelName });
    all.push(...posed.diagnostics);
    if (posed.obstacle !== undefined) continue;
    const run = (program: Parameters<typeof ran>[0]) => ran(program, about);
    all.push(...findingDiagnostics(await kernelValues(name, posed).verify({ run, signal })));
  }
  return all;
}

/** Fixes of one thing that is said of a text, tried as it was found. */
export const mendingsOf = (
  parser: KernelParser,
  source: KernelSource,
  settings: CheckSettings,
  diagnostic: Diagnostic,
): readonly Mending[] =>
  mendings(
    source.text,
    diagnostic,
    (text) => readKernels(parser, { ...source, text }, settings).diagnostics,
  );
