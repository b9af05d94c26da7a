import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf, type Verdict } from '../finding.ts';
import { checkByRunning } from '../run/check.ts';

function said(body: string, cuda = false): Verdict {
  const [head, id] = cuda
    ? ['__global__ void k(int *p, int n) {', 'blockIdx.x * blockDim.x + threadIdx.x']
    : ['__kernel void k(__global int *p, int n) {', 'get_global_id(0)'];
  const text = `#pragma tuner items 16
#pragma tuner local_size 4
#pragma tuner array p = 16
${head}
  int g = ${id}, s = 0;
  ${body}
  p[g] = s;
}`;
  return checkByRunning(builtValues(text, {}), { text });
}

describe('claims that a text makes for its verifier', () => {
  test.each([
    'for (int i = 0; __invariant(i < 5), i < 8; i++) s += i;',
    'for (int i = 0; i < 8; i++) { __global_invariant(s < 5); s += i; }',
    'int a[2] = {1, 2}; __invariant(a[1] == 3);',
    'for (int i = 0; loop_invariant(i <= 7), i < 8; i++) s += i;',
  ])('are wrong where they do not hold: %s', (body) => {
    const { findings } = said(body);
    expect(findings.map(({ kind }) => kind)).toEqual(['result']);
  });

  test.each(['CUDA_KERNEL_ASSERT(g < 10);', 'CUDA_KERNEL_ASSERT_MSG(g < 10, "too large");'])(
    'as is an assertion of CUDA: %s',
    (body) => {
      expect(said(body, true).findings.map(({ kind }) => kind)).toEqual(['result']);
      expect(statusOf(said(body.replace('10', '16'), true))).toBe('right');
    },
  );

  test.each([
    'for (int i = 0; __invariant(i <= 8), __invariant(__implies(i > 0, s >= 0)), i < 8; i++) s += i;',
    'for (int i = 0; __global_invariant(s == i * (i - 1) / 2), i < 8; i++) s += i;',
    'for (int i = 0; __invariant(__other_int(i) == i), i < 8; i++) s += i;',
    'for (int i = 0; __invariant(__implies(__write(p), p[0] == 3)), i < 8; i++) s += i;',
    'for (int i = 0; __invariant(p[0] == 3), i < 8; i++) s += i;',
    '__invariant(s++ == 1);',
  ])('are right where they hold, or are more than a condition: %s', (body) => {
    const verdict = said(body);
    expect(statusOf(verdict)).toBe('right');
    expect(conditionsOf(verdict)).toEqual([]);
  });

  test('of the end of a function are not judged, and that is said', () => {
    const verdict = said('__ensures(p[0] == 4);');
    expect(statusOf(verdict)).toBe('right');
    expect(conditionsOf(verdict)).toEqual(['__ensures(p[0] == 4) holds']);
  });
});
