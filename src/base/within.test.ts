import { expect, test } from 'vitest';
import { NoAnswer, within } from './within.ts';

test('what answers in time is as it was without a limit', async () => {
  expect(await within(1000, Promise.resolve(7))).toBe(7);
  await expect(within(1000, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});

test('what never answers fails in time', async () => {
  const late = within(5, new Promise(() => undefined));
  await expect(late).rejects.toThrow(NoAnswer);
  await expect(late).rejects.toThrow('no answer within 0.005 s');
});
