import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { publishedMinimum } from '../testing/closed-forms.ts';
import {
  checkerOf,
  exampleText,
  finish,
  kernelOf,
  platform,
  simulatedTime,
  simulatedTimes,
} from '../testing/engine.ts';
import table from '../testing/fixtures/table3.json' with { type: 'json' };
import { bisection } from '../tuning/bisection.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const kernel = kernelOf(exampleText('minimum'));
const setup = (changes: { size: number; NP: number }) =>
  ({
    kernel,
    semantics: 'published',
    level: 'baton',
    constants: platform({ NU: 1, ...changes }),
  }) as const;

/** Rows that the table prints with WG and TS exchanged. */
const EXCHANGED = new Set([3, 12]);

describe('the Minimum kernel as published', () => {
  it.each(table)('has row $row of the table: $time ticks', { timeout: 60_000 }, async (row) => {
    const { size, time } = row;
    const [WG, TS] = EXCHANGED.has(row.row) ? [row.TS, row.WG] : [row.WG, row.TS];
    const checker = checkerOf(toolchain, setup({ size, NP: 64 }));
    expect(await simulatedTime(checker, { WG, TS })).toBe(time);
    expect(publishedMinimum({ WG, TS }, platform({ size, NP: 64 }))).toBe(time);
  });

  it.each([
    { size: 16, NP: 4 },
    { size: 32, NP: 2 },
    { size: 32, NP: 8 },
    { size: 64, NP: 64 },
  ])('equals its closed form with %o', { timeout: 60_000 }, async (changes) => {
    const times = await simulatedTimes(toolchain, setup(changes));
    expect(times.length).toBeGreaterThan(2);
    for (const { values, time } of times) {
      const tiling = { WG: values['WG'] ?? 0, TS: values['TS'] ?? 0 };
      expect({ ...tiling, time }).toEqual({
        ...tiling,
        time: publishedMinimum(tiling, platform({ NU: 1, ...changes })),
      });
    }
  });

  it.each([16, 64, 128, 256])(
    'has its minimum proved at size %i',
    { timeout: 120_000 },
    async (size) => {
      const { constants, ...rest } = setup({ size, NP: 64 });
      const checker = checkerOf(toolchain, { ...rest, constants });
      const { result } = await finish(bisection, checker);
      const times = [...checker.configurations()]
        .filter(({ reason }) => reason === undefined)
        .map(({ values: { WG = 0, TS = 0 } }) => publishedMinimum({ WG, TS }, constants));
      expect(result).toMatchObject({ status: 'proved', minTime: Math.min(...times) });
    },
  );
});
