import { afterAll, describe, expect, it } from 'vitest';
import { ValueChecker } from '../../checker/value-checker.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from '../run/check.ts';
import { isAll } from '../../testing/amounts.ts';

const toolchain = await createNodeToolchain();
const checker = new ValueChecker(toolchain, { memoryMB: 1024 });
afterAll(() => toolchain.dispose());

/** A kernel of one block; `v` of a thread is its number, doubled. */
const textOf = (
  body: string,
  ensures: string,
  threads: number,
): string => `#pragma tuner items ${threads}
#pragma tuner local_size ${threads}
#pragma tuner array o = ${threads}
#pragma tuner ensures forall i < ${threads}: ${ensures}
__global__ void k(int *o) {
  int t = threadIdx.x;
  int v = 2 * t;
  __shared__ int s[${threads}];
  s[t] = t;
  o[t] = 0;
  ${body}
}`;

const saidByRunning = (body: string, ensures: string, threads: number) => {
  const text = textOf(body, ensures, threads);
  return checkByRunning(builtValues(text, {}), { text });
};

const ALL = '0xffffffff';

/** `OVERTIME_VERDICTS=all` has SPIN search all of them. */
const all = isAll('VERDICTS');

const RIGHT: readonly (readonly [body: string, ensures: string])[] = [
  [`o[t] = __shfl_sync(${ALL}, v, 3);`, 'o[i] == 6'],
  [`o[t] = __shfl_sync(${ALL}, v, 1, 4);`, 'o[i] == i / 4 * 8 + 2'],
  [`o[t] = __shfl_xor_sync(${ALL}, v, 1);`, 'o[i] == 2 * (i / 2 * 2 + 1 - i % 2)'],
  [`o[t] = __shfl_up_sync(${ALL}, v, 1);`, 'o[i] == (i == 0 ? 0 : 2 * i - 2)'],
  [`o[t] = __shfl_down_sync(${ALL}, v, 1, 4);`, 'o[i] == (i % 4 == 3 ? 2 * i : 2 * i + 2)'],
  [`o[t] = __any_sync(${ALL}, t == 2) + 2 * __all_sync(${ALL}, t == 2);`, 'o[i] == 1'],
  [`o[t] = __ballot_sync(${ALL}, t % 2);`, 'o[i] == 170'],
  ['if (t < 4) o[t] = __ballot_sync(0xf, t > 1);', 'o[i] == (i < 4 ? 12 : 0)'],
  [`o[t] = __match_any_sync(${ALL}, t / 4);`, 'o[i] == (i < 4 ? 15 : 240)'],
  [`o[t] = __reduce_add_sync(${ALL}, v) + __reduce_max_sync(${ALL}, v);`, 'o[i] == 70'],
  ['__syncwarp(); o[t] = s[t ^ 1];', 'o[i] == i + 1 - i % 2 * 2'],
  [`if (t > 5) return; o[t] = __any_sync(${ALL}, t == 6);`, 'o[i] == 0'],
  ['if (t > 5) return; __syncthreads(); o[t] = s[5 - t];', 'o[i] == (i > 5 ? 0 : 5 - i)'],
  [
    `int x = 0; for (int j = 0; j < 3; j++) x += __shfl_sync(${ALL}, v + j, j); o[t] = x;`,
    'o[i] == 9',
  ],
];

const WRONG: readonly (readonly [body: string, kind: string])[] = [
  ['o[t] = s[t ^ 1];', 'race-local'],
  [`__shfl_sync(${ALL}, v, 0); o[t] = s[t ^ 1];`, 'race-local'],
  ['if (t < 4) __syncwarp(0xf); o[t] = s[t ^ 4];', 'race-local'],
  ['if (t < 4) __syncwarp(0xff); else __syncthreads();', 'divergence'],
  ['if (t < 4) __syncthreads(); else { __syncthreads(); o[t] = 1; }', 'divergence'],
  [`if (t < 4) o[t] = __shfl_sync(${ALL}, v, t + 4);`, 'uninitialised'],
];

describe('eight lanes of a warp, by running and by SPIN', () => {
  it.each(RIGHT)('%s', (body, ensures) => {
    const verdict = saidByRunning(body, ensures, 8);
    expect(verdict.findings).toEqual([]);
    expect(statusOf(verdict)).toBe('right');
  });

  it.each(WRONG)('%s is wrong: %s', (body, kind) => {
    const { findings } = saidByRunning(body, 'true', 8);
    expect(findings.map((each) => each.kind)).toContain(kind);
  });

  it.each(['regions', 'free'] as const)(
    'SPIN says the same at level %s',
    { timeout: 600_000 },
    async (level) => {
      const threads = level === 'free' ? 4 : 8;
      const cases = level === 'free' ? [RIGHT[10]] : all ? RIGHT : [RIGHT[1], RIGHT[11], RIGHT[12]];
      for (const each of cases) {
        if (each === undefined) continue;
        const [body, ensures] = each;
        const program = builtValues(textOf(body, ensures, threads), {});
        const report = await checker.check([program], { level });
        if (!report.ok) throw new Error(report.reason);
        expect(report.verdicts[0]?.found?.finding, body).toBeUndefined();
        expect(report.exhaustive).toBe(true);
      }
      for (const [body, kind] of level === 'free'
        ? WRONG.slice(0, 1)
        : all
          ? WRONG
          : WRONG.slice(2, 5)) {
        const report = await checker.check([builtValues(textOf(body, 'true', threads), {})], {
          level,
        });
        if (!report.ok) throw new Error(report.reason);
        expect(report.verdicts[0]?.found?.finding.kind, body).toBe(kind);
      }
    },
  );
});

describe('several warps of a group', () => {
  it('meet apart from each other, and only their own accesses are ordered', () => {
    const own = '__syncwarp(); o[t] = s[t ^ 1];';
    expect(statusOf(saidByRunning(own, 'o[i] == i + 1 - i % 2 * 2', 64))).toBe('right');
    const { findings } = saidByRunning('__syncwarp(); o[t] = s[t ^ 32];', 'true', 64);
    expect(findings.map(({ kind }) => kind)).toContain('race-local');
    const after = '__syncwarp(); __syncthreads(); o[t] = s[t ^ 32];';
    expect(statusOf(saidByRunning(after, 'o[i] == (i + 32) % 64', 64))).toBe('right');
  });

  it('do not forget an access before a barrier of the group, nor one after it', () => {
    const body = `__syncwarp(); __syncthreads(); s[t] = 1; o[t] = s[t ^ 1];`;
    const { findings } = saidByRunning(body, 'true', 64);
    expect(findings.map(({ kind }) => kind)).toContain('race-local');
  });
});
