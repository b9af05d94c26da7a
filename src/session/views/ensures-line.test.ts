import { expect, it } from 'vitest';
import { withEnsuresLine } from './ensures-line.ts';

const TEXT = `// kernel void none(__global int *x)
#pragma tuner param WG = {2, 4}

__kernel void other(__global int *z) { z[0] = 1; }

__kernel void scale(__global const float *in, __global float *seen, __global float *out) {
  int i = get_global_id(0);
  if (seen[i] == 1) return;
  out[i] += 2.0f * in[i];
}
`;

it('begins a line before the kernel, of the array that it writes first', () => {
  const begun = withEnsuresLine(TEXT, 'scale');
  expect(begun?.text).toBe(
    TEXT.replace(
      '__kernel void scale',
      '#pragma tuner ensures forall i < size: out[i] == expected\n__kernel void scale',
    ),
  );
  expect(begun?.text.slice(begun.at, begun.at + begun.length)).toBe('expected');
  expect(withEnsuresLine(TEXT, undefined)?.text).toContain(
    'size: z[i] == expected\n__kernel void other',
  );
});

it('begins none where nothing is written for others to see', () => {
  expect(withEnsuresLine('__kernel void k(__global const int *a) {}', 'k')).toBeUndefined();
  expect(withEnsuresLine('// __kernel void k(__global int *a)', 'k')).toBeUndefined();
});
