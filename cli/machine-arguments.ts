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
import { UsageError } from './usage-error.ts';

const line = (option: string, help: string): string => `  ${option.padEnd(23)} ${help}`;

/** The lines of `--help` about a machine. */
export const MACHINE_HELP = [
  line('', 'of the device semantics, instead of what the preset says:'),
  ...MACHINE_FIELDS.map((field) =>
    line(`--${machineOption(field.name)} N`, `${field.meaning}, in ${field.unit}`),
  ),
];

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

/** The preset's machine, with typed numbers.
 * @throws {UsageError} */
export function readMachine(
  typed: Readonly<Record<string, unknown>>,
  { preset, semantics }: { readonly preset?: string | undefined; readonly semantics: SemanticsId },
  constants: Constants,
): Machine {
  const known = MACHINES.find(({ id }) => id === preset) ?? machineOf(USUAL_MACHINE);
  const changed: Partial<Record<MachineField['name'], number>> = {};
  for (const field of MACHINE_FIELDS) {
    const option = machineOption(field.name);
    const text = typed[option];
    if (typeof text !== 'string') continue;
    if (!isOnMachine(semantics))
      throw new UsageError(
        `--${option} is of the ${MACHINE_SEMANTICS} semantics: add --semantics ${MACHINE_SEMANTICS}`,
      );
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    const problem = fieldProblem(field, value);
    if (problem !== undefined) throw new UsageError(`--${option}: ${problem}`);
    changed[field.name] = value;
  }
  return machineOn({ ...known.machine, ...changed }, constants);
}
