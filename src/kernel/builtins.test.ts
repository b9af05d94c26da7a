import { afterEach, expect, test, vi } from 'vitest';
import { frontEndSays } from '../testing/opencl-front-end.ts';
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
