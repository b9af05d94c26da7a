import type { Ticks } from '../../base/ticks.ts';
import type { ModelTuningView } from '../../session/promela/model-view.ts';
import type { SearchRun } from '../../tuning/index.ts';
import { whole } from '../../base/words.ts';

/** Words for an amount: kernels' time, or a model's objective. */
export interface AmountWords {
  /** As a column head, and in "all ...". */
  readonly name: string;
  readonly goal: 'smallest' | 'largest';
  /** `584 ticks`, `load = 584` */
  readonly inWords: (value: Ticks) => string;
  /** Before a bound's number: `within`, `load at most`. */
  readonly bound: string;
  /** The present bound: `583 ticks?`; without one anything counts. */
  readonly asked: (bound: Ticks) => string;
  readonly any: string;
  /** `the minimum is` */
  readonly best: string;
  /** The interval of the best. */
  readonly between: (low: Ticks, high: Ticks) => readonly [low: string, high: string];
  readonly verdicts: Readonly<Record<SearchRun['verdict'], string>>;
}

/** Kernels: the program cannot finish within the bound. */
export const TICKS: AmountWords = {
  name: 'ticks',
  goal: 'smallest',
  bound: 'within',
  any: 'any time',
  best: 'the minimum is',
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

/** Models: the objective, minimised or maximised. */
export function amountWordsOf({
  objective,
  goal,
}: Pick<NonNullable<ModelTuningView['tuning']>, 'objective' | 'goal'>): AmountWords {
  const name = objective.length <= MOST_LETTERS ? objective : 'objective';
  const isLeast = goal === 'smallest';
  return {
    name,
    goal,
    any: 'anything',
    best: `the ${goal} is`,
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
