import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';
import { CUDA_CASES } from './index.ts';

const CONSTANTS = { ...usualConstants(), size: 64 };
const LOCKSTEP = '\n#pragma tuner lockstep\n';

/** The verdict on a block of threads: the status, and the kinds of what is wrong. */
async function said(body: string, claim = 'o[0] == o[0]', { threads = 32, lockstep = true } = {}) {
  const text = `#pragma tuner ensures ${claim}
__global__ void k(int *o, const int *a) { __shared__ int s[64]; int t = threadIdx.x; ${body} }
int main() { int *o, *a; cudaMalloc(&o, 256); cudaMalloc(&a, 256); k<<<1, ${threads}>>>(o, a); }
${lockstep ? LOCKSTEP : ''}`;
  const { findings, status } = await verdictOf(text, CONSTANTS);
  return [status, ...new Set(findings.map(({ kind }) => kind))].join(' ');
}

describe('what a warp in lockstep computes', () => {
  test.each<readonly [title: string, body: string, claim: string]>([
    [
      'a sum by halves',
      's[t] = t + 1; s[t + 32] = 0; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1]; if (t == 0) o[0] = s[0];',
      'o[0] == 528',
    ],
    ['all read before any writes', 's[t] = t; s[t] = s[31 - t]; o[t] = s[t];', 'o[3] == 28'],
    [
      'a scan in place',
      's[t] = 1; for (int d = 1; d < 32; d *= 2) if (t >= d) s[t] += s[t - d]; o[t] = s[t];',
      'forall i < 32: o[i] == i + 1',
    ],
    [
      'ways of a branch come together',
      'if (t < 16) s[t] = t; else s[t] = 2 * t; o[t] = s[31 - t];',
      'o[0] == 62 && o[31] == 0',
    ],
    [
      'loops of different lengths come together',
      'for (int j = 0; j <= t; j++) s[t] = j; o[t] = s[31 - t];',
      'forall i < 32: o[i] == 31 - i',
    ],
    [
      'a loop that some leave in the middle',
      'for (int j = 0; j < 40; j++) { s[t] = j; if (j == t) break; s[t] += 1; } o[t] = s[31 - t];',
      'forall i < 32: o[i] == 31 - i',
    ],
    [
      'those who have returned are not waited for',
      'if (t >= 24) return; s[t] = t; o[t] = s[23 - t];',
      'forall i < 24: o[i] == 23 - i',
    ],
    [
      'warps meet at a barrier',
      's[t] = t; s[t] = s[t ^ 1]; __syncthreads(); o[t] = s[63 - t];',
      'o[0] == 62 && o[63] == 1',
    ],
  ])('%s', async (_, body, claim) => {
    const threads = body.includes('63') ? 64 : 32;
    expect(await said(body, claim, { threads })).toBe('right');
    // The claim is compared with what is left, whatever is said of races.
    expect(await said(body, `!(${claim})`, { threads })).toBe('wrong result');
    expect(await said(body, claim, { threads, lockstep: false })).toMatch(/^wrong .*race-local/);
  });
});

describe('what lockstep does not order', () => {
  test.each([
    ['one step of two', 's[0] = t; o[t] = s[0];', 'wrong race-local'],
    ['ways of a branch', 'if (t < 16) s[t] = t; else o[t] = s[t - 16];', 'wrong race-local'],
    [
      'ways that contents decide',
      's[t] = 0; if (a[t] > 0) s[t] = 1; else o[t] = s[t ^ 1];',
      'wrong race-local',
    ],
    [
      'an exchange on a way that contents decide',
      's[t] = 0; if (a[t] > 0) { s[t] = t; o[t] = s[t ^ 1]; }',
      'not-checked',
    ],
    [
      'a lock that a lane waits for while another holds it',
      'if (t == 0) s[0] = 0; __syncwarp(); while (atomicCAS(&s[0], 0, 1) != 0) {} atomicExch(&s[0], 0);',
      'wrong non-termination',
    ],
    [
      'a barrier on one way',
      'if (t < 16) __syncthreads(); else __syncthreads();',
      'wrong divergence',
    ],
  ])('%s', async (_, body, expected) => {
    expect(await said(body)).toBe(expected);
  });

  test('two warps', async () => {
    expect(await said('s[t] = t; o[t] = s[63 - t];', 'o[0] == 63', { threads: 64 })).toMatch(
      /race-local/,
    );
  });
});

describe('meetings of some lanes', () => {
  const said1 = (body: string) => said(body, 'o[0] == o[0]', { lockstep: false });

  test('an earlier meeting of all orders too', async () => {
    const met = 's[t] = t; __syncwarp(); if (t < 16) { __syncwarp(0xffff); o[t] = s[t + 16]; }';
    expect(await said1(met)).toBe('right');
    expect(await said1(met.replace('__syncwarp();', ''))).toBe('wrong race-local');
  });

  test('a reader who did not meet the writer races, between two who did', async () => {
    const read = 'if (t == 0) s[0] = 7; __syncwarp(); if (t < 4) o[t] = s[0];';
    const write = 'if (t == 0) s[0] = 5;';
    expect(await said1(`${read} if (t < 4 && t != 2) __syncwarp(0xb); ${write}`)).toBe(
      'wrong race-local',
    );
    expect(await said1(`${read} if (t < 4) __syncwarp(0xf); ${write}`)).toBe('right');
  });
});

describe('the corpus', () => {
  // The native runs that take lanes to be in step say which of them still race.
  const all = CUDA_CASES.filter(({ known }) => known === 'lockstep');
  const racing = CUDA_CASES.filter(({ known }) => known === 'race-local');

  test.each(all)('$title', async ({ text, marked }) => {
    const alone = await verdictOf(text, CONSTANTS);
    expect(alone.status).toBe('wrong');
    const named = alone.findings.filter(({ message }) => message.includes('relies on lockstep'));
    expect(named.length).toBeGreaterThan(0);
    for (const { lines } of named) expect(marked).toEqual(expect.arrayContaining([...lines]));
    const together = await verdictOf(text + LOCKSTEP, CONSTANTS);
    expect(together.findings).toEqual([]);
    expect(together.status).toBe('right');
  });

  test.each(racing)('$title, in lockstep too', async ({ text }) => {
    const { status, findings } = await verdictOf(text + LOCKSTEP, CONSTANTS);
    expect(status).toBe('wrong');
    expect(findings.map(({ kind }) => kind)).toContain('race-local');
    expect(findings.filter(({ message }) => message.includes('relies on'))).toEqual([]);
  });
});

test('a shuffle from a lane that takes no part is said as that', async () => {
  const text = `__global__ void k(int *o) { int t = threadIdx.x, v = t; if (t < 8) v = __shfl_sync(0xff, t, 9); o[t] = v; }
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); }`;
  const { status, findings } = await verdictOf(text, CONSTANTS);
  expect(status).toBe('wrong');
  expect(findings.map(({ message }) => message)).toEqual([
    'Thread 0 of block 0 takes a value by __shfl_sync(0xff, t, 9) from a lane that takes no part in it.',
  ]);
});

test('and does no harm where nobody uses the value', async () => {
  const text = (use: string): string => `#pragma tuner input a[i] = i
#pragma tuner ensures o[0] == 6
__global__ void k(const int *a, int *o) { int t = threadIdx.x, v = a[t];
  for (int d = 2; d > 0; d >>= 1) v += __shfl_down_sync(0xf, v, d);
  if (${use}) o[0] = v; }
int main() { int *a, *o; cudaMalloc(&a, 16); cudaMalloc(&o, 4); k<<<1, 4>>>(a, o); }`;
  expect(await verdictOf(text('t == 0'), CONSTANTS)).toMatchObject({
    status: 'right',
    findings: [],
  });
  const { status, findings } = await verdictOf(text('t == 3'), CONSTANTS);
  expect(status).toBe('wrong');
  expect(findings.map(({ kind }) => kind)).toContain('uninitialised');
});
