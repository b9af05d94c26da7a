import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** Memory that the host's text never sets before a kernel counts on it, and null pointers. */

const CONSTANTS = usualConstants();

const COUNTS = `#include <cuda_runtime.h>
__global__ void count(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&out[in[i] & 7], 1);
}
__global__ void clear(int *out) { out[threadIdx.x] = 0; }
__global__ void show(const int *out, int *to) { to[threadIdx.x] = out[threadIdx.x]; }
`;

const HOST = (before: string, launch = 'count<<<2, 32>>>(in, out, 64);'): string => `${COUNTS}
void fill(int *a, int n) { cudaMemset(a, 0, n * sizeof(int)); }
struct Out { int *a; };
int main() {
  int h[64], r[8], *in, *out;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&in, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMalloc(&out, 8 * sizeof(int));
  ${before}
  ${launch}
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(out);
}`;

const found = async (text: string) => {
  const { status, findings } = await verdictOf(text, CONSTANTS);
  return { status, kinds: [...new Set(findings.map(({ kind }) => kind))] };
};

const RIGHT = { status: 'right', kinds: [] };
const UNSET = { status: 'wrong', kinds: ['uninitialised'] };

describe('what nobody sets before a kernel adds to it is a fault', () => {
  it.each([
    ['', undefined],
    ['if (out == nullptr) return 1; printf("%p", out);', undefined],
    ['show<<<1, 8>>>(out, in);', undefined],
    ['int *to; cudaMalloc(&to, 32); cudaMemcpy(to, out, 32, cudaMemcpyDeviceToDevice);', undefined],
    ['', 'for (int t = 0; t < 3; t++) count<<<2, 32>>>(in, out, 64);'],
    ['', 'count<<<2, 32>>>(in, out, 64); cudaMemset(out, 0, 32);'],
  ])('%s %s', async (before, launch) => {
    expect(await found(HOST(before, launch))).toEqual(UNSET);
  });

  it('in a function that is passed the array, with the line of its allocation', async () => {
    const text = HOST('', 'run(in, out);').replace(
      'int main',
      'void run(int *a, int *b) { count<<<2, 32>>>(a, b, 64); }\nint main',
    );
    const { findings } = await verdictOf(text, CONSTANTS);
    const line = text.split('\n').findIndex((each) => each.includes('cudaMalloc(&out')) + 1;
    expect(findings.map(({ message }) => message).join('\n')).toContain(`since line ${line} `);
  });

  it.each(['out[i] += in[i];', 'out[i] = max(out[i], in[i]);', 'atomicMax(out + i, in[i]);'])(
    'also by %s',
    async (adds) => {
      const text = HOST('').replace('atomicAdd(&out[in[i] & 7], 1);', `if (i < 8) { ${adds} }`);
      expect(await found(text)).toEqual(UNSET);
      const { findings } = await verdictOf(text, CONSTANTS);
      expect(findings[0]?.message).toMatch(/reads out.* since line \d+ allocates it/);
    },
  );
});

describe('what is set in part alone is a fault behind that', () => {
  const part = async (before: string) => {
    const { findings } = await verdictOf(HOST(before), CONSTANTS);
    return findings.map(({ message }) => /out\[\d\], .*: (.*)\./.exec(message)?.[1]);
  };

  it.each([
    ['cudaMemset(out, 0, 8);', 8],
    ['cudaMemset(out, 0, 8); cudaMemset(out, 0, 16);', 16],
    ['if (argc > 1) cudaMemsetAsync((void *)out, 0, 28);', 28],
    ['cudaMemcpy(out, h, 8, cudaMemcpyHostToDevice);', 8],
    ['cudaMemcpyAsync(out, in, 7 * sizeof(int), cudaMemcpyDeviceToDevice, 0);', 28],
  ])('%s', async (before, bytes) => {
    expect(await part(before)).toEqual([expect.stringContaining(`the first ${bytes} of 32 bytes`)]);
  });

  it('also where the kernel reads alone, and of a launch that is chosen smaller', async () => {
    const reads = `__global__ void k(const int *a, int *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = a[i];
}
int main() { int n = 1 << 28, *a, *o; cudaMalloc(&a, n * sizeof(int)); cudaMalloc(&o, n * sizeof(int));
  cudaMemset(a, 0, n); k<<<(n + 255) / 256, 256>>>(a, o, n); }`;
    expect(await found(reads)).toEqual(UNSET);
    expect((await found(reads.replace('0, n)', '0, n * sizeof(int))'))).kinds).toEqual([]);
  });

  it.each([
    'cudaMemset(out, 0, 8); cudaMemset(out + 2, 0, 24);',
    'cudaMemset(out, 0, 8); fill(out, 8);',
    'cudaMemset(out, 0, argc);',
    'for (int i = 0; i < 8; i++) cudaMemset(&out[i], 0, 4);',
  ])('and none is what may be whole: %s', async (before) => {
    expect((await found(HOST(before))).kinds).not.toContain('uninitialised');
  });
});

const OTHER = 'int *p; cudaMalloc(&p, 32);';

describe('what copies and fills leave out is a fault', () => {
  it.each([
    'cudaMemset2D(out, 8, 0, 8, 3);',
    'cudaMemset2D(out, 8, 0, 4, 4);',
    'cudaMemcpy2D(out, 16, h, 16, 8, 2, cudaMemcpyHostToDevice);',
    'cudaMemcpy(out, h, 32, cudaMemcpyDeviceToHost);',
    `${OTHER} cudaMemset(out, 0, 32); cudaMemcpy(out, p, 16, cudaMemcpyDeviceToDevice);`,
    `${OTHER} cudaMemcpyPeer(out, 0, p, 0, 32);`,
    'cudaMemset(out, 0, 32); cudaFree(out); cudaMalloc(&out, 32);',
    'cudaMemset((char *)out + 16, 0, 16);',
    '8 > 9 && cudaMemset(out, 0, 32);',
    'sizeof(cudaMemset(out, 0, 32));',
  ])('%s', async (before) => {
    expect(await found(HOST(before))).toEqual(UNSET);
  });

  it.each([
    'cudaMemset((char *)out + 16, 0, 16); cudaMemset((char *)out, 0, 16);',
    'cudaMemset2D(out, 16, 0, 8, 2); cudaMemset2D(out + 2, 16, 0, 8, 2);',
    'cudaMemcpy2D(out, 8, h, 16, 8, 4, cudaMemcpyHostToDevice);',
    `${OTHER} cudaMemset(p, 0, 32); cudaMemcpyPeer(out, 0, p, 0, 32);`,
    'std::array<int, 8> z{}; cudaMemcpy(out, z.data(), sizeof(z), cudaMemcpyHostToDevice);',
  ])('and nothing is left out by %s', async (before) => {
    const { status, conditions } = await verdictOf(HOST(before), CONSTANTS);
    expect({ status, conditions }).toEqual({ status: 'right', conditions: [] });
  });
});

describe('what lies between rows is set by nobody', () => {
  const rows = (index: string, other = '', set = 5): string => `
__global__ void k(const float *in, float *out, size_t pitch) {
  const float *row = (const float *)((const char *)in + blockIdx.x * pitch);
  if (threadIdx.x < 100) out[blockIdx.x * 100 + threadIdx.x] = row[${index}];
}
int main() {
  float h[500] = {}, *in, *out; size_t pitch;
  cudaMallocPitch(&in, &pitch, 100 * sizeof(float), 5);${other}
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy2D(in, pitch, h, 400, 400, ${set}, cudaMemcpyHostToDevice);
  k<<<5, 128>>>(in, out, pitch);
}`;
  it.each([
    ['threadIdx.x', RIGHT],
    ['99 - threadIdx.x', RIGHT],
    ['threadIdx.x + 1', UNSET],
    ['100', UNSET],
    ['127', UNSET],
  ])('row[%s]', async (index, expected) => {
    expect(await found(rows(index))).toEqual(expected);
  });

  it.each([4, 2])('and only %s of the rows are copied', async (set) => {
    expect(await found(rows('threadIdx.x', '', set))).toEqual(UNSET);
  });

  it('and where two widths share a variable nobody tells', async () => {
    const text = rows('threadIdx.x + 1', ' float *o; cudaMallocPitch(&o, &pitch, 9999, 1);');
    expect((await found(text)).kinds).not.toContain('uninitialised');
  });
});

describe('no fault is what is set', () => {
  it.each([
    'cudaMemset(out, 0, 8 * sizeof(int));',
    'cudaMemsetAsync(out, 0, 8 * sizeof(int), 0);',
    'cudaMemset2D(out, 32, 0, 32, 1);',
    'cudaMemcpy(out, h, 8 * sizeof(int), cudaMemcpyHostToDevice);',
    'cudaMemcpyAsync(out, h, 8 * sizeof(int), cudaMemcpyHostToDevice);',
    'clear<<<1, 8>>>(out);',
    'fill(out, 8);',
    'thrust::fill(thrust::device, out, out + 8, 0);',
    'thrust::device_ptr<int> p(out); thrust::fill(p, p + 8, 0);',
    'int *p = out; cudaMemset(p, 0, 32);',
    'int *&p = out; cudaMemset(p, 0, 32);',
    'int *all[] = {in, out}; cudaMemset(all[1], 0, 32);',
    'Out o; o.a = out; cudaMemset(o.a, 0, 32);',
    'auto set = [&] { cudaMemset(out, 0, 32); }; set();',
    'cuMemsetD32((CUdeviceptr)out, 0, 8);',
    'initialise(&out);',
    'if (argc > 1) cudaMemset(out, 0, 32);',
    'out = other();',
  ])('%s', async (before) => {
    expect((await found(HOST(before))).kinds).not.toContain('uninitialised');
  });

  it.each([
    'for (int t = 0; t < 3; t++) { if (t > 0) count<<<2, 32>>>(in, out, 64); else fill(out, 8); }',
    'auto run = [&] { count<<<2, 32>>>(in, out, 64); }; cudaMemset(out, 0, 32); run();',
  ])('though it is set behind the launch in the text: %s', async (launch) => {
    expect((await found(HOST('', launch))).kinds).not.toContain('uninitialised');
  });

  it('in memory of the host that it sets, or where the kernel reads alone or writes first', async () => {
    const managed = HOST('').replace('cudaMalloc(&out', 'cudaMallocManaged(&out');
    expect((await found(managed)).kinds).toContain('uninitialised');
    const set = managed.replace(
      /(cudaMallocManaged[^;]*;)/,
      '$1 for (int i = 0; i < 32; i++) out[i] = 0;',
    );
    expect((await found(set)).kinds).not.toContain('uninitialised');
    const reads = `__global__ void k(const int *a, int *o) { o[threadIdx.x] = a[threadIdx.x]; o[threadIdx.x] += 1; }
int main() { int *a, *o; cudaMalloc(&a, 128); cudaMalloc(&o, 128); k<<<1, 32>>>(a, o); }`;
    expect(await found(reads)).toEqual(RIGHT);
  });

  it('one that is only read stands for any input, if somebody sets it', async () => {
    const reads = (copy: string): string => `
__global__ void k(const int *a, const int *b, int *o) { o[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }
int main() { int h[32] = {1}, *a, *b, *o; cudaMalloc(&a, 128); cudaMalloc(&b, 128); cudaMalloc(&o, 128);
  ${copy} k<<<1, 32>>>(a, b, o); }`;
    const one = 'cudaMemcpy(a, h, 128, cudaMemcpyHostToDevice);';
    const says = async (copy: string) => {
      const { status, conditions } = await verdictOf(reads(copy), CONSTANTS);
      return [status, ...conditions];
    };
    expect(await says('')).toEqual(['right', 'somebody sets a', 'somebody sets b']);
    expect(await says(one)).toEqual(['right', 'somebody sets b']);
    expect(await says(one + one.replace('(a', '(b'))).toEqual(['right']);
  });

  it.each([
    ['a class that another is made of', 'struct One : Held { using Held::Held; };', ''],
    [
      'an owner of the library',
      'struct Free { void operator()(int *p) const { cudaFree(p); } };',
      'std::shared_ptr<int>',
    ],
  ])('nobody is known to set what is held by %s', async (_, made, owner) => {
    const text = (kernel: string): string => `#include <memory>
__global__ void k(const int *a, int *o) { ${kernel} }
struct Held { int *p; Held(int n) { cudaMalloc(&p, n * 4); } int *get() { return p; } };
${made}
int main() { int *p, *q; cudaMalloc(&p, 128); cudaMalloc(&q, 128);
  ${owner === '' ? 'One a(32), o(32);' : `${owner} a(p), o(q);`} k<<<1, 32>>>(a.get(), o.get()); }`;
    const says = async (kernel: string) =>
      (await verdictOf(text(kernel), CONSTANTS)).conditions.filter((each) => each.includes('sets'));
    expect(await says('o[threadIdx.x] = a[threadIdx.x];')).toEqual(['somebody sets a']);
    expect(await says('atomicAdd(&o[threadIdx.x], 1);')).toEqual(['somebody sets o']);
    expect(await says('o[threadIdx.x] = 1;')).toEqual([]);
  });

  it('where a pragma says what is in it', async () => {
    const text = HOST('').replace('__global__', '#pragma tuner input out[i] = 0\n__global__');
    expect(await found(text)).toEqual(RIGHT);
  });
});

describe('a null pointer', () => {
  const scale = (bias: string, host: string): string => `
__global__ void scale(const float *in, const float *bias, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 2.0f + ${bias};
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float)); cudaMalloc(&out, 64 * sizeof(float));
  ${host}
}`;

  it.each([
    'scale<<<2, 32>>>(in, nullptr, out, 64);',
    'scale<<<2, 32>>>(in, NULL, out, 64);',
    'scale<<<2, 32>>>(in, (float *)0, out, 64);',
  ])('that is read is a fault, and no fault behind a question: %s', async (launch) => {
    expect(await found(scale('bias[i]', launch))).toEqual({ status: 'wrong', kinds: ['bounds'] });
    for (const asked of ['bias', 'bias != nullptr', '!(bias == NULL)'])
      expect(await found(scale(`(${asked} ? bias[i] : 0)`, launch))).toEqual(RIGHT);
  });
});

it('is found in a loop that goes on with what the kernel leaves', async () => {
  const text = (set: string): string => `
__global__ void k(int *c, int n) { if (threadIdx.x < n) atomicAdd(c, 1); }
int main() { int *c, n = 5; cudaMalloc(&c, 4); ${set}
  while (n > 0) { k<<<1, 32>>>(c, n); cudaMemcpy(&n, c, sizeof(int), cudaMemcpyDeviceToHost); } }`;
  expect((await verdictOf(text(''), CONSTANTS)).status).toBe('wrong');
  expect((await verdictOf(text('cudaMemset(c, 0, 4);'), CONSTANTS)).findings).toEqual([]);
});

it('is one element of an array of pointers, where another is set', async () => {
  const text = (set: number): string => `#include <vector>
__global__ void k(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }
int main() { std::vector<int *> d;
  for (int i = 0; i < 3; i++) { int *p; cudaMalloc(&p, 128); d.push_back(p); }
  cudaMemset(d[${set}], 0, 128); k<<<1, 32>>>(d[1], d[2]); }`;
  expect((await verdictOf(text(0), CONSTANTS)).conditions).toEqual(['somebody sets a']);
  expect((await verdictOf(text(1), CONSTANTS)).conditions).toEqual([]);
});
