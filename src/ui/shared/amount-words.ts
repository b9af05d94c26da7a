import type { ModelTuningView, SearchRun, Ticks } from '../../session/index.ts';
import { whole } from './format.ts';

/** How what is searched for is told: the model time of kernels, or the objective of a model of its own. */
export interface AmountWords {
  /** As the head of a column, and in "all ...". */
  readonly name: string;
  readonly goal: 'smallest' | 'largest';
  /** `584 ticks`, `load = 584` */
  readonly inWords: (value: Ticks) => string;
  /** What a bound of a search asks, before the number: `within`, `load at most`. */
  readonly bound: string;
  /** The bound of a search in progress: `583 ticks?`, `583?`; without a bound anything counts. */
  readonly asked: (bound: Ticks) => string;
  readonly any: string;
  /** `the minimum is` */
  readonly best: string;
  /** Where the best can still be, from its lower end to its upper. */
  readonly between: (low: Ticks, high: Ticks) => readonly [low: string, high: string];
  readonly verdicts: Readonly<Record<SearchRun['verdict'], string>>;
}

/** Of kernels: the property is that the program cannot finish within the bound. */
export const TICKS: AmountWords = {
  ...{ name: 'ticks', goal: 'smallest', bound: 'within', any: 'any time', best: 'the minimum is' },
  inWords: (value) => `${whole(value)} ticks`,
  asked: (bound) => `${whole(bound)} ticks?`,
  between: (low, high) => [
    low < 0 ? 'from 0' : `more than ${whole(low)}`,
    `at most ${whole(high)} ticks`,
  ],
  verdicts: { violated: 'can finish', satisfied: 'cannot finish', incomplete: 'cut off' },
};

/** Letters of an objective that stand in a head. */
const MOST_LETTERS = 24;
/** Beyond what an int can be: nothing is known there yet. */
const UNKNOWN = 2 ** 31;

/** Of a model of its own: amounts of the objective, as small or as large as can be. */
export function amountWordsOf({
  objective,
  goal,
}: Pick<NonNullable<ModelTuningView['tuning']>, 'objective' | 'goal'>): AmountWords {
  const name = objective.length <= MOST_LETTERS ? objective : 'objective';
  const isLeast = goal === 'smallest';
  return {
    ...{ name, goal, any: 'anything', best: `the ${goal} is` },
    inWords: (value) => `${name} = ${whole(value)}`,
    bound: `${name} ${isLeast ? 'at most' : 'at least'}`,
    asked: (bound) => `${whole(bound)}?`,
    between: (low, high) => [
      low < -UNKNOWN ? 'no bound yet' : `${isLeast ? 'more than' : 'at least'} ${whole(low)}`,
      high > UNKNOWN ? 'no bound yet' : `${isLeast ? 'at most' : 'less than'} ${whole(high)}`,
    ],
    verdicts: { violated: 'there is a run', satisfied: 'there is none', incomplete: 'cut off' },
  };
}
