import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** Arrays within structs of the host, of pointers and of numbers: what they hold decides the verdict. */

const PROGRAM = `#include <utility>
__global__ void k(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }
struct Net {
  int *w[2]; int len[2];
  void init() { for (int i = 0; i < 2; i++) { len[i] = 32; cudaMalloc(&w[i], len[i] * 4); cudaMemset(w[i], 0, 128); } }
  void set(int i, int m) { len[i] = m; }
};
void any(int *p);
void put(int *p) { p[1] = 16; }
void putIn(Net &n) { n.len[1] = 16; }
void putTo(Net *n) { n->len[1] = 16; }
`;
const LAUNCH = 'k<<<1, 32>>>(n.w[0], n.w[1]);';
const says = async (host: string) => {
  const { status, conditions, findings } = await verdictOf(
    `${PROGRAM}int main() { ${host} }`,
    usualConstants(),
  );
  return { status, isSure: conditions.length === 0, kinds: findings.map(({ kind }) => kind) };
};
const RIGHT = { status: 'right', isSure: true, kinds: [] };

describe('elements are told', () => {
  test.each([
    ['by a method', 'Net n; n.init();', 'n.w[1] = nullptr; cudaMalloc(&n.w[1], 64);'],
    ['in an array', 'Net all[3]; all[2].init(); Net n = all[2];', 'cudaMalloc(&n.w[1], 64);'],
    [
      'by a list',
      'int *p; cudaMalloc(&p, 256); cudaMemset(p, 0, 256); Net n = {{p, p + 32}, {1}};',
      'n.w[1] = p + 33;',
    ],
    ['by another', 'Net m, n; m.init(); n = m; cudaMalloc(&m.w[1], 64);', 'n = m;'],
    [
      'by a swap',
      'Net n; n.init(); std::swap(n.w[0], n.w[1]);',
      'cudaMalloc(&n.w[1], 64); std::swap(n.w[0], n.w[1]);',
    ],
  ])('%s', async (_, made, fault) => {
    expect(await says(`${made} ${LAUNCH}`)).toEqual(RIGHT);
    const { status, kinds } = await says(`${made} ${fault} ${LAUNCH}`);
    expect([status, ...kinds]).toEqual(['wrong', 'bounds']);
  });

  test.each([
    ['', 'right'],
    ['n.set(1, 16);', 'wrong'],
    ['putIn(n);', 'wrong'],
    ['putTo(&n);', 'wrong'],
    ['Net *p = &n; p->len[1] = 16;', 'wrong'],
    ['auto &len = n.len; len[1] = 16;', 'wrong'],
    ['Net m = n; m.len[1] = 16;', 'right'],
    ['n.len[0]--; n.len[1] -= n.len[0] - 15;', 'wrong'],
  ])('numbers after %s', async (changed, status) => {
    const host = `Net n; n.init(); ${changed} int *b; cudaMalloc(&b, n.len[1] * 4); k<<<1, 32>>>(n.w[0], b);`;
    expect((await says(host)).status).toBe(status);
  });
});

describe('nothing is certain once it is not followed', () => {
  test.each([
    'n.len[time(0)] = 16;',
    'if (time(0) % 2) n.len[1] = 16;',
    'int *p = n.len; p[1] = 16;',
    'any(n.len);',
    'put(n.len);',
    'memset(n.len, 1, 8);',
    'for (int &each : n.len) each = 16;',
    'scanf("%d", &n.len[1]);',
    'std::copy(n.len, n.len + 1, n.len + 1);',
    'auto set = [&n] { n.len[1] = 16; }; std::thread t(set); t.join();',
    'Net m; m.init(); if (time(0)) std::swap(m.len, n.len);',
  ])('%s', async (changed) => {
    for (const length of [32, 16]) {
      const host = `Net n; n.init(); n.len[1] = ${length}; ${changed} int *b; cudaMalloc(&b, n.len[1] * 4); k<<<1, 32>>>(n.w[0], b);`;
      const { status, isSure } = await says(host);
      expect([status, isSure], `of ${length}`).toEqual(['right', false]);
    }
  });

  test.each([
    'n.w[time(0)] = n.w[0];',
    'int **p = n.w; cudaMalloc(&p[1], 64);',
    'if (time(0)) n.w[1] = n.w[0] + 16;',
  ])('%s', async (changed) => {
    const { status, isSure } = await says(`Net n; n.init(); ${changed} ${LAUNCH}`);
    expect([status, isSure]).toEqual(['right', false]);
  });
});
