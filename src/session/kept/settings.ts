import * as v from 'valibot';
import { LEVEL_CHOICES } from '../../checker/index.ts';
import {
  CONSTANTS,
  perConstant,
  PRESETS,
  presetValues,
  SEMANTICS_IDS,
} from '../../platform/index.ts';
import { METHODS } from '../../tuning/index.ts';
import { machineSettingsSchema, USUAL_MACHINE_SETTINGS } from './machine-settings.ts';
import { EXAMPLE_LIST } from '../example-list.ts';

/** The least and the most that each limit may be. */
export const LIMIT_RANGES = {
  // A verifier takes its stack from this as well, and has addresses of 32 bits.
  memoryMB: [32, 4096],
  seconds: [1, 1_000_000],
  workers: [1, 16],
} as const;

const limit = (name: keyof typeof LIMIT_RANGES) => {
  const [least, most] = LIMIT_RANGES[name];
  return v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)));
};

const limitsSchema = v.object({
  /** MB of memory for all verifiers of a run together, and for those of a sweep, a check or a trace beside
   * it; absent: as much as usual. */
  memoryMB: limit('memoryMB'),
  /** Seconds that a swarm searches. */
  seconds: limit('seconds'),
  /** Workers of a swarm. */
  workers: limit('workers'),
});

/** Limits that the user has set. */
export type Limits = Readonly<v.InferOutput<typeof limitsSchema>>;

/** Limits as they may be set; undefined where one of them makes no sense. */
export function checkLimits(limits: Limits): Limits | undefined {
  const parsed = v.safeParse(limitsSchema, limits);
  return parsed.success ? parsed.output : undefined;
}

/** As typed: it may be anything of any length, and is checked where it is used. Settings that were kept
 * before there was a constant have its usual value. */
const typedConstant = ({ usual }: { readonly usual: number }) =>
  v.optional(v.string(), String(usual));

export const settingsSchema = v.object({
  kernelText: v.string(),
  /** The kernel of the text that is tuned; absent, or no longer in the text: the first one. */
  kernelName: v.exactOptional(v.string()),
  /** The example the text was opened from, for the picker. */
  example: v.string(),
  constants: v.pipe(v.object(perConstant(typedConstant)), v.readonly()),
  /** Of the device semantics; absent: the usual one. Its constants take the place of those of the platform. */
  machine: v.exactOptional(machineSettingsSchema),
  semantics: v.picklist(SEMANTICS_IDS),
  level: v.picklist(LEVEL_CHOICES),
  method: v.picklist(METHODS.map(({ id }) => id)),
  /** Whether clang checks the text as well: absent, once a run has fetched the compiler; true, always,
   * and then it is fetched for that; false, never. */
  compilerChecks: v.exactOptional(v.boolean()),
  limits: v.exactOptional(limitsSchema),
  /** Elements of the input that values are verified for; absent: as many as usual. */
  verifiedSize: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65536))),
  /** Whether the page tunes by itself shortly after an edit. */
  live: v.exactOptional(v.boolean()),
});

/** What the user has set. It survives a reload. The constants are kept as typed, so that nothing typed
 * is lost; `Derived.problems` says which of them do not do. */
export type Settings = Readonly<v.InferOutput<typeof settingsSchema>>;

/** The size that values are verified at, unless the user says otherwise: several groups of several items. */
const USUAL_VERIFIED_SIZE = 16;
/** Up to here it is the size that is tuned: then what is fastest is among what is verified. */
const MOST_VERIFIED_SIZE = 32;

/** For how many elements values are verified. */
export function verifiedSizeOf({ verifiedSize, constants }: Settings): number {
  const size = Number(constants.size);
  const usual =
    Number.isInteger(size) && size >= 1 && size <= MOST_VERIFIED_SIZE ? size : USUAL_VERIFIED_SIZE;
  return verifiedSize ?? usual;
}

/** The constants of a preset as they are typed; the size stays. */
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
  const entry = EXAMPLE_LIST.find((candidate) => candidate.id === id) ?? EXAMPLE_LIST[0];
  if (!entry) throw new Error('there are no examples');
  const constants = presetConstants(entry.preset, String(entry.size));
  if (!constants) throw new Error(`the preset ${entry.preset} does not exist`);
  return { kernelText: text, example: id, constants, semantics: entry.semantics };
}

/** The settings of somebody who has set nothing. */
export const firstSettings = (exampleText: (id: string) => string | undefined): Settings => ({
  ...exampleSettings('abstract', exampleText('abstract') ?? ''),
  level: 'auto',
  method: 'bisection',
});

/** Whether two settings pose the same problem to the same search. */
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
      semantics === 'device' && [preset, Object.entries(changed).toSorted()],
    ]);
  };
  return essence(one) === essence(other);
}
