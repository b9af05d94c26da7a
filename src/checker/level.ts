import { configurations } from '../front/configurations.ts';
import { ExprError } from '../front/expr.ts';
import type { Kernel } from '../kernel/ir.ts';
import { type Constants, semanticsOf } from '../platform/index.ts';
import { estimatedSteps, type Level, LEVELS, type SemanticsId } from '../promela/index.ts';

/** A level, or automatic choice by estimated effort. */
export type LevelChoice = Level | 'auto';
export const LEVEL_CHOICES: readonly LevelChoice[] = ['auto', ...LEVELS];

export const AUTO_LEVEL = {
  id: 'auto',
  label: 'By itself',
  help: 'The most detailed level that is estimated to be quick',
} as const;

/** Steps a full search may take at an automatic level: tenths of a second. */
const MOST_STEPS = 300_000;

/** The lowest level with a quick full search, else the highest. */
export function chosenLevel(
  choice: LevelChoice,
  kernel: Kernel,
  semantics: SemanticsId,
  constants: Constants | undefined,
): Level {
  if (choice !== 'auto') return choice;
  const { usualLevel } = semanticsOf(semantics);
  if (usualLevel) return usualLevel;
  if (!constants) return 'baton';
  return LEVELS.find((level) => isQuick(level, kernel, semantics, constants)) ?? 'accelerated';
}

function isQuick(
  level: Level,
  kernel: Kernel,
  semantics: SemanticsId,
  constants: Constants,
): boolean {
  const estimate = estimatedSteps(kernel, semanticsOf(semantics), level);
  let steps = 0;
  try {
    for (const { values, reason } of configurations(kernel, { ...constants })) {
      // Excluded configurations cost a step or two.
      steps += reason === undefined ? estimate(values, constants) : 2;
      if (steps > MOST_STEPS) return false;
    }
  } catch (error) {
    if (!(error instanceof ExprError)) throw error; // it is told where the problem is derived
  }
  return true;
}
