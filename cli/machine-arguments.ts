import {
  type Constants,
  isOnMachine,
  MACHINE_SEMANTICS,
  type SemanticsId,
} from '../src/platform/index.ts';
import {
  fieldProblem,
  type Machine,
  MACHINE_FIELDS,
  type MachineField,
  machineOn,
  machineOption,
  MACHINES,
  machineOf,
  platformOf,
  USUAL_MACHINE,
} from '../src/device/index.ts';
import { describedMachine, machineDescribed } from '../src/device/described.ts';
import { describedInWords } from '../src/device/described-words.ts';
import { readText } from './files.ts';
import { UsageError } from './usage-error.ts';
import { line } from './option-values.ts';

/** The lines of `--help` about a machine. */
export const MACHINE_HELP = [
  line('', 'of the device semantics, instead of what the preset says:'),
  ...MACHINE_FIELDS.map((field) =>
    line(`--${machineOption(field.name)} N`, `${field.meaning}, in ${field.unit}`),
  ),
];

interface MachineAsked {
  readonly preset?: string | undefined;
  readonly semantics: SemanticsId;
  /** In the preset's place. */
  readonly described?: MachineInFile | undefined;
}

/** A machine without a preset, and what is to be said of it. */
export interface MachineInFile {
  readonly machine: Machine;
  readonly words: readonly string[];
}

/** The GPU that a file describes.
 * @throws {UsageError} */
export function machineFrom(
  path: string | undefined,
  { preset, semantics }: MachineAsked,
): MachineInFile | undefined {
  if (path === undefined) return undefined;
  if (preset !== undefined)
    throw new UsageError('--machine-from and --preset exclude each other: leave one of them out');
  refuseElsewhere('machine-from', semantics);
  const described = describedMachine(readText(path));
  if ('none' in described) throw new UsageError(`--machine-from ${path}: ${described.none}`);
  return { machine: machineDescribed(described), words: describedInWords(described) };
}

/** Says on standard error what was read of a machine and what was not. */
export function sayMachine({ words = [] }: { readonly words?: readonly string[] } = {}): void {
  for (const sentence of words) console.error(sentence);
}

/** @throws {UsageError} */
function refuseElsewhere(option: string, semantics: SemanticsId): void {
  if (isOnMachine(semantics)) return;
  throw new UsageError(
    `--${option} is of the ${MACHINE_SEMANTICS} semantics: add --semantics ${MACHINE_SEMANTICS}`,
  );
}

export const MACHINE_OPTIONS = Object.fromEntries(
  MACHINE_FIELDS.map((field) => [machineOption(field.name), { type: 'string' }]),
) as object;

/** Names of presets that are machines. */
export const MACHINE_NAMES: readonly string[] = MACHINES.map(({ id }) => id);

/** The constants that a preset's machine decides. */
export function platformNamed(preset: string | undefined): Partial<Constants> {
  const found = MACHINES.find(({ id }) => id === preset);
  return found ? platformOf(found.machine) : {};
}

/** The machine of a file or a preset, with typed numbers.
 * @throws {UsageError} */
export function readMachine(
  typed: Readonly<Record<string, unknown>>,
  { preset, semantics, described }: MachineAsked,
  constants: Constants,
): Machine {
  const known = described ?? MACHINES.find(({ id }) => id === preset) ?? machineOf(USUAL_MACHINE);
  const changed: Partial<Record<MachineField['name'], number>> = {};
  for (const field of MACHINE_FIELDS) {
    const option = machineOption(field.name);
    const text = typed[option];
    if (typeof text !== 'string') continue;
    refuseElsewhere(option, semantics);
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    const problem = fieldProblem(field, value);
    if (problem !== undefined) throw new UsageError(`--${option}: ${problem}`);
    changed[field.name] = value;
  }
  return machineOn({ ...known.machine, ...changed }, constants);
}
