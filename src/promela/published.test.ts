import { afterAll, describe, expect, it } from 'vitest';
import type { Constants } from '../platform/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { publishedAbstract, tilings } from '../testing/closed-forms.ts';
import { exampleText, kernelOf, platform, simulatedTimes } from '../testing/engine.ts';
import reference from '../testing/fixtures/published-abstract.json' with { type: 'json' };
import type { Level } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const kernel = kernelOf(exampleText('abstract'));

const measured = async (level: Level, constants: Constants) =>
  (await simulatedTimes(toolchain, { kernel, semantics: 'published', level, constants })).map(
    ({ values, time }) => ({ ...values, time }),
  );

const expected = (constants: Constants) =>
  tilings(constants.size).map((tiling) => ({
    ...tiling,
    time: publishedAbstract(tiling, constants),
  }));

describe('the abstract kernel as published', () => {
  const { NP, NU, ND, GMT, sizes } = reference;
  const levels: readonly Level[] = ['baton', 'free'];
  const cases = Object.entries(sizes).flatMap(([size, rows]) =>
    levels.map((level) => ({ size: Number(size), level, rows })),
  );

  it.each(cases)(
    'takes the measured time in every configuration of size $size at level $level',
    { timeout: 60_000 },
    async ({ size, level, rows }) => {
      const constants = platform({ NP, NU, ND, GMT, size });
      expect(await measured(level, constants)).toEqual(rows);
      expect(expected(constants), 'the closed form').toEqual(rows);
    },
  );

  const changes: Partial<Constants>[] = [
    ...[1, 2, 3, 5, 6, 7, 8].flatMap((np) => [8, 16, 32].map((size) => ({ size, NP: np }))),
    ...[1, 2, 3, 4].flatMap((nu) => [1, 2, 3].map((nd) => ({ size: 16, NU: nu, ND: nd }))),
    { size: 32, NU: 3, ND: 2 },
    ...[0, 1, 2, 7, 100].map((gmt) => ({ size: 16, GMT: gmt })),
    // Local memory slower than global: no load outlasts the work before it.
    { size: 16, GMT: 1, LMT: 3 },
    { size: 16, GMT: 0, LMT: 0 },
    // Neither exists in the published semantics.
    { size: 16, BT: 9, DT: 9, LM: 0 },
  ];
  it.each(changes)('equals its closed form with %o', { timeout: 60_000 }, async (change) => {
    const constants = platform(change);
    expect(await measured('baton', constants)).toEqual(expected(constants));
  });
});
