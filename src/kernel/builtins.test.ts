import { afterEach, expect, test, vi } from 'vitest';
import { frontEndSays } from '../testing/opencl-front-end.ts';
import { lowered, outline } from '../testing/kernels.ts';
import { ALL_BUILTINS, builtinOf, BUILTINS } from '../front/builtins.ts';

afterEach(() => void vi.restoreAllMocks());

test('a real front end knows every built-in function', { timeout: 180_000 }, async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {}); // progress of loading it
  // All called wrongly: only names that are not known at all matter.
  const calls = [...BUILTINS.map(({ name }) => name), 'nonsense'].map((name) => `${name}();`);
  const said = await frontEndSays('k.cl', `__kernel void k() {\n${calls.join('\n')}\n}`, 'CL3.0');
  const unknown = [...said.matchAll(/undeclared[^']*'(\w+)'/g)].map(([, name]) => name);
  expect(unknown).toEqual(['nonsense']);
});

test('each is in the table once, and found there', () => {
  for (const builtin of ALL_BUILTINS) expect(builtinOf(builtin.name)).toBe(builtin);
  expect(builtinOf('get_local_id')?.signature).toBe('size_t get_local_id(uint dimension)');
});

test.each([
  ['convert_int4_sat_rte', 'free'],
  ['as_float4', 'free'],
  ['vload_half', 'vector-load'],
  ['vloada_half16', 'vector-load'],
  ['vstorea_half2_rtz', 'vector-store'],
  ['vload5', undefined],
  ['vstore2_rte', undefined],
  ['get_local_idx', undefined],
])('%s is of sort %s', (name, sort) => {
  expect(builtinOf(name)?.sort).toBe(sort);
});

const costs = (body: string): readonly string[] =>
  outline(lowered(`__kernel void k(__global int *o) { ${body} }`));

test.each(['work_group_any', 'work_group_reduce_add', 'work_group_scan_exclusive_max'])(
  'a group waits in %s as at a barrier',
  (asked) => {
    const found = costs(`o[get_global_id(0)] = ${asked}(3);`);
    expect(found).toEqual(costs('barrier(CLK_LOCAL_MEM_FENCE); o[get_global_id(0)] = 3;'));
    expect(found.join()).toContain('barrier local');
  },
);

test('an assert costs what its claim reads', () => {
  const cuda = (claim: string): readonly string[] =>
    outline(lowered(`__global__ void k(int *o) { ${claim} o[threadIdx.x] = 3; }`));
  expect(cuda('assert(threadIdx.x < 8);')).toEqual(cuda(''));
  expect(cuda('assert(o[threadIdx.x] < 8);')).toEqual(cuda('int v = o[threadIdx.x];'));
});
