import type { Problem } from '../checker/index.ts';
import { CONSTANT_NAMES, type ConstantName, isOnMachine, semanticsOf } from '../platform/index.ts';
import type { Derived } from './derive.ts';
import type { Job, JobView } from './jobs/job.ts';
import { type MachineSettings, USUAL_MACHINE_SETTINGS } from './kept/machine-settings.ts';
import type { Settings } from './kept/settings.ts';

/** Kernel, platform and semantics. Method and level do not change the answer. */
export interface Question extends Pick<Settings, 'kernelText' | 'constants' | 'semantics'> {
  /** Name of the kernel. */
  readonly kernel: string;
  readonly machine: MachineSettings;
}

/** @param kernel the tuned kernel's name. */
export const questionOf = (
  { kernelText, constants, semantics, machine = USUAL_MACHINE_SETTINGS }: Settings,
  kernel = '',
): Question => ({ kernelText, kernel, constants, semantics, machine });

/** A problem in words: `abstract_kernel, size 32` */
export const nameOf = ({ kernel, constants }: Problem): string =>
  `${kernel.name}, size ${constants.size}`;

/** `032` and ` 32` are 32. */
const value = (typed: string): string => {
  const text = typed.trim();
  return /^\d+$/.test(text) ? String(BigInt(text)) : text;
};

/** The questions' differing constants. A machine hides all but the size. */
export const otherConstants = (one: Question, other: Question): readonly ConstantName[] =>
  CONSTANT_NAMES.filter(
    (name) =>
      [one, other].some(
        ({ semantics: id }) => !isOnMachine(id) || semanticsOf(id).constants.includes(name),
      ) && value(one.constants[name]) !== value(other.constants[name]),
  );

/** Settings that some answers hold for, whatever they are. */
export interface Free {
  readonly constants?: readonly ConstantName[];
  readonly machine?: boolean;
  readonly semantics?: boolean;
}

/** The settings, and what follows from them. */
export interface Asked {
  readonly settings: Settings;
  readonly derived: Pick<Derived, 'kernelName' | 'level'>;
}

/** A job that answers a question about the kernel. */
export interface Answering<
  View extends JobView & { readonly question?: Question },
> extends Job<View> {
  readonly free?: (view: View) => Free;
  /** Something besides the question has changed. */
  readonly isOutdated?: (view: View, now: Asked) => boolean;
}

export function sameQuestion(one: Question, other: Question, free: Free = {}): boolean {
  if (one.kernel !== other.kernel) return false;
  if (one.semantics !== other.semantics && free.semantics !== true) return false;
  if (otherConstants(one, other).some((name) => !free.constants?.includes(name))) return false;
  const onMachine = isOnMachine(one.semantics) && free.machine !== true;
  if (onMachine && machineKey(one.machine) !== machineKey(other.machine)) return false;
  return one.kernelText === other.kernelText;
}

const machineKey = ({ preset, changed }: MachineSettings): string =>
  JSON.stringify([preset, Object.entries(changed).toSorted()]);
