import * as v from 'valibot';
import { LEVEL_CHOICES } from '../../checker/index.ts';
import {
  CONSTANTS,
  isOnMachine,
  perConstant,
  PRESETS,
  presetValues,
  SEMANTICS_IDS,
} from '../../platform/index.ts';
import { METHODS } from '../../tuning/index.ts';
import { machineSettingsSchema, USUAL_MACHINE_SETTINGS } from './machine-settings.ts';
import { ALL_EXAMPLES, FIRST_EXAMPLE } from '../example-list.ts';

/** The least and most of each limit. */
export const LIMIT_RANGES = {
  // The verifier's stack counts too; its addresses have 32 bits.
  memoryMB: [32, 4096],
  seconds: [1, 1_000_000],
  workers: [1, 16],
} as const;

const limit = (name: keyof typeof LIMIT_RANGES) => {
  const [least, most] = LIMIT_RANGES[name];
  return v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)));
};

const limitsSchema = v.object({
  /** MB for a run's verifiers together, and for a job's beside it; absent: as usual. */
  memoryMB: limit('memoryMB'),
  /** Seconds that a swarm searches. */
  seconds: limit('seconds'),
  /** Workers of a swarm. */
  workers: limit('workers'),
});

/** Limits that the user has set. */
export type Limits = Readonly<v.InferOutput<typeof limitsSchema>>;

/** Undefined where any limit makes no sense. */
export function checkLimits(limits: Limits): Limits | undefined {
  const parsed = v.safeParse(limitsSchema, limits);
  return parsed.success ? parsed.output : undefined;
}

/** As typed, checked where used; later constants default to their usual value. */
const typedConstant = ({ usual }: { readonly usual: number }) =>
  v.optional(v.string(), String(usual));

export const settingsSchema = v.object({
  kernelText: v.string(),
  /** The tuned kernel; the first if absent or not in the text. */
  kernelName: v.exactOptional(v.string()),
  /** The opened example, for the picker. */
  example: v.string(),
  constants: v.pipe(v.object(perConstant(typedConstant)), v.readonly()),
  /** The device semantics' machine, in the platform's place. */
  machine: v.exactOptional(machineSettingsSchema),
  semantics: v.picklist(SEMANTICS_IDS),
  level: v.picklist(LEVEL_CHOICES),
  method: v.picklist(METHODS.map(({ id }) => id)),
  /** true: clang is fetched and checks; false: never; absent: once a run fetched it. */
  compilerChecks: v.exactOptional(v.boolean()),
  limits: v.exactOptional(limitsSchema),
  /** Input elements for verifying values; absent: as usual. */
  verifiedSize: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65536))),
  /** Of a CUDA host's launches: which is verified, by its number among the host's steps; absent: the usual one. */
  launch: v.exactOptional(
    v.union([v.literal('usual'), v.literal('all'), v.pipe(v.number(), v.integer(), v.minValue(0))]),
  ),
  /** Tunes by itself shortly after each edit. */
  live: v.exactOptional(v.boolean()),
});

/** As typed, so that nothing is lost; `Derived.problems` has the faults. */
export type Settings = Readonly<v.InferOutput<typeof settingsSchema>>;

/** The default for verification: several groups of several items. */
const USUAL_VERIFIED_SIZE = 16;
/** Tuned sizes up to here are verified, including the fastest. */
const MOST_VERIFIED_SIZE = 32;

/** For how many elements values are verified. */
export function verifiedSizeOf({ verifiedSize, constants }: Settings): number {
  const size = Number(constants.size);
  const usual =
    Number.isInteger(size) && size >= 1 && size <= MOST_VERIFIED_SIZE ? size : USUAL_VERIFIED_SIZE;
  return verifiedSize ?? usual;
}

/** A preset's constants as typed; the size stays. */
export function presetConstants(id: string, size: string): Settings['constants'] | undefined {
  const preset = PRESETS.find((candidate) => candidate.id === id);
  const values = preset && presetValues(preset);
  return values && perConstant(({ name }) => (name === 'size' ? size : String(values[name])));
}

/** The settings that an example is opened with. */
export function exampleSettings(
  id: string,
  text: string,
): Pick<Settings, 'kernelText' | 'example' | 'constants' | 'semantics'> {
  const entry = ALL_EXAMPLES.find((candidate) => candidate.id === id) ?? ALL_EXAMPLES[0];
  if (!entry) throw new Error('there are no examples');
  const constants = presetConstants(entry.preset, String(entry.size));
  if (!constants) throw new Error(`the preset ${entry.preset} does not exist`);
  return { kernelText: text, example: id, constants, semantics: entry.semantics };
}

/** The settings of somebody who has set nothing.
 * @param id the example that is open. */
export const firstSettings = (
  exampleText: (id: string) => string | undefined,
  id = FIRST_EXAMPLE,
): Settings => ({
  ...exampleSettings(id, exampleText(id) ?? ''),
  level: 'auto',
  method: 'bisection',
});

/** The same problem and the same search. */
export function sameProblem(one: Settings, other: Settings): boolean {
  const essence = (settings: Settings) => {
    const { kernelText, kernelName, constants, semantics, level, method } = settings;
    const { preset, changed } = settings.machine ?? USUAL_MACHINE_SETTINGS;
    return JSON.stringify([
      kernelText,
      kernelName ?? '',
      CONSTANTS.map(({ name }) => constants[name].trim()),
      semantics,
      level,
      method,
      // In any other semantics it does not matter.
      isOnMachine(semantics) && [preset, Object.entries(changed).toSorted()],
    ]);
  };
  return essence(one) === essence(other);
}
