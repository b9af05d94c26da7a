import * as v from 'valibot';
import {
  ALL_MACHINE_FIELDS,
  fieldProblem,
  type Machine,
  type MachineField,
  type MachineNumber,
  type MachinePreset,
  MACHINES,
  machineOf,
  USUAL_MACHINE,
} from '../../device/index.ts';

/** The kept machine: a preset's name and its changed constants, as typed. Unknown names, of a later
 * site, are ignored. */
export const machineSettingsSchema = v.object({
  preset: v.pipe(v.string(), v.maxLength(80)),
  changed: v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(40)), v.string()),
    v.check((changed) => Object.keys(changed).length <= 100),
    v.readonly(),
  ),
  /** A described GPU's, from its tools or its user. */
  name: v.optional(v.pipe(v.string(), v.maxLength(80))),
});

export type MachineSettings = Readonly<v.InferOutput<typeof machineSettingsSchema>>;

export const USUAL_MACHINE_SETTINGS: MachineSettings = { preset: USUAL_MACHINE, changed: {} };

const COMPILERS = ['predicates', 'branches'] as const satisfies readonly Machine['compiler'][];

/** By constant: what is wrong with the value typed. */
export type MachineProblems = Readonly<Partial<Record<keyof Machine, string>>>;

/** The settings' preset, or the usual one if unknown. */
export const presetIn = ({ preset }: MachineSettings): MachinePreset =>
  MACHINES.find(({ id }) => id === preset) ?? machineOf(USUAL_MACHINE);

/** A machine's name: its own, or its preset's. */
export const labelIn = (settings: MachineSettings): string =>
  settings.name ?? presetIn(settings).label;

/** The machine of some settings, or their faults. */
export function readMachine(settings: MachineSettings): {
  readonly machine?: Machine;
  readonly problems: MachineProblems;
} {
  const { changed } = settings;
  const numbers: Partial<Record<MachineField['name'], number>> = {};
  const problems: Partial<Record<keyof Machine, string>> = {};
  for (const field of ALL_MACHINE_FIELDS) {
    const text = changed[field.name]?.trim();
    if (text === undefined) continue;
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    const problem = fieldProblem(field, value);
    if (problem === undefined) numbers[field.name] = value;
    else problems[field.name] = problem;
  }
  if (Object.keys(problems).length > 0) return { problems };
  const compiler = COMPILERS.find((one) => one === changed['compiler']);
  const { machine } = presetIn(settings);
  return { machine: { ...machine, ...numbers, ...(compiler && { compiler }) }, problems };
}

/** The fault of hand-written settings: a value, or an unknown name, which others ignore. */
export function faultOf(settings: MachineSettings): string | undefined {
  if (!MACHINES.some(({ id }) => id === settings.preset))
    return `there is no machine "${settings.preset}"; there are ${MACHINES.map(({ id }) => id).join(', ')}.`;
  const names = [...ALL_MACHINE_FIELDS.map(({ name }) => name), 'compiler'];
  const unknown = Object.keys(settings.changed).find((name) => !names.some((one) => one === name));
  if (unknown !== undefined) return `a machine has no "${unknown}"; it has ${names.join(', ')}.`;
  const [problem] = Object.entries(readMachine(settings).problems);
  return problem && `the machine's ${problem[0]}: ${problem[1]}`;
}

/** A preset with other values; its own are no change. */
export const settingsWith = (
  { id, machine }: MachinePreset,
  values: readonly (readonly [MachineNumber, number])[],
): MachineSettings => ({
  preset: id,
  changed: Object.fromEntries(
    values
      .filter(([name, value]) => machine[name] !== value)
      .map(([name, value]) => [name, String(value)]),
  ),
});

/** Sets a constant as typed; the preset's own value is no change. */
export function withMachineValue(
  settings: MachineSettings,
  name: keyof Machine,
  value: string | undefined,
): MachineSettings {
  const { [name]: _, ...others } = settings.changed;
  const own = String(presetIn(settings).machine[name]);
  return {
    ...settings,
    changed: value === undefined || value.trim() === own ? others : { ...others, [name]: value },
  };
}
