import { afterAll, expect, test } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { checkerOf, simulatedTime } from '../testing/engine.ts';
import { lowered } from '../testing/kernels.ts';
import { usualConstants } from '../base/constants.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** Loops that halve or double a value of a work-item or outer loop: accesses of the busiest item. */
test.each([
  ['for (int s = get_local_id(0) + 1; s < WG; s <<= 1) a[s] = 1; a[0] = 2;', 3],
  ['for (int s = get_local_id(0); s > 0; s >>= 1) a[s] = 1; a[0] = 2;', 3],
  ['for (int len = 2; len < 16; len <<= 1) for (int s = len / 2; s > 0; s >>= 1) a[s] = 1;', 6],
])('%s', { timeout: 120_000 }, async (body, accesses) => {
  const text = `#pragma tuner param WG = {4}\n__kernel void k(__global int *a) { ${body} }`;
  const constants = { ...usualConstants(), size: 4, ND: 1, NU: 1, NP: 4, GMT: 10, DT: 0 };
  for (const level of ['baton', 'accelerated'] as const) {
    const setup = { kernel: lowered(text), semantics: 'opencl', level, constants } as const;
    expect(await simulatedTime(checkerOf(toolchain, setup), { WG: 4 })).toBe(10 * accesses);
  }
});
