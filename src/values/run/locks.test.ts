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
