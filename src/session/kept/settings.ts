import * as v from 'valibot';
import {
  CONSTANTS,
  perConstant,
  type PerConstant,
  PRESETS,
  presetValues,
  SEMANTICS_IDS,
} from '../../platform/index.ts';
import { LEVEL_CHOICES } from '../../checker/index.ts';
import { METHODS } from '../../tuning/index.ts';
import { EXAMPLE_LIST } from '../example-list.ts';
import type { Limits, Settings } from '../state.ts';

/** Where settings are kept between visits: `localStorage`, or nothing where that is refused. */
export interface SettingsStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const KEY = 'overtime.settings.1';

/** As typed: it may be anything, and is checked where it is used. */
const typedNumber = v.pipe(v.string(), v.maxLength(40));

/** The least and the most that each limit may be. */
export const LIMIT_RANGES = {
  // A verifier takes its stack from this as well, and has addresses of 32 bits.
  memoryMB: [32, 4096],
  seconds: [1, 1_000_000],
  workers: [1, 16],
} as const satisfies Readonly<Record<keyof Limits, readonly [least: number, most: number]>>;

const limit = (name: keyof Limits) => {
  const [least, most] = LIMIT_RANGES[name];
  return v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)));
};

const limitsSchema = v.object({
  memoryMB: limit('memoryMB'),
  seconds: limit('seconds'),
  workers: limit('workers'),
});

/** Limits as they may be set; undefined where one of them makes no sense. */
export function checkLimits(limits: Limits): Limits | undefined {
  const parsed = v.safeParse(limitsSchema, limits);
  return parsed.success ? parsed.output : undefined;
}

export const settingsSchema = v.object({
  kernelText: v.pipe(v.string(), v.maxLength(1_000_000)),
  kernelName: v.exactOptional(v.pipe(v.string(), v.maxLength(1000))),
  example: v.string(),
  // One that was not there when they were kept is as usual.
  constants: v.object(perConstant(({ usual }) => v.optional(typedNumber, String(usual)))),
  semantics: v.picklist(SEMANTICS_IDS),
  level: v.picklist(LEVEL_CHOICES.map(({ id }) => id)),
  method: v.picklist(METHODS.map(({ id }) => id)),
  compilerChecks: v.exactOptional(v.boolean()),
  limits: v.exactOptional(limitsSchema),
  live: v.exactOptional(v.boolean()),
});

/** The settings of the last visit; nothing where there are none that can be read. */
export function loadSettings(storage: SettingsStorage): Settings | undefined {
  try {
    const text = storage.getItem(KEY);
    if (text === null) return undefined;
    const parsed = v.safeParse(settingsSchema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined; // no storage, or not ours
  }
}

/** Keeps the settings. A full or refused storage is no reason to disturb the user. */
export function saveSettings(storage: SettingsStorage, settings: Settings): void {
  try {
    storage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The page works without.
  }
}

/** The constants of a preset as they are typed; the size stays. */
export function presetConstants(id: string, size: string): PerConstant<string> | undefined {
  const preset = PRESETS.find((candidate) => candidate.id === id);
  if (!preset) return undefined;
  const values = presetValues(preset, 0);
  return { ...perConstant(({ name }) => String(values[name])), size };
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

/** Whether two settings pose the same problem to the same search. */
export function sameProblem(one: Settings, other: Settings): boolean {
  const essence = ({ kernelText, kernelName, constants, semantics, level, method }: Settings) =>
    JSON.stringify([
      kernelText,
      kernelName ?? '',
      CONSTANTS.map(({ name }) => constants[name].trim()),
      semantics,
      level,
      method,
    ]);
  return essence(one) === essence(other);
}

const VISITED = 'overtime.visited';

/** Whether nobody has been here before, in this browser; it is so only once. */
export function isFirstVisit(storage: SettingsStorage): boolean {
  try {
    const first = storage.getItem(VISITED) === null && storage.getItem(KEY) === null;
    storage.setItem(VISITED, 'yes');
    return first;
  } catch {
    return false;
  }
}
