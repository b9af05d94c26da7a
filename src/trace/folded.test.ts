import { afterAll, describe, expect, it } from 'vitest';
import { generateModel } from '../promela/index.ts';
import { EXAMPLE_LIST } from '../session/example-list.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { checkerOf, exampleText, kernelOf, platform, simulatedTraceOf } from '../testing/engine.ts';
import { timeSplit } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** Platforms on which elements have unequal numbers of items and units of groups. */
const platforms = [
  platform({ size: 16, NP: 4, NU: 2 }),
  platform({ size: 16, NP: 3, NU: 1, ND: 2, GMT: 5, LMT: 2 }),
  platform({ size: 16, NP: 5, NU: 3, BT: 0, DT: 0 }),
];

/** The first of a list, the last, and the one between. */
const some = <T>(list: readonly T[]): T[] =>
  list.filter((_, at) => [0, Math.floor(list.length / 2), list.length - 1].includes(at));

describe.each(EXAMPLE_LIST.map(({ id }) => id))('%s', (id) => {
  const kernel = kernelOf(exampleText(id));
  const all = (['published', 'opencl'] as const).filter(
    (semantics) => generateModel(kernel, semantics, 'baton').ok,
  );
  it.each(all)('is split alike with and without skipping, %s', async (semantics) => {
    for (const constants of platforms) {
      const skipping = { kernel, semantics, constants, level: 'accelerated' } as const;
      const valid = [...checkerOf(toolchain, skipping).configurations()].filter(
        ({ reason }) => reason === undefined,
      );
      for (const { values } of some(valid)) {
        const whole = { ...skipping, level: 'representatives' } as const;
        const [one, other] = [skipping, whole].map(async (setup) =>
          timeSplit(await simulatedTraceOf(toolchain, setup, values)),
        );
        expect([constants, values, await one]).toEqual([constants, values, await other]);
      }
    }
  });
});
