import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { PREDICATING } from '../../testing/machines.ts';
import { type WarpAccess, warpAccesses } from './touches.ts';

const parser = await createNodeKernelParser();

const machine = { ...PREDICATING, lanes: 32, line: 128, localWidth: 128, l1Width: 128 };

function accesses(body: string): WarpAccess[] {
  const text = `#pragma tuner param WG = {64}
#pragma tuner items 1024
__kernel void k(__global float *a, __global const int *b) {
  __local float tile[4096];
  const int lid = get_local_id(0);
  ${body}
}`;
  const lowered = parser.lower(text, undefined, undefined, 'machine');
  if (!lowered.ok) throw new Error(lowered.diagnostics[0]?.message);
  return warpAccesses(lowered.value, machine, { WG: 64 }, { ...usualConstants(), LM: 8192 });
}

test('lanes with a stride s are in gcd(s, 32) turns at the banks', () => {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  for (const stride of [1, 2, 3, 8, 12, 17, 32, 33, 48]) {
    const [store] = accesses(`tile[lid * ${stride}] = 1.0f;`);
    expect(store).toMatchObject({ kind: 'store', memory: 'local', bytes: 4 });
    expect(store?.degree).toBe(gcd(stride, 32));
    expect(store?.lanes).toEqual(Array.from({ length: 32 }, (_, lane) => lane * stride * 4));
  }
});

test('lanes one word off a line touch two of them, and all at one word one', () => {
  const lines = (index: string): number | undefined => accesses(`a[${index}] = 1.0f;`)[0]?.lines;
  expect(lines('lid')).toBe(1);
  expect(lines('lid + 1')).toBe(2);
  expect(lines('lid * 32')).toBe(32);
  expect(lines('5')).toBe(1);
});

test('a lane that sits an access out touches nothing', () => {
  const [store] = accesses('if (lid % 4 == 0) tile[lid * 8] = 1.0f;');
  expect(store?.lanes?.map((lane) => lane !== undefined)).toEqual(
    Array.from({ length: 32 }, (_, lane) => lane % 4 === 0),
  );
  expect(store?.degree).toBe(8);
});

test('an address that a load brings is not derived', () => {
  const found = accesses('tile[b[lid]] = 1.0f;');
  const [load] = found.filter(({ kind }) => kind === 'load');
  const [store] = found.filter(({ kind }) => kind === 'store');
  expect(load?.lines).toBe(1);
  expect(store?.lanes).toBeUndefined();
});
