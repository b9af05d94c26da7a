import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Hosts that pass a place inside of an array: what lies before it is the array's too. */

const CONSTANTS = { ...usualConstants(), size: 64 };
const ID = 'int i = blockIdx.x * blockDim.x + threadIdx.x;';
const reads = (index: string): string =>
  `__global__ void k(int *o, const int *d) { ${ID} o[i] = d[${index}]; }`;
const allocated = (elements: number): string =>
  `int *o, *d; cudaMalloc(&o, 256 * sizeof(int)); cudaMalloc(&d, ${elements} * sizeof(int));`;

describe('an argument that points into an array', () => {
  it.each([
    ['an element before it', reads('i - 1'), '', 'k<<<4, 64>>>(o, d + 1);', 'right'],
    ['as the address of an element', reads('i - 1'), '', 'k<<<4, 64>>>(o, &d[1]);', 'right'],
    ['through a pointer', reads('i - 3'), '', 'int *e = d + 3; k<<<4, 64>>>(o, e);', 'right'],
    [
      'through the pointer of a function that launches',
      reads('i - 2'),
      'void run(int *o, int *x) { k<<<4, 64>>>(o, x + 1); }',
      'int *e = d + 1; run(o, e);',
      'right',
    ],
    [
      'two of one array',
      `__global__ void k(int *o, const int *a, const int *b) { ${ID} o[i] = a[i - 2] + b[i]; }`,
      '',
      'k<<<4, 64>>>(o, d + 2, d);',
      'right',
    ],
    ['one element too many before it', reads('i - 2'), '', 'k<<<4, 64>>>(o, d + 1);', 'wrong'],
    ['its last element', reads('i + 2'), '', 'k<<<4, 64>>>(o, d + 1);', 'right'],
    ['one beyond its last', reads('i + 3'), '', 'k<<<4, 64>>>(o, d + 1);', 'wrong'],
    ['nothing is before an array', reads('i - 1'), '', 'k<<<4, 64>>>(o, d);', 'wrong'],
  ])('%s', async (_, kernel, before, launch, expected) => {
    const text = `${kernel}\n${before}\nint main() { ${allocated(259)} ${launch} return 0; }`;
    expect((await verdictOf(text, CONSTANTS)).status).toBe(expected);
  });

  it('is named from where it points', async () => {
    const text = `${reads('i - 2')}\nint main() { ${allocated(257)} k<<<4, 64>>>(o, d + 1); }`;
    const { findings } = await verdictOf(text, CONSTANTS);
    expect(findings.map(({ message }) => message)).toEqual([
      'Thread 0 of block 0 accesses d[-2], written d[i - 2]: d has 256 elements from there on and 1 before.',
    ]);
  });
});

describe('a stated number of elements before an argument', () => {
  const stated = (index: string, lines = ''): string => `#pragma tuner array d = 4
#pragma tuner before d = 2
#pragma tuner array o = size
#pragma tuner items size
${lines}
__kernel void k(__global int *o, __global int *d) { int g = get_global_id(0); o[g] = d[${index}]; }`;

  it.each([
    ['g % 4 - 2', 'right'],
    ['g % 6 - 2', 'right'],
    ['g % 4 - 3', 'wrong'],
    ['g % 5', 'wrong'],
  ])('d[%s]', async (index, expected) => {
    expect((await verdictOf(stated(index), CONSTANTS)).status).toBe(expected);
  });

  it('leaves out what names the array by its beginning', async () => {
    await expect(verdictOf(stated('0', '#pragma tuner input d[i] = i'), CONSTANTS)).rejects.toThrow(
      'd is neither an array',
    );
  });
});
