import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { censusTimes, exampleText, kernelOf, modelOf, platform } from '../testing/engine.ts';
import { simulateEvents } from '../testing/event-simulation.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const PLATFORMS = [
  platform({ size: 16, NP: 3, AT: 2 }),
  platform({ size: 32, NP: 8, NU: 3, AT: 1, GMT: 9, LMT: 0, DT: 0 }),
];

describe.each(['abstract', 'sum', 'matmul', 'scan'])('%s, where arithmetic takes time', (id) => {
  const kernel = kernelOf(exampleText(id), 'operations');

  it('takes the time of the event simulation', { timeout: 120_000 }, async () => {
    for (const constants of PLATFORMS) {
      const setup = { kernel, semantics: 'opencl', level: 'accelerated', constants } as const;
      for (const { values, time } of await censusTimes(toolchain, setup)) {
        const simulated = simulateEvents(kernel, values, constants);
        expect(simulated).toMatchObject({ kind: 'finished', time });
      }
    }
  });

  it('has another model then: where it is free nothing of it is in there', () => {
    const [free, counted] = [kernelOf(exampleText(id)), kernel].map(
      (one) => modelOf(one, 'opencl', 'accelerated').text,
    );
    expect(counted).toMatch(/\bAT\b(?!,|;| = word)/);
    expect(free?.match(/\bAT\b/g)).toHaveLength(3);
  });
});
