import type { Kernel, KernelParser } from '../kernel/index.ts';
import {
  checkConstants,
  type ConstantName,
  type Constants,
  perConstant,
  type PerConstant,
} from '../platform/index.ts';
import type { Model } from '../promela/index.ts';
import { pose, type Problem } from '../checker/index.ts';
import type { Settings } from './kept/settings.ts';
import type { Derived } from './state.ts';

/** What the settings amount to: what the page shows of it, and the problem to solve where there is one. */
export interface Derivation {
  readonly derived: Derived;
  readonly problem?: Problem;
  /** What there is even where there is no problem to solve. */
  readonly kernel?: Kernel;
  readonly model?: Model;
  readonly constants?: Constants;
  /** The text that the kernel was read from. */
  readonly text: string;
}

/** The constants as numbers, or what is wrong with them by name. */
export function readConstants(typed: PerConstant<string>): {
  constants?: Constants;
  problems: Partial<Record<ConstantName, string>>;
} {
  const problems: Partial<Record<ConstantName, string>> = {};
  const constants = perConstant(({ name, unit }) => {
    const text = typed[name].trim();
    if (!/^\d+$/.test(text)) problems[name] = `${name} must be a whole number of ${unit}`;
    return Number(text);
  });
  for (const { name, message } of checkConstants(constants)) problems[name] ??= message;
  return Object.keys(problems).length > 0 ? { problems } : { constants, problems };
}

/** Everything that follows from the settings without a model checker. Pure and quick: it runs at every
 * keystroke. */
export function derive(settings: Settings, parser: KernelParser): Derivation {
  const { constants, problems } = readConstants(settings.constants);
  const { kernelText: text, semantics, level } = settings;
  const kernels = parser.parse(text).kernels.map(({ name }) => name);
  // A name that is no longer in the text was that of an earlier one.
  const kernelName = kernels.find((name) => name === settings.kernelName) ?? kernels[0];
  const posed = pose(parser, text, { semantics, level, constants }, kernelName);
  const { diagnostics, problem, obstacle, kernel, model } = posed;
  const derived = {
    problems,
    kernels,
    diagnostics,
    ...(kernelName !== undefined && { kernelName }),
    ...(model && { level: model.level, promela: { text: model.text, sources: model.sources } }),
    ...(obstacle !== undefined && { obstacle }),
  };
  return {
    text,
    derived,
    ...(kernel && { kernel }),
    ...(model && { model }),
    ...(constants && { constants }),
    ...(problem && obstacle === undefined && { problem }),
  };
}
