import { describe, expect, it } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { CORPUS_KERNELS } from '../testing/corpus/kernels.ts';
import { suggestPragmas } from './fixes.ts';

const parser = await createNodeKernelParser();
const suggest = (text: string) => suggestPragmas(text, (one) => parser.lower(one));

const WG = '#pragma tuner param WG = pow2(4, size/2)\n';

/** Kernels in the style of public collections, and the lines they need. */
const LACKING: Readonly<Record<string, readonly [text: string, lines: readonly string[]]>> = {
  'a loop over the data of a graph': [
    `${WG}__kernel void bfs(__global const int *first, __global const int *edge, __global int *cost) {
  int v = get_global_id(0);
  for (int e = first[v]; e < first[v + 1]; e++) cost[edge[e]] = 1;
}`,
    ['#pragma tuner trips 16'],
  ],
  'a barrier under a condition on data': [
    `${WG}__kernel void boxes(__global const int *count, __global int *out, __local int *tile) {
  int b = get_group_id(0);
  if (count[b] > 0) {
    tile[get_local_id(0)] = count[b];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[b] = tile[0];
  }
}`,
    ['#pragma tuner assume uniform'],
  ],
  'two dimensions, and a block size that the host defines': [
    `__kernel void hotspot(__global float *power, __local float *tile) {
  int x = get_local_id(0), y = get_local_id(1);
  tile[y * BLOCK_SIZE + x] = power[get_global_id(1) * BLOCK_SIZE + get_global_id(0)];
}`,
    [
      '#pragma tuner param WG = pow2(4, size/2)',
      '#pragma tuner items size, size',
      '#pragma tuner local_size WG, WG',
      '#pragma tuner param BLOCK_SIZE = {16}',
    ],
  ],
  'a length that is an argument, and a function of another file': [
    `${WG}float distance_of(__global const float *a, int i);
__kernel void kmeans(__global const float *a, __global float *out, int clusters) {
  float least = 0;
  for (int i = 0; i < clusters; i++) least += distance_of(a, i);
  out[get_global_id(0)] = least;
}`,
    ['#pragma tuner value clusters = size', '#pragma tuner cost distance_of = GMT'],
  ],
  'loops in a line with others': [
    `${WG}__kernel void spmv(__global const int *row, __global float *y) {
  int i = get_global_id(0); float s = 0; for (int k = row[i]; k < row[i + 1]; k++) s += y[k]; y[i] = s;
  while (row[i] > 0) { y[i] = s; }
}`,
    ['#pragma tuner trips 16', '#pragma tuner trips 16'],
  ],
};

describe('a kernel gets the lines that it lacks', () => {
  it.each(Object.entries(LACKING))('%s', (_, [text, lines]) => {
    expect(parser.lower(text).ok).toBe(false);
    const { ok, added, text: suggested } = suggest(text);
    expect(ok).toBe(true);
    expect(added.map(({ text: line }) => line).toSorted()).toEqual([...lines].toSorted());
    const written = suggested.split('\n');
    for (const { line, text: said } of added) expect(written[line - 1]?.trim()).toBe(said);
    // Nothing but those lines was changed.
    const kept = written.filter((line) => !lines.includes(line.trim())).join('\n');
    expect(kept.replace(/\s+/g, ' ')).toBe(
      text
        .replace(/\s+/g, ' ')
        .replace(`${WG.trim()} `, lines.includes(WG.trim()) ? '' : `${WG.trim()} `),
    );
  });
});

it(
  'kernels in public styles that have lost their pragmas get what they need',
  { timeout: 60_000 },
  () => {
    const bare = CORPUS_KERNELS.map(({ name, text }) => ({
      name,
      text: text.replaceAll(/^\s*#pragma tuner.*\n/gm, ''),
    }));
    const lacking = bare.filter(({ text }) => !parser.lower(text).ok);
    expect(lacking.length).toBeGreaterThan(10);
    const left = lacking.filter(({ text }) => !suggest(text).ok).map(({ name }) => name);
    // Without the parameter its macro names, it is not C.
    expect(left).toEqual(['unroll_by_macro']);
  },
);

it('a text that needs nothing is left as it is', () => {
  const text = `${WG}__kernel void copy(__global int *a, __global int *b) { b[get_global_id(0)] = a[get_global_id(0)]; }`;
  expect(suggest(text)).toMatchObject({ text, added: [], ok: true });
});

it('what no line settles is left, and said', () => {
  const text = `${WG}__kernel void broken(__global int *a) { a[0] = }`;
  expect(suggest(text)).toMatchObject({ text, added: [], ok: false });
  const pointer = `${WG}__kernel void k(__global int *a, long p) { *(int *)(a[0]) = 1; for (int i = 0; i < a[0]; i++) a[i] = 1; }`;
  const { ok, added, diagnostics } = suggest(pointer);
  expect(ok).toBe(false);
  expect(added.map(({ text: line }) => line)).toEqual(['#pragma tuner trips 16']);
  expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
});
