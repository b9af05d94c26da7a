import { expect, test } from 'vitest';
import { usualConstants } from '../../../platform/index.ts';
import { builtValues } from '../../../testing/value-listing.ts';
import { verdictOf } from '../../../testing/verdict-of.ts';
import { conditionsOf, statusOf } from '../../finding.ts';
import { checkByRunning } from '../check.ts';

/** Two groups of 16, each with its part of `out`. */
const judged = (body: string): readonly string[] => {
  const text = `#pragma tuner items 32
#pragma tuner local_size 16
#pragma tuner array in = 32
#pragma tuner array out = 32
__kernel void k(__global const int *in, __global int *out) {
  __local int s[16];
  int l = get_local_id(0), b = get_group_id(0) * 16, v = in[b + l], keep = v > 3;
  s[l] = keep;
  barrier(CLK_LOCAL_MEM_FENCE);
  ${body} }`;
  const ran = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(ran), ...conditionsOf(ran)];
};

const MEETS = 'barrier(CLK_LOCAL_MEM_FENCE);';
/** Hillis and Steele. */
const UP = `for (int d = 1; d < 16; d *= 2) {
  int t = l >= d ? s[l - d] : 0; ${MEETS} s[l] += t; ${MEETS} }`;
/** Blelloch, for one element of each item. */
const BOTH = `for (int d = 1; d < 16; d *= 2) {
  if ((l & (2 * d - 1)) == 2 * d - 1) s[l] += s[l - d]; ${MEETS} }
  if (l == 15) s[15] = 0; ${MEETS}
  for (int d = 8; d > 0; d /= 2) {
    if ((l & (2 * d - 1)) == 2 * d - 1) { int t = s[l - d]; s[l - d] = s[l]; s[l] += t; } ${MEETS} }`;
const ONE_BY_ONE = `if (l == 0) { int a = 0; for (int i = 0; i < 16; i++) { int t = s[i]; s[i] = a; a += t; } }
  ${MEETS}`;
/** From one array to another and back. */
const TWO = `__local int o[16]; __local int *x = s, *y = o;
  for (int d = 1; d < 16; d *= 2) {
    y[l] = l >= d ? x[l] + x[l - d] : x[l]; ${MEETS}
    __local int *z = x; x = y; y = z; }`;

test.each([
  ['those so far', `${UP} if (keep) out[b + s[l] - 1] = v;`],
  ['those before', `${BOTH} if (keep) out[b + s[l]] = v;`],
  ['one item adds', `${ONE_BY_ONE} if (keep) out[b + s[l]] = v;`],
  ['others come from the end', `${UP} out[b + (keep ? s[l] - 1 : s[15] + l - s[l])] = v;`],
  ['behind a return', `${UP} if (!keep) return; out[b + s[l] - 1] = v;`],
  ['pointers change places', `${TWO} if (keep) out[b + x[l] - 1] = v;`],
  [
    'the first is counted by none',
    `if (l == 0) s[0] = 0; ${MEETS} ${UP} if (keep) out[b + (s[l] & 15)] = v;`,
  ],
  ['bits', `s[l] = v & 1; ${MEETS} ${UP} if (v & 1) out[b + s[l] - 1] = v;`],
])('a scan by hand tells items apart: %s', (_, body) => {
  expect(judged(body)).toEqual(['right']);
});

test.each([
  ['all come', `${UP} out[b + max(s[l] - 1, 0)] = v;`],
  ['others are one too near', `${UP} out[b + (keep ? s[l] - 1 : s[15] + l - s[l] - 1) % 16] = v;`],
  ['the sum is cut', `${UP} if (keep) out[b + ((s[l] - 1) & 7)] = v;`],
  ['a step is left out', `${UP.replace('d *= 2', 'd *= 4')} if (keep) out[b + s[l] - 1] = v;`],
  ['another condition leads there', `${UP} if (v < 9) out[b + (s[l] & 15)] = v;`],
  ['any number is added', `s[l] = v; ${MEETS} ${UP} if (keep) out[b + (s[l] & 15)] = v;`],
  ['groups have one part', `${UP} if (keep) out[s[l] - 1] = v;`],
  ['pointers change places and it is one too far', `${TWO} if (keep) out[b + x[l]] = v;`],
])('not where %s', (_, body) => {
  expect(judged(body)[0]).not.toBe('right');
});

/** Two blocks of two warps, with a ballot of who has more than 0. */
const threads = (body: string) => {
  const text = `//--blockDim=64 --gridDim=2
__global__ void k(int *p, int *c, const int *q) {
  int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x & 31, base = 3;
  unsigned act = __ballot_sync(~0u, q[g] > 0);
  if (q[g] > 0) { int lead = __ffs(act) - 1; ${body} } }`;
  return checkByRunning(builtValues(text, {}), { text });
};

test('a lane that need not be there hands on nothing', () => {
  expect(statusOf(threads('p[g] = __shfl_sync(act, g, lead);'))).toBe('right');
  expect(statusOf(threads('p[g] = __shfl_sync(act, g, 0);'))).toBe('wrong');
});

const openRaces = (ran: ReturnType<typeof checkByRunning>): boolean =>
  ran.notChecked.some(({ what }) => what === 'races');

test.each([
  ['__popc(act)', false],
  ['l == 0 ? __popc(act) : 1', true],
])('a warp takes as much as the one that draws adds: %s', (amount, isOpen) => {
  const ran = threads(`if (l == lead) base = atomicAdd(c, ${amount});
    base = __shfl_sync(act, base, lead); p[base + __popc(act & ((1u << l) - 1))] = g;`);
  expect(openRaces(ran)).toBe(isOpen);
});

test.each([
  ['a part of each number', 'b, (v & 1) << 4', 'out[b] = v;', false],
  ['numbers of more than 31 bits', 'b, (v & 1) << 30', 'out[b] = v;', true],
  ['two strides', 'b, 1 + (v & 1)', 'if (v > 3) out[b] = v; else out[2 * b] = v;', true],
])('parts of a counter: %s', (_, added, store, isOpen) => {
  const [target = '', amount = ''] = added.split(', ');
  const text = `#pragma tuner items 64
#pragma tuner local_size 32
#pragma tuner input c[i] = 0
__kernel void k(__global int *out, __global int *c, __global const int *in) {
  int v = in[get_global_id(0)], ${target} = atomic_add(c, ${amount});
  if (v & 1) { ${store} } }`;
  expect(openRaces(checkByRunning(builtValues(text, {}), { text }))).toBe(isOpen);
});

test.each([
  ['in front', 0, '1 + atomic_inc(p)', true],
  ['behind', 0, 'atomic_inc(p + 64)', true],
  ['where the last one writes', 0, 'atomic_inc(p + 63)', false],
  ['where the first one writes', 0, 'atomic_inc(p)', false],
  ['below 0', -1, '1 + atomic_inc(p)', false],
])('a counter in the array that it counts: %s', (_, begin, place, isRight) => {
  const text = `#pragma tuner items 64
#pragma tuner local_size 32
#pragma tuner array p = 65
#pragma tuner input p[i] = ${begin}
__kernel void k(__global int *p, __global const int *q) {
  if (q[get_global_id(0)] > 0) p[${place}] = 7 + get_global_id(0); }`;
  const ran = checkByRunning(builtValues(text, {}), { text });
  expect(statusOf(ran) === 'right').toBe(isRight);
  expect(openRaces(ran)).toBe(!isRight);
});

test('where a scan can lead is known', () => {
  expect(judged(`${UP} if (keep) out[b + s[l]] = v;`)).not.toEqual(['right']);
});

/** Whoever is the first of a warp draws numbers for all. */
const DRAWN = (amount: string): string => `//--blockDim=64 --gridDim=2
__global__ void k(int *p, const int *q, int *n) { int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x & 31;
unsigned m = __ballot_sync(~0u, q[g] > 0); if (q[g] > 0) { int base = 0, lead = __ffs(m) - 1;
if (l == lead) base = atomicAdd(n, ${amount}); base = __shfl_sync(m, base, lead); p[base + l] = g; } }`;

test.each([
  ['32', 'right'],
  ['l < 4 ? 32 : 8', 'not-checked'],
  ['32 - (l & 16)', 'not-checked'],
])('all who may lead add as much: %s', async (amount, expected) => {
  expect((await verdictOf(DRAWN(amount), usualConstants())).status).toBe(expected);
});

test('conditions on sums of conditions are looked at once', () => {
  const rounds = `for (int r = 0; r < 14; r++) {
    int x = s[(l + 15) & 15] + s[l] + s[(l + 1) & 15]; ${MEETS} s[l] = x >= 2; ${MEETS} }
  keep = s[l]; ${MEETS}`;
  expect(judged(`${rounds} ${UP} if (keep) out[b + s[l] - 1] = v;`)).toEqual(['right']);
});
