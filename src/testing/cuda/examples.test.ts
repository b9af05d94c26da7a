import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { ALL_EXAMPLES } from '../../session/example-list.ts';
import { verdictOf } from '../verdict-of.ts';
import { CUDA_EXAMPLES } from './index.ts';

const CONSTANTS = { ...usualConstants(), size: 64 };

type Change = readonly [from: string | RegExp, to: string];

/** A small size, at which all inputs can be tried. */
const SMALL: Readonly<Record<string, readonly Change[]>> = {
  sum: [['n = 1000, threads = 128', 'n = 7, threads = 64']],
  matmul: [['N = 20, TILE = 8', 'N = 2, TILE = 2']],
  transpose: [['width = 40, height = 24', 'width = 3, height = 2']],
  histogram: [['n = 300', 'n = 4']],
  scan: [['n = 300', 'n = 7']],
  stencil: [['n = 200', 'n = 7']],
  softmax: [['rows = 4, columns = 100', 'rows = 2, columns = 3']],
};

/** One mistake in each, and what is wrong then. */
const WRONG: Readonly<Record<string, readonly [...Change, kind: RegExp]>> = {
  sum: ['  __syncthreads();\n', '', /race-local/],
  matmul: [/ {4}__syncthreads\(\);\n {2}\}/, '  }', /race-local/],
  transpose: [
    'tile[threadIdx.x][threadIdx.y + j];',
    'tile[threadIdx.y + j][threadIdx.x];',
    /result/,
  ],
  histogram: [
    'atomicAdd(&local[keys[i] % BINS], weights[i])',
    'local[keys[i] % BINS] += weights[i]',
    /race-local/,
  ],
  scan: [
    'if (warp.meta_group_rank() > 0) value',
    'if (warp.meta_group_rank() > 1) value',
    /result/,
  ],
  stencil: ['if (threadIdx.x < R) {', 'if (threadIdx.x < R - 1) {', /uninitialised|result/],
  softmax: ['largest = scratch[0];\n  __syncthreads();', 'largest = scratch[0];', /race-local/],
  layer_norm: ['if (row >= rows) return;\n', '', /bounds/],
};

const changed = (text: string, changes: readonly Change[]): string =>
  changes.reduce((made, [from, to]) => {
    const next = made.replace(from, to);
    if (next === made) throw new Error(`nothing is ${String(from)}`);
    return next;
  }, text);

test('the page lists every text', () => {
  const listed = ALL_EXAMPLES.filter(({ language }) => language === 'cuda').map(({ id }) => id);
  expect(listed.toSorted()).toEqual(CUDA_EXAMPLES.map(({ name }) => `cuda/${name}`).toSorted());
});

describe.each(CUDA_EXAMPLES)('$name', { timeout: 120_000 }, ({ name, text }) => {
  const small = SMALL[name];
  test.runIf(small !== undefined)('is right for all inputs at a small size', async () => {
    const any = changed(text, [
      ...(small ?? []),
      [/(#pragma tuner input \w+\[i\] = ).*/g, '$1any(0, 1)'],
    ]);
    const { status, open, conditions } = await verdictOf(any, CONSTANTS);
    expect({ status, open, conditions }).toEqual({ status: 'right', open: [], conditions: [] });
  });

  test('has a twin that is wrong', async () => {
    const [from, to, kind] = WRONG[name] ?? ['', '', /^$/];
    const { status, findings } = await verdictOf(changed(text, [[from, to]]), CONSTANTS);
    expect(status).toBe('wrong');
    expect(findings.map((each) => each.kind).join()).toMatch(kind);
  });
});
