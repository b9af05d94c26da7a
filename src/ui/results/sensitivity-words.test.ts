import { expect, it } from 'vitest';
import type { SensitivityPoint, SensitivityView } from '../../session/jobs/sensitivity.ts';
import { sweptInWords } from './sensitivity-words.ts';

const proved = (value: number): SensitivityPoint => ({
  value,
  status: 'proved',
  minTime: 44,
  optima: [{ WG: 4 }],
});
const short: SensitivityPoint = { value: 3, status: 'out-of-memory', optima: [] };
const view: SensitivityView = {
  phase: 'ended',
  constant: 'GMT',
  values: [1, 2, 3],
  points: [proved(1), proved(2), proved(3)],
  of: 'vecsum, size 32',
};

it.each<[string, Partial<SensitivityView>, string]>([
  ['nothing before the first', { phase: 'none' }, ''],
  ['running', { phase: 'running', points: [] }, 'vecsum, size 32: GMT 0 of 3'],
  ['all proved', {}, 'vecsum, size 32: GMT 3 of 3, all proved'],
  [
    'a minimum that memory did not suffice for is not called proved',
    { points: [proved(1), proved(2), short] },
    'vecsum, size 32: GMT 3 of 3, 1 not proved',
  ],
  [
    'stopped by the user',
    { phase: 'cancelled', points: [proved(1)] },
    'vecsum, size 32: GMT 1 of 3, stopped',
  ],
  [
    'failed on the way',
    { phase: 'failed', points: [proved(1)], message: 'The worker stopped.' },
    'vecsum, size 32: GMT 1 of 3, stopped: The worker stopped.',
  ],
])('%s', (_, change, words) => {
  expect(sweptInWords({ ...view, ...change })).toBe(words);
});
