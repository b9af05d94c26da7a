import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

function said(body: string, before = '') {
  const text = `#pragma tuner items 32
${before}
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void k(__global float4 *o, __global const float2 *in) {
  int g = get_global_id(0), l = get_local_id(0);
  __local float2 t[3], u[2][4]; ${body}
}`;
  const verdict = checkByRunning(builtValues(text, {}), { text });
  const [first = ''] = verdict.findings.map(({ message }) => message);
  return { first, status: statusOf(verdict), conditions: conditionsOf(verdict) };
}

test('an array of vectors is counted in vectors', () => {
  expect(said('t[l] = in[g];').first).toContain('accesses t[3], written t[l]: t has 3 elements');
  expect(said('t[0] = in[g];').first).toContain('writes t[0].x here');
  expect(said('u[1][l & 1] = in[g];').first).toContain('writes u[1][0].x here');
  expect(said('o[g + 1].y = 1;', '#pragma tuner array o = 32').first).toContain(
    'accesses o[32], written o[g + 1].y: o has 32 elements',
  );
});

test('one vector beyond an array whose length nobody states is a slip, and twice as many its length', () => {
  const slip = said('o[g + 1] = 1;');
  expect(slip.status).toBe('depends');
  expect(slip.first).toContain('it is taken to have 32 elements');
  expect(said('o[g] = 1; o[g + 32] = 2;')).toMatchObject({
    status: 'right',
    conditions: ['o has 64 elements'],
  });
});
