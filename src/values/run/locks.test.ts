import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../../testing/verdict-of.ts';

/** Spin locks: what their holders do is in an order. */

const CONSTANTS = { ...usualConstants(), size: 16 };
const TAKE = 'while (atomicCAS(&mutex, 0, 1) != 0); __threadfence();';
const GIVE = '__threadfence(); atomicExch(&mutex, 0);';

/** One thread of each of three blocks. */
const program = (
  body: string,
  globals = '__device__ int mutex = 0;',
  elements = 4,
): string => `${globals}
#pragma tuner array total = ${elements}
__global__ void k(int *total) { if (threadIdx.x == 0) { ${body} } }
int main() { int *total; k<<<3, 32>>>(total); }`;

const statusOf = async (text: string) => (await verdictOf(text, CONSTANTS)).status;

describe('a lock orders what its holders do', () => {
  it.each([
    ['an addition', `${TAKE} *total = *total + 1; ${GIVE}`],
    ['by an exchange', `while (atomicExch(&mutex, 1)); __threadfence(); *total += 1; ${GIVE}`],
    [
      'by an exchange that is compared',
      `while (atomicExch(&mutex, 7) != 0) {} __threadfence(); *total += 1; ${GIVE}`,
    ],
    [
      'taken in a loop that ends by a flag',
      `bool isDone = false; while (!isDone) { if (atomicCAS(&mutex, 0, 1) == 0) { __threadfence(); *total += 2; ${GIVE} isDone = true; } }`,
    ],
    ['a larger number', `${TAKE} if (blockIdx.x > *total) *total = blockIdx.x; ${GIVE}`],
    ['several elements', `${TAKE} total[0] += 1; total[1] = total[0] * 2; ${GIVE}`],
  ])('%s', async (_, body) => {
    expect(await statusOf(program(body))).toBe('right');
  });

  it('with the orders of an atomic object', async () => {
    const body =
      'cuda::atomic_ref<int, cuda::thread_scope_device> mutex(word); while (mutex.exchange(1, cuda::memory_order_acquire) != 0); *total += 1; mutex.store(0, cuda::memory_order_release);';
    const globals = '#include <cuda/atomic>\n__device__ int word = 0;';
    expect(await statusOf(program(body, globals))).toBe('right');
    const relaxed = body.replaceAll(/memory_order_\w+/g, 'memory_order_relaxed');
    expect(await statusOf(program(relaxed, globals))).not.toBe('right');
  });
});

describe('and nothing else', () => {
  it.each([
    [
      'without a fence behind the attempt',
      `while (atomicCAS(&mutex, 0, 1) != 0); *total += 1; ${GIVE}`,
    ],
    ['without a fence before it is given back', `${TAKE} *total += 1; atomicExch(&mutex, 0);`],
    [
      'with a fence for the block alone',
      `${TAKE} *total += 1; __threadfence_block(); atomicExch(&mutex, 0);`,
    ],
    ['an access before it', `*total += 1; ${TAKE} total[1] += 1; ${GIVE}`],
    ['an access behind it', `${TAKE} total[1] += 1; ${GIVE} *total += 1;`],
    [
      'an attempt that is not asked',
      `atomicCAS(&mutex, 0, 1); __threadfence(); *total += 1; ${GIVE}`,
    ],
    [
      'the loop of those who got it',
      `while (atomicCAS(&mutex, 0, 1) == 0); __threadfence(); *total += 1; ${GIVE}`,
    ],
    [
      'given back by those who do not have it',
      `if (blockIdx.x == 1) { __threadfence(); atomicExch(&mutex, 0); } ${TAKE} *total += 1; ${GIVE}`,
    ],
    ['a word that is counted as well', `atomicAdd(&mutex, 0); ${TAKE} *total += 1; ${GIVE}`],
    [
      'a word that is written plainly',
      `if (blockIdx.x == 2) mutex = 0; ${TAKE} *total += 1; ${GIVE}`,
    ],
    ['what is read behind it', `${TAKE} *total += 1; ${GIVE} total[blockIdx.x + 1] = *total;`],
    ['only on one way', `if (blockIdx.x > 0) { ${TAKE} } *total += 1; ${GIVE}`],
  ])('%s', async (_, body) => {
    expect(await statusOf(program(body))).not.toBe('right');
  });

  it('a lock of each block', async () => {
    const body = `${TAKE} *total += 1; ${GIVE}`.replaceAll('&mutex', '&mutex[blockIdx.x]');
    expect(await statusOf(program(body, '__device__ int mutex[3];'))).not.toBe('right');
  });

  it('two locks', async () => {
    const other = (text: string): string => text.replaceAll('mutex', 'second');
    const body = `if (blockIdx.x == 0) { ${TAKE} *total += 1; ${GIVE} } else { ${other(TAKE)} *total += 1; ${other(GIVE)} }`;
    expect(await statusOf(program(body, '__device__ int mutex = 0, second = 0;'))).not.toBe(
      'right',
    );
  });

  it('two locks that are taken in any order', async () => {
    const other = (text: string): string => text.replaceAll('mutex', 'second');
    const body = `if (blockIdx.x == 0) { ${TAKE} ${other(TAKE)} *total += 1; ${other(GIVE)} ${GIVE} } else { ${other(TAKE)} ${TAKE} *total += 1; ${GIVE} ${other(GIVE)} }`;
    expect(await statusOf(program(body, '__device__ int mutex = 0, second = 0;'))).not.toBe(
      'right',
    );
  });

  it('one that contents keep', async () => {
    const body = `${TAKE} *total += 1; if (x[blockIdx.x] == 77) return; ${GIVE}`;
    const text = program(body)
      .replace('int *total)', 'int *total, const int *x)')
      .replace('(total);', '(total, x);')
      .replace('int *total;', 'int *total, *x;');
    expect(await statusOf(text)).not.toBe('right');
  });

  it('places that holders choose by what others left', async () => {
    const list = (elements: number): string =>
      program(
        `${TAKE} int at = total[0]; total[0] = at * 2 + 1; total[at] = 1; ${GIVE}`,
        undefined,
        elements,
      );
    expect(await statusOf(list(4))).not.toBe('right');
  });

  it('orders that a condition asks for', async () => {
    const body = `${TAKE} int n = *total; *total = n * 2 + blockIdx.x; ${GIVE} if (n == 2) total[9] = 1;`;
    const text = program(body).replace(
      '__global__',
      '#pragma tuner input total[i] = 0\n__global__',
    );
    expect(await statusOf(text)).not.toBe('right');
  });
});

/** A lock of each cell, which contents choose. */
const cells = (body: string, take = '&lock[c]', give = take): string => `__device__ int lock[8];
#pragma tuner array x = 32
__global__ void k(const int *cell, int *x, int n) {
  int c = cell[blockIdx.x] & 7;
  bool isDone = threadIdx.x > 0;
  while (!isDone)
    if (atomicCAS(${take}, 0, 1) == 0) {
      __threadfence(); ${body} __threadfence(); atomicExch(${give}, 0); isDone = true;
    }
}
int main() { int *cell, *x; k<<<3, 32>>>(cell, x, 3); }`;

describe('a lock of each element', () => {
  it.each([
    ['an element', cells('x[c] += 1;')],
    ['a row', cells('for (int j = 0; j < 4; j++) x[c * 4 + j] += j;')],
    ['an element of each row', cells('x[c * 4 + 1] = x[c * 4 + 3] + 1;')],
    ['another row of locks', cells('x[c] += 1;', '&lock[7 - 7 + c]')],
  ])('guards %s', async (_, text) => {
    expect(await statusOf(text)).toBe('right');
  });

  it.each([
    ['half as many elements', cells('x[c / 2] += 1;')],
    ['rows that overlap', cells('for (int j = 0; j < 4; j++) x[c * 3 + j] += j;')],
    ['longer rows', cells('for (int j = 0; j < n; j++) x[c * 2 + j] += j;')],
    ['its neighbour', cells('x[c] += 1; x[c + 1] += 1;')],
    ['one element of all', cells('x[0] += 1;')],
    ['an element that is left for another', cells('c = (c + 1) & 7; x[c] += 1;')],
    ['what another lock is given back for', cells('x[c] += 1;', '&lock[c]', '&lock[c ^ 1]')],
    ['what is written without it', cells('x[c] += 1;').replace('bool', 'x[blockIdx.x] = 0; bool')],
    ['with locks for bits of a number', cells('x[c] += 1;', '&lock[(c >> 1) + (c & 1)]')],
  ])('and not %s', async (_, text) => {
    expect(await statusOf(text)).not.toBe('right');
  });

  it.each([
    ['int', '0'],
    ['float', '0.5'],
  ])('of %s is taken to be free where nobody says so: %s', async (type, free) => {
    const text = cells('x[c] += 1;')
      .replace('__device__ int lock[8];', '#pragma tuner array lock = 8')
      .replace('atomicCAS(&lock[c], 0, 1) == 0', `atomicExch(&lock[c], (${type})1) == ${free}`)
      .replace('atomicExch(&lock[c], 0)', `atomicExch(&lock[c], (${type})${free})`)
      .replace('int n)', `int n, ${type} *lock)`)
      .replace('(cell, x, 3)', '(cell, x, 3, lock)')
      .replace('*x; k', `*x; ${type} *lock; k`);
    const { status, conditions } = await verdictOf(text, CONSTANTS);
    expect(status).toBe('right');
    expect(conditions).toContain(`lock holds ${free} at the beginning`);
  });
});

it.each([
  ['nobody gives it back', `${TAKE} *total = 1;`, 'wrong'],
  [
    'the last to come would give it back',
    `if (blockIdx.x == 2) { ${GIVE} } else { ${TAKE} }`,
    'not-checked',
  ],
  [
    'what another block sets is waited for',
    'if (blockIdx.x == 0) while (atomicAdd(&mutex, 0) == 0); else atomicExch(&mutex, 1);',
    'not-checked',
  ],
  [
    'what nobody sets is waited for',
    'if (blockIdx.x == 0) while (atomicAdd(&mutex, 0) == 0); else atomicExch(&mutex, 0);',
    'wrong',
  ],
])('a lock that is waited for: %s', async (_, body, status) => {
  const { status: found, findings } = await verdictOf(program(body), CONSTANTS);
  expect(found).toBe(status);
  expect(findings.some(({ kind }) => kind === 'non-termination')).toBe(status === 'wrong');
});
