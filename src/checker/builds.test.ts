import { afterAll, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { exampleText, kernelOf, modelOf } from '../testing/engine.ts';
import { Builds } from './builds.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

it(
  'take the better verifier once there is one, and make it once',
  { timeout: 60_000 },
  async () => {
    const { text } = modelOf(kernelOf(exampleText('max')), 'opencl', 'baton');
    const defines = ['SAFETY', 'NOREDUCE', 'VECTORSZ=32768'];
    let compiled = 0;
    const counting = {
      ...toolchain,
      compile: (...args: Parameters<typeof toolchain.compile>) => {
        compiled += 1;
        return toolchain.compile(...args);
      },
    };
    const builds = new Builds({
      sources: async () => (await toolchain.generate({ model: text })).files,
      options: { optimise: '-O0', defines },
      better: { optimise: '-O2', defines },
    });
    // Nothing to improve before there is anything.
    await builds.improve(counting);
    const quick = await builds.get('exact', counting, {});
    await builds.improve(counting);
    await builds.improve(counting);
    const better = await builds.get('exact', counting, {});
    expect(better.key).not.toBe(quick.key);
    expect(compiled).toBe(2);
  },
);
