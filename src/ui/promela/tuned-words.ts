import type { ModelTuningView } from '../../session/promela/model-view.ts';
import type { Run } from '../../session/run/run.ts';
import { reasonInWords, workInWords } from '../answer/answer-words.ts';
import { amountWordsOf } from '../shared/amount-words.ts';
import { count } from '../../base/words.ts';

export function tunedInWords(run: Run, tuning: NonNullable<ModelTuningView['tuning']>): string {
  const { result } = run;
  if (!result) return '';
  const { objective, goal } = tuning;
  const work = workInWords(run.runs);
  if (result.status === 'proved' && result.minTime !== undefined)
    return `No run has a ${goal === 'smallest' ? 'smaller' : 'larger'} ${objective}: proved by ${work}.`;
  if (result.reason !== undefined) return reasonInWords(result, run.runs);
  const better = goal === 'smallest' ? 'smaller' : 'larger';
  switch (result.status) {
    case 'sampled':
      return `The ${goal} of ${count(run.configurations.size, 'configuration')} simulated; nothing is proved.`;
    case 'cancelled':
      return result.minTime === undefined
        ? 'You stopped the search before anything was found.'
        : `You stopped the search after ${work}; there may be something ${better}.`;
    case 'out-of-memory':
      return `The memory was used up after ${work}.`;
    default:
      return `Nothing ${better} was found in ${work}; the search was not finished.`;
  }
}

/** Where a tuning began that went on from an earlier one. */
export function resumedInWords(run: Run, tuning: NonNullable<ModelTuningView['tuning']>): string {
  const { from } = run.result ?? {};
  if (!from) return '';
  const [low, high] = amountWordsOf(tuning).between(from.low, from.high);
  return `Went on from an earlier run: ${tuning.objective} ${low}, ${high}.`;
}
