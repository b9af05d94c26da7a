import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { checkerOf, finish, kernelOf, platform, simulatedTimes } from '../testing/engine.ts';
import { MEETING } from '../testing/meeting-groups.ts';
import { bisection } from '../tuning/bisection.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const kernel = kernelOf(MEETING);

/** By hand: item 0's element has one store more than the usual load and store; all wait for it, and
 * BT more; then everybody loads and stores again. */
function ticks(WG: number, { DT, BT, GMT, NP }: ReturnType<typeof platform>): number {
  const items = Math.ceil(WG / NP);
  return DT + (items * 2 + 1) * GMT + BT + items * 2 * GMT;
}

const platforms = [
  platform({ size: 8, NP: 2, NU: 2 }),
  platform({ size: 8, NP: 3, NU: 2, ND: 2, BT: 0, GMT: 3 }),
  platform({ size: 4, NP: 1, NU: 4, DT: 0, BT: 5 }),
];

describe('a barrier of all groups', () => {
  it.each(platforms)('joins them all at %o', async (constants) => {
    const units = constants.ND * constants.NU;
    for (const level of ['baton', 'accelerated'] as const) {
      const times = await simulatedTimes(toolchain, {
        kernel,
        semantics: 'opencl',
        level,
        constants,
      });
      expect(times.length).toBeGreaterThan(1);
      for (const { values, time } of times) {
        expect(constants.size / (values['WG'] ?? 0)).toBeLessThanOrEqual(units);
        expect(time).toBe(ticks(values['WG'] ?? 0, constants));
      }
    }
  });

  it.each(['baton', 'accelerated'] as const)(
    'joins warps of one lane as it joins elements, level %s',
    { timeout: 60_000 },
    async (level) => {
      for (const constants of platforms) {
        const at = { kernel, level };
        const { NP } = constants;
        const warps = { ...constants, NS: NP, WR: 1 };
        expect(
          await simulatedTimes(toolchain, { ...at, semantics: 'warps', constants: warps }),
        ).toEqual(await simulatedTimes(toolchain, { ...at, semantics: 'opencl', constants }));
      }
    },
  );

  it('does so in every schedule', { timeout: 60_000 }, async () => {
    const constants = platform({ size: 4, NP: 2, NU: 2, BT: 2 });
    const setup = { kernel, semantics: 'opencl', level: 'free', constants } as const;
    const checker = checkerOf(toolchain, setup);
    const { result } = await finish(bisection, checker);
    expect(result).toMatchObject({
      status: 'proved',
      minTime: ticks(2, constants),
      optima: [{ WG: 2 }],
    });
    expect((await checker.search({ bound: 'deadlock' })).deadlock).toBe(false);
  });

  it('needs all groups at once', () => {
    const checker = checkerOf(toolchain, {
      kernel,
      semantics: 'opencl',
      level: 'baton',
      constants: platform({ size: 8, NP: 2, NU: 2 }),
    });
    const reasons = [...checker.configurations()].map(({ values, reason }) => [
      values['WG'],
      reason,
    ]);
    expect(reasons).toContainEqual([
      2,
      'its global barrier needs all 4 groups at once; there are 2 units',
    ]);
    expect(reasons).toContainEqual([4, undefined]);
  });
});
