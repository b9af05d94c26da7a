import * as v from 'valibot';
import { expect, test } from 'vitest';
import { onSwiftShader } from '../testing/software-adapters.ts';

const saidSchema = v.object({ fault: v.string(), time: v.string(), results: v.string() });

test('a submission that fails gives no number and no results', { timeout: 120_000 }, () => {
  const all = onSwiftShader('scripts/planted-gpu-faults.ts', []).map((line) =>
    v.parse(saidSchema, JSON.parse(line)),
  );
  const whole = { time: 'a number', results: 'results' };
  const failed = (words: RegExp) => ({
    time: expect.stringMatching(words),
    results: expect.stringMatching(words),
  });
  expect(all).toEqual([
    { fault: 'none', ...whole },
    {
      fault: 'a bind group without its first array',
      ...failed(/^SubmissionFailed: Number of entries/),
    },
    {
      fault: 'a bind group of buffers for something else',
      ...failed(/^SubmissionFailed: Binding usage/),
    },
    { fault: 'a submission of destroyed buffers', ...failed(/^SubmissionFailed: .*destroyed/) },
    { fault: 'none again', ...whole },
    { fault: 'a lost device', ...failed(/^DeviceLost: /) },
  ]);
});
