import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** Pointers of the host that are given other arrays, and arrays that are written between launches. */

const CONSTANTS = usualConstants();

const saysOf = async (text: string) => {
  const { status, conditions } = await verdictOf(text, CONSTANTS);
  // Most of these hosts set nothing.
  return { status, conditions: conditions.filter((each) => !each.startsWith('somebody sets')) };
};

describe('lengths', () => {
  const reads = `__global__ void k(float *o, const float *a) { o[threadIdx.x] = a[threadIdx.x + 32]; }
int main() { float *x, *y; cudaMalloc(&x, 32 * 4);`;
  const OPEN = [
    'a has 64 elements',
    'o has 32 elements',
    'o has the elements that are accessed in each launch',
    'a has the elements that are accessed in each launch',
  ];

  it.each([
    ['a swap', 'k<<<1, 32>>>(x, y); std::swap(x, y); k<<<1, 32>>>(x, y);', undefined],
    [
      'a swap in a loop without a known end',
      'for (int i = 0; i < rounds(); i++) { k<<<1, 32>>>(x, y); swap(x, y); }',
      OPEN,
    ],
    [
      'three assignments',
      'k<<<1, 32>>>(x, y); float *t = x; x = y; y = t; k<<<1, 32>>>(x, y);',
      undefined,
    ],
    [
      'a function that swaps',
      'k<<<1, 32>>>(x, y); swapPointers(&x, &y); k<<<1, 32>>>(x, y);',
      OPEN,
    ],
    ['no swap', 'k<<<1, 32>>>(x, y); k<<<1, 32>>>(x, y);', []],
  ])(
    'are followed, or not told, behind %s of arrays that are not as long',
    async (_, launches, conditions) => {
      const says = await saysOf(`${reads} cudaMalloc(&y, 64 * 4); ${launches} }`);
      expect(says).toEqual(
        conditions ? { status: 'right', conditions } : { status: 'wrong', conditions: [] },
      );
    },
  );

  it.each([
    [4, 'wrong'],
    [1, 'right'],
  ])('are followed where they change places in %d rounds of a loop', async (rounds, status) => {
    const loop = `for (int i = 0; i < ${rounds}; i++) { k<<<1, 32>>>(x, y); std::swap(x, y); }`;
    expect(await saysOf(`${reads} cudaMalloc(&y, 64 * 4); ${loop} }`)).toMatchObject({ status });
  });

  const steps = `__global__ void k(float *o, const float *a) { o[threadIdx.x] = a[(threadIdx.x + 1) % 32]; }
int main() { float *x, *y; cudaMalloc(&x, 32 * 4); cudaMalloc(&y, 32 * 4);`;
  it.each([
    ['swapped', 'for (int i = 0; i < 4; i++) { k<<<1, 32>>>(x, y); std::swap(x, y); }', 'right'],
    [
      'swapped by hand, under other names',
      'float *in = x, *out = y; for (int i = 0; i < 4; i++) { k<<<1, 32>>>(out, in); float *t = in; in = out; out = t; }',
      'right',
    ],
    ['made one', 'k<<<1, 32>>>(x, y); x = y; k<<<1, 32>>>(x, y);', 'wrong'],
    [
      'swapped with what is passed too',
      'float *in = x, *out = y; k<<<1, 32>>>(x, out); std::swap(in, out); k<<<1, 32>>>(x, out);',
      'wrong',
    ],
    [
      'swapped by halves',
      'k<<<1, 32>>>(x, y); float *t = x; x = y; k<<<1, 32>>>(x, y); y = t;',
      'wrong',
    ],
  ])('of pointers that are %s are alike, and arrays may be one', async (_, launches, status) => {
    expect(await saysOf(`${steps} ${launches} }`)).toMatchObject({ status });
  });
});

it.each([
  ['d[i]', 'd[i]', 'j', ['wrong']],
  ['d[i]', 'd[1 - i]', 'j', ['right']],
  ['d[i % 2]', 'd[(i + 1) % 2]', 'j', ['right']],
  ['d[i]', 'd[i ^ 1]', 'j', ['right']],
  ['d[0]', 'd[1]', 'j', ['right']],
  ['d[i]', 'd[j]', 'j', ['right']],
  ['d[i]', 'd[j]', 'atoi(getenv("J"))', ['right', 'o and a are two arrays in each launch']],
])('elements of an array of pointers: %s and %s of 1 - %s', async (to, from, next, wanted) => {
  const text = `__global__ void k(float *o, const float *a) { o[threadIdx.x] = a[(threadIdx.x + 1) % 32]; }
int main() { float *d[2]; cudaMalloc(&d[0], 128); cudaMalloc(&d[1], 128); int i = 0, j = 1;
for (int r = 0; r < 5; r++) { k<<<1, 32>>>(${to}, ${from}); i = 1 - i; j = 1 - ${next}; } }`;
  const { status, conditions } = await saysOf(text);
  const own = conditions.filter((each) => each.includes('two arrays'));
  expect([status, ...own]).toEqual(wanted);
});

describe('contents', () => {
  const kernels = `__global__ void k(float *o, const int *p) { o[p[threadIdx.x]] = 1; }
__global__ void init(int *p) { p[threadIdx.x] = threadIdx.x * 2; }
void mix(int *h) { h[3] = 99; }
void setup(int *p) { init<<<1, 32>>>(p); }`;
  const filled = 'for (int i = 0; i < 32; i++) h[i] = i;';
  const copied = 'cudaMemcpy(p, h, 128, cudaMemcpyHostToDevice);';
  const launched = 'k<<<1, 32>>>(o, p);';
  const OPEN = ['o[p[threadIdx.x]] is inside of o'];

  const program = (host: string): string => {
    const launch = host.includes('launch(')
      ? 'void launch(float *o, int *p) { k<<<1, 32>>>(o, p); }'
      : '';
    return `${kernels} ${launch} int main() { int h[32], g[4], *p, *q, *x; float *o; cudaMalloc(&o, 128); cudaMalloc(&p, 128); cudaMalloc(&q, 128); ${host} }`;
  };

  it.each([
    ['nothing', `${filled} ${copied} ${launched}`, []],
    ['what comes behind', `${filled} ${copied} ${launched} init<<<1, 32>>>(p); mix(h);`, []],
    ['a function that launches', `${filled} ${copied} launch(o, p);`, []],
    ['a function that writes the array', `${filled} ${copied} setup(p); ${launched}`, OPEN],
    [
      'a launch before the function that launches',
      `${filled} ${copied} init<<<1, 32>>>(p); launch(o, p);`,
      OPEN,
    ],
    ['another name', `${filled} ${copied} int *q = p; init<<<1, 32>>>(q); ${launched}`, OPEN],
    [
      'a library',
      `${filled} ${copied} thrust::exclusive_scan(thrust::device, p, p + 32, p); ${launched}`,
      OPEN,
    ],
    ['a swap', `${filled} ${copied} std::swap(p, q); ${launched}`, OPEN],
    [
      'a copy to a part',
      `${filled} ${copied} cudaMemcpy(p + 4, g, 16, cudaMemcpyHostToDevice); ${launched}`,
      OPEN,
    ],
    ['an algorithm of the host', `${filled} std::reverse(h, h + 32); ${copied} ${launched}`, OPEN],
    [
      'what comes from the device',
      `${filled} cudaMemcpy(h, x, 128, cudaMemcpyDeviceToHost); ${copied} ${launched}`,
      OPEN,
    ],
    ['a loop that leaves some', `${filled.replace('i++', 'i += 2')} ${copied} ${launched}`, OPEN],
  ])('%s changes them, or not', async (_, host, conditions) => {
    expect(await saysOf(program(host))).toEqual({ status: 'right', conditions });
  });

  it.each([
    ['an element', `${filled} h[3] = 99;`],
    ['a function', `${filled} mix(h);`],
    ['a loop over a part', filled.replace('< 32', '< 16')],
  ])('%s of the host leads out', async (_, host) => {
    expect((await saysOf(program(`${host} ${copied} ${launched}`))).status).toBe('wrong');
  });
});

it.each([
  'atomicCAS_block(n, 0, 1)',
  'atomicExch_block(n, 1)',
  'atomicInc_block(n, 9)',
  'atomicDec_block(n, 9)',
])('%s is no atomic between blocks', async (call) => {
  const text = `__global__ void k(unsigned *n) { ${call}; }
int main() { unsigned *n; cudaMalloc(&n, 4); cudaMemset(n, 0, 4); k<<<BLOCKS, 4>>>(n); }`;
  const statuses = ['2', '1'].map(
    async (blocks) => (await saysOf(text.replace('BLOCKS', blocks))).status,
  );
  expect(await Promise.all(statuses)).toEqual(['wrong', 'right']);
});
