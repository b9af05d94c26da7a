import { expect, test } from 'vitest';
import { firstSettings } from '../../session/kept/settings.ts';
import { questionOf } from '../../session/question.ts';
import { questionInWords } from './question-words.ts';

const settings = firstSettings(() => 'the text', 'abstract');
const of = (changed: Partial<typeof settings>) =>
  questionOf({ ...settings, ...changed }, 'abstract_kernel');
const constants = (changed: Partial<(typeof settings)['constants']>) => ({
  constants: { ...settings.constants, ...changed },
});

test.each([
  [of({}), /^abstract_kernel, size 32, ND 1, NU 2, NP 4, GMT 4, .*, as published$/],
  [
    of(constants({ GMT: '5' })),
    /^abstract_kernel, size 32, GMT 5 \(now 4\), ND 1, .*, as published$/,
  ],
  [of(constants({ size: '' })), /^abstract_kernel, size +\(now 32\), /],
  [of({ kernelText: 'other' }), /^an earlier text of abstract_kernel, size 32, /],
  [
    of({ semantics: 'device', machine: { preset: 'a100', changed: { units: '4' } } }),
    /^abstract_kernel, size 32, A100.*, units 4, device$/,
  ],
])('what an answer was of: %#', (question, words) => {
  expect(questionInWords(question, of({}))).toMatch(words);
});
