import { expect, it } from 'vitest';
import { Failure } from '../base/failure.ts';
import { usualConstants } from '../platform/index.ts';
import { searchValues } from './search-values.ts';

it('a model that is too long for SPIN is not searched, and other failures are failures', async () => {
  const { signal } = new AbortController();
  const failing = (message: string) => {
    const check = () => Promise.reject(new Failure('spin', message, 'Look at the line.'));
    return searchValues({ check }, usualConstants())([], { signal });
  };
  expect(await failing('SPIN rejects the model at line 9: Inline text too long.')).toMatchObject({
    tooLarge: 'its model is too long for SPIN',
    exhaustive: false,
    verdicts: [],
  });
  await expect(failing('SPIN rejects the model at line 9: syntax error.')).rejects.toThrow(
    /syntax/,
  );
});
