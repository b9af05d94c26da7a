import * as v from 'valibot';
import {
  fieldProblem,
  type Machine,
  MACHINE_FIELDS,
  type MachineField,
  MACHINES,
  machineOf,
  platformOf,
  USUAL_MACHINE,
} from '../../device/index.ts';
import { perConstant, type PerConstant } from '../../platform/index.ts';

const NAMES = MACHINE_FIELDS.map(({ name }) => name);

/** A machine of the device semantics: by name, and its numbers that are not as the name says, as they are typed. A name
 * or a number that this site does not know is as if it had not been kept. */
export const machineSchema = v.object({
  id: v.fallback(v.picklist(MACHINES.map(({ id }) => id)), USUAL_MACHINE),
  numbers: v.fallback(v.record(v.picklist(NAMES), v.pipe(v.string(), v.maxLength(40))), {}),
});

type MachineSetting = Readonly<v.InferOutput<typeof machineSchema>>;
export type MachineProblems = Readonly<Partial<Record<MachineField['name'], string>>>;

const USUAL: MachineSetting = { id: USUAL_MACHINE, numbers: {} };

/** The machine as numbers, or what is wrong with those that are typed. */
export function readMachine({ id, numbers }: MachineSetting = USUAL): {
  readonly machine?: Machine;
  readonly problems: MachineProblems;
} {
  const changed: Partial<Record<MachineField['name'], number>> = {};
  const problems: Partial<Record<MachineField['name'], string>> = {};
  for (const field of MACHINE_FIELDS) {
    const text = numbers[field.name]?.trim();
    if (text === undefined || text === '') continue;
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    const problem = fieldProblem(field, value);
    if (problem === undefined) changed[field.name] = value;
    else problems[field.name] = problem;
  }
  if (Object.keys(problems).length > 0) return { problems };
  return { machine: { ...machineOf(id).machine, ...changed }, problems };
}

/** The settings of a machine by name: its own numbers, and the platform's units, schedulers and lanes. Nothing where there
 * is no such machine. */
export function machineSettings(
  id: string,
  constants: PerConstant<string>,
): { readonly machine: MachineSetting; readonly constants: PerConstant<string> } | undefined {
  const found = MACHINES.find((one) => one.id === id);
  if (!found) return undefined;
  const own: Readonly<Partial<Record<string, number>>> = platformOf(found.machine);
  return {
    machine: { id, numbers: {} },
    constants: perConstant(({ name }) => String(own[name] ?? constants[name])),
  };
}

/** A machine with another text for one of its numbers; without one that is as the machine's name says. */
export function withMachineNumber(
  machine: MachineSetting = USUAL,
  name: MachineField['name'],
  text: string | undefined,
): MachineSetting {
  const { [name]: _, ...others } = machine.numbers;
  return { ...machine, numbers: text === undefined ? others : { ...others, [name]: text } };
}
