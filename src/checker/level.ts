import { configurations, ExprError, type Kernel } from '../kernel/index.ts';
import type { Constants } from '../platform/index.ts';
import { estimatedSteps, type Level, LEVELS, type SemanticsId } from '../promela/index.ts';

/** A level, or the choice of one by what it is estimated to cost. */
export type LevelChoice = Level | 'auto';
export const LEVEL_CHOICES: readonly LevelChoice[] = ['auto', ...LEVELS];

export const AUTO_LEVEL = {
  id: 'auto',
  label: 'By itself',
  help: 'The most detailed level that is estimated to be quick',
} as const;

/** Steps that the search of all configurations may take, at a level chosen by itself: some tenths of a
 * second. */
const MOST_STEPS = 300_000;

/** The lowest level at which the search of all configurations is estimated to be quick, and the highest
 * where it is not at any. */
export function chosenLevel(
  choice: LevelChoice,
  kernel: Kernel,
  semantics: SemanticsId,
  constants: Constants | undefined,
): Level {
  if (choice !== 'auto') return choice;
  // Its time depends on the schedule, and no other level has any choice.
  if (semantics === 'fermi-printed') return 'free';
  // Each configuration is a wave in C; what they amount to one by one is dear to tell.
  if (semantics === 'device') return 'accelerated';
  if (!constants) return 'baton';
  return LEVELS.find((level) => isQuick(level, kernel, semantics, constants)) ?? 'accelerated';
}

function isQuick(
  level: Level,
  kernel: Kernel,
  semantics: SemanticsId,
  constants: Constants,
): boolean {
  const estimate = estimatedSteps(kernel, semantics, level);
  let steps = 0;
  try {
    for (const { values, reason } of configurations(kernel, { ...constants })) {
      // Those that a constraint rules out cost a step or two.
      steps += reason === undefined ? estimate(values, constants) : 2;
      if (steps > MOST_STEPS) return false;
    }
  } catch (error) {
    if (!(error instanceof ExprError)) throw error; // it is told where the problem is derived
  }
  return true;
}
