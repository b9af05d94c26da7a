import { host } from '#host';
import { type LeftOut, pose, type Problem } from '../src/checker/index.ts';
import { stating } from '../src/checker/with-reference.ts';
import type { Machine } from '../src/device/index.ts';
import { domainValues } from '../src/front/configurations.ts';
import { languageOf } from '../src/front/cuda/words.ts';
import type { Given } from '../src/front/reader.ts';
import type { Configuration, Task } from '../src/tuning/index.ts';
import type { FindingKind, ValueProgram } from '../src/values/index.ts';
import { buildValues } from '../src/checker/values.ts';
import { checkByRunning } from '../src/values/run/check.ts';
import type { KernelArguments } from './kernel-arguments.ts';
import { InputError, placed, type PlacedDiagnostic, refusal } from './diagnostics.ts';
import { placedFinding, type SaidFinding } from './findings.ts';
import { launchedText, placesBefore } from './launched.ts';
import { type PlaceOf, placesIn } from './places.ts';
import { memoryOf } from '../src/checker/pose-values.ts';

/** The most memory of a kernel with values checked after tuning. */
const MOST_BYTES = 2 ** 24;

/** A kernel that can be tuned. */
export interface KernelInput {
  /** In messages. */
  readonly name: string;
  readonly problem: Problem;
  /** The tuned text, its includes apart. */
  readonly text: string;
  /** Without the host's part, as a compiler at run time takes it. */
  readonly deviceText: string;
  readonly language: 'opencl' | 'cuda';
  /** A configuration's program, from which a host's part is written, or why there is none. */
  readonly program: (values: Configuration) => ValueProgram | string;
  readonly diagnostics: readonly PlacedDiagnostic[];
  /** Configurations that are not right, where those are not asked for. */
  readonly leftOut: readonly LeftOut[];
  /** Faults of a configuration's values, within some million steps of its work-items. */
  readonly findings: (values: Configuration) => readonly SaidFinding<FindingKind>[];
}

/** Steps for checking values after a tuning: about a second. */
const STEPS = 10_000_000;

/** A text with what its caller states of it. */
export async function withStated(
  name: string,
  own: string,
  { launch, stated = [] }: Pick<KernelArguments, 'launch' | 'stated'>,
  about: Given & { readonly kernelName?: string | undefined },
): Promise<{ readonly text: string; readonly placeOf: PlaceOf }> {
  const text = stating(own, stated);
  const placeOf = placesBefore(placesIn(own), own.length, '--kernel-tuner');
  if (launch === undefined) return { text, placeOf };
  const made = launchedText(await host.parser(), name, text, launch, about);
  return { text: made.text, placeOf: placesBefore(placeOf, made.from) };
}

/** A text's problem. @throws {InputError} where it has none. */
export async function poseText(
  name: string,
  source: string,
  options: Pick<KernelArguments, 'semantics' | 'level' | 'constants' | 'strict'> & {
    readonly machine?: Machine;
    readonly task?: Task;
    readonly anyNumber?: boolean;
  },
  {
    kernelName,
    placeOf = placesIn(source),
    ...given
  }: Given & {
    readonly kernelName?: string | undefined;
    readonly placeOf?: PlaceOf | undefined;
  } = {},
): Promise<KernelInput> {
  const parser = await host.parser();
  const posed = pose(parser, source, options, kernelName, given);
  const diagnostics = placed(source, posed.diagnostics, placeOf);
  const refused = refusal(name, diagnostics, options.strict);
  if (refused) throw refused;
  const { problem, obstacle } = posed;
  const wrong =
    obstacle ?? (problem ? noSuchConfiguration(problem, options.task) : 'it has no model');
  if (!problem || wrong !== undefined) throw new InputError(`${name}: ${wrong}`, diagnostics);
  const { constants } = options;
  return {
    name,
    problem,
    text: source,
    get deviceText() {
      return parser.deviceText(source);
    },
    language: languageOf(source),
    program(values) {
      const of = { ...constants, ...values };
      const built = buildValues(parser, source, { kernelName, ...given, values: of });
      return built.ok ? built.value : (built.diagnostics[0]?.message ?? 'it has no program');
    },
    diagnostics,
    leftOut: [],
    findings(values) {
      const of = { ...constants, ...values };
      const built = buildValues(parser, source, { kernelName, ...given, values: of });
      if (!built.ok || memoryOf(built.value) > MOST_BYTES) return [];
      const about = { budget: STEPS, text: source, constants: { ...constants } };
      const { findings } = checkByRunning(built.value, about);
      return findings.map((one) => placedFinding(source, one, placeOf));
    },
  };
}

/** A typed configuration's fault; why it cannot run shows later. */
function noSuchConfiguration(problem: Problem, task: Task | undefined): string | undefined {
  if (typeof task !== 'object') return undefined;
  const { kernel, constants } = problem;
  const names = kernel.parameters.map(({ name }) => name);
  const asked = new Map(Object.entries(task.longest));
  const unknown = [...asked.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined)
    return `--longest: there is no parameter ${unknown}; there are ${names.join(', ')}`;
  for (const { name, domain } of kernel.parameters) {
    const value = asked.get(name);
    if (value === undefined) return `--longest has no value for ${name}`;
    const values = domainValues(domain, { ...constants });
    if (values.includes(value)) continue;
    const some = values.slice(0, MOST_NAMED).join(', ');
    const more = values.length > MOST_NAMED ? ', ...' : '';
    return `--longest: ${name} cannot be ${value}; its values are ${some}${more}`;
  }
  return undefined;
}

/** Values that a message names. */
const MOST_NAMED = 20;
