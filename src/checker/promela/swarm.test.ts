import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import { checkModel } from './check.ts';

let toolchain: Toolchain;
beforeAll(async () => (toolchain = await createNodeToolchain()));
afterAll(() => toolchain.dispose());

const model = (most: number): string => `byte a, b;
active [2] proctype p() { end: do :: a < 20 -> a++; assert(a + b < ${most}) :: b < 20 -> b++ od }
`;

test('a swarm searches in orders of its own up to an error, and proves nothing', async () => {
  const asked = async (text: string, signal?: AbortSignal) => {
    const options = { memoryMB: 300, swarm: 3, ...(signal && { signal }) };
    const { results, status } = await checkModel(toolchain, { text }, {}, options);
    return { status, result: results[0] };
  };
  const whole = await asked(model(100));
  expect(whole.status).toBe('bounded');
  expect(whole.result?.reason).toContain('Sampled, not proved: 3 searches');
  const exact = await checkModel(toolchain, { text: model(100) }, {}, { memoryMB: 300 });
  // A model this small is searched whole in any order.
  expect(whole.result?.states).toBe(exact.results[0]?.states);

  const found = await asked(model(30));
  expect(found.status).toBe('violated');
  expect(found.result?.reason).toBe('It was found by search 1 of 3 in a swarm.');
  expect(found.result?.trail?.length).toBeGreaterThan(0);
  expect(found.result?.native.join(' ')).toMatch(/-DBITSTATE .*-DT_RAND -DP_RAND.* -RS1 /);

  const over = await asked(model(100), AbortSignal.abort());
  expect(over.status).toBe('bounded');
});
