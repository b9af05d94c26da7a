import { CONSTANT_NAMES, type ConstantName } from '../platform/index.ts';
import { type MachineSettings, USUAL_MACHINE_SETTINGS } from './kept/machine-settings.ts';
import type { Settings } from './kept/settings.ts';

/** What an answer is of: a kernel, a platform, and how time is counted. Neither the method belongs to it nor
 * the level, for times are the same at all of them. */
export interface Question extends Pick<Settings, 'kernelText' | 'constants' | 'semantics'> {
  /** Name of the kernel. */
  readonly kernel: string;
  readonly machine: MachineSettings;
}

/** What settings ask.
 * @param kernel the name of the kernel of the text that is tuned. */
export const questionOf = (
  { kernelText, constants, semantics, machine = USUAL_MACHINE_SETTINGS }: Settings,
  kernel = '',
): Question => ({ kernelText, kernel, constants, semantics, machine });

/** `032` and ` 32` are 32. */
const value = (typed: string): string => {
  const text = typed.trim();
  return /^\d+$/.test(text) ? String(BigInt(text)) : text;
};

/** The constants in which two questions differ. In the semantics of real machines only the size is seen. */
export const otherConstants = (one: Question, other: Question): readonly ConstantName[] =>
  CONSTANT_NAMES.filter(
    (name) =>
      (name === 'size' || one.semantics !== 'device' || other.semantics !== 'device') &&
      value(one.constants[name]) !== value(other.constants[name]),
  );

/** What does not matter for some answers: how much hangs on a constant is told of all its values. */
export interface Free {
  readonly constants?: readonly ConstantName[];
  readonly machine?: boolean;
}

/** Whether two questions have the same answer. */
export function sameQuestion(one: Question, other: Question, free: Free = {}): boolean {
  if (one.semantics !== other.semantics || one.kernel !== other.kernel) return false;
  if (otherConstants(one, other).some((name) => !free.constants?.includes(name))) return false;
  const isDevice = one.semantics === 'device' && free.machine !== true;
  if (isDevice && machineKey(one.machine) !== machineKey(other.machine)) return false;
  return one.kernelText === other.kernelText;
}

const machineKey = ({ preset, changed }: MachineSettings): string =>
  JSON.stringify([preset, Object.entries(changed).toSorted()]);
