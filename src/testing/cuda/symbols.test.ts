import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { checkByRunning } from '../../values/run/check.ts';
import { conditionsOf } from '../../values/index.ts';
import { verifyLaunches } from '../../checker/all-launches.ts';
import { parser } from '../kernels.ts';
import { verdictOf } from '../verdict-of.ts';

/** Variables of the device, which the host sets by their names: each launch finds what is in them then. */

const CONSTANTS = usualConstants();

async function saysOf(text: string): Promise<readonly string[]> {
  const run = (program: Parameters<typeof checkByRunning>[0]) => checkByRunning(program, { text });
  const { signal } = new AbortController();
  const setting = { constants: CONSTANTS, given: {} };
  const found = await verifyLaunches(parser, text, setting, { run, signal });
  return typeof found === 'string' ? [found] : [found.status, ...conditionsOf(found)];
}

const ZERO = (name: string): string => `${name} is meant to be 0 where the host does not set it`;
const [RIGHT, WRONG] = [['right'], ['wrong']];

const MAP = (main: string): string => `__constant__ int c[32];
__global__ void k(int *b) { int i = threadIdx.x; b[c[i]] = i; }
int main() { int *b, h[32]; for (int i = 0; i < 32; i++) h[i] = i; cudaMalloc(&b, 128); ${main} }`;
const COPY = 'cudaMemcpyToSymbol(c, h, sizeof h);';
const RUN = 'k<<<1, 32>>>(b);';

test.each([
  ['before the launch', `${COPY} ${RUN}`, RIGHT],
  ['after it', `${RUN} ${COPY}`, ['wrong', ZERO('c')]],
  ['between launches', `${COPY} ${RUN} for (int &v : h) v = 31 - v; ${COPY} ${RUN}`, RIGHT],
  ['too much between launches', `${COPY} ${RUN} for (int &v : h) v++; ${COPY} ${RUN}`, WRONG],
  [
    'by address',
    `int *p; cudaGetSymbolAddress((void **)&p, c); cudaMemcpy(p, h, 128, cudaMemcpyHostToDevice); ${RUN}`,
    RIGHT,
  ],
  [
    'by address, twice the same',
    `h[5] = 6; void *p; cudaGetSymbolAddress(&p, c); cudaMemcpy(p, h, 128, cudaMemcpyHostToDevice); ${RUN}`,
    WRONG,
  ],
  ['as HIP does', `hipMemcpyToSymbol(HIP_SYMBOL(c), h, sizeof h); ${RUN}`, RIGHT],
  [
    'in two parts',
    `cudaMemcpyToSymbol(c, h, 64); cudaMemcpyToSymbol(c, h + 16, 64, 64); ${RUN}`,
    RIGHT,
  ],
  ['and back', `${COPY} h[1] = 0; cudaMemcpyFromSymbol(h, c, 128); ${COPY} ${RUN}`, RIGHT],
])('a constant that is set %s', async (_, main, said) => {
  expect(await saysOf(MAP(main))).toEqual(said);
});

const READ = (copy: string, kernel = 'c[i]'): string => `__constant__ float c[64];
__global__ void k(float *o) { int i = threadIdx.x; o[i] = ${kernel}; }
int main() { const int N = 64; float *o, h[N]; for (int i = 0; i < N; i++) h[i] = i; cudaMalloc(&o, 256); ${copy} k<<<1, 64>>>(o); }`;

test.each([
  ['elements in place of bytes', READ('cudaMemcpyToSymbol(c, h, N);'), ['right', ZERO('c')]],
  ['more than it has', READ('cudaMemcpyToSymbol(c, h, 65 * sizeof(float));'), ['right', ZERO('c')]],
  [
    'more behind an offset',
    READ('cudaMemcpyToSymbol(c, h, 128); cudaMemcpyToSymbol(c, h, 132, 128);'),
    ['right', ZERO('c')],
  ],
  ['as much as is read', READ('cudaMemcpyToSymbol(c, h, 32 * sizeof(float));', 'c[i / 2]'), RIGHT],
  ['all', READ('cudaMemcpyToSymbol(c, h, sizeof h);'), RIGHT],
])('a constant gets %s', async (_, text, said) => {
  expect(await saysOf(text)).toEqual(said);
});

const GUARD = (main: string, before = ''): string => `__constant__ int n; ${before}
__global__ void k(int *b) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = i; }
void launch(int *b, int m) { cudaMemcpyToSymbol(n, &m, sizeof(int)); k<<<(m + 63) / 64, 64>>>(b); }
int main(int argc, char **argv) { int *b, m = 1000, q = 1001; cudaMalloc(&b, 4000); ${main} }`;

test.each([
  ['a function', GUARD('launch(b, 900); launch(b, 1000);'), 'right'],
  ['a function that is called with too much', GUARD('launch(b, 1000); launch(b, 1001);'), 'wrong'],
  [
    'a loop that nobody tells',
    GUARD('launch(b, 1); while (f()) cudaMemcpyToSymbol(n, &q, 4); k<<<16, 64>>>(b);', 'int f();'),
    'depends',
  ],
  [
    'another function under a condition',
    GUARD(
      'launch(b, 1); g(q); k<<<16, 64>>>(b);',
      'int f(); void g(int q) { if (f()) cudaMemcpyToSymbol(n, &q, 4); }',
    ),
    'depends',
  ],
])('a number is set by %s', async (_, text, said) => {
  expect((await saysOf(text))[0]).toBe(said);
});

const POINTER = (
  elements: number,
): string => `__device__ float *d; struct G { float *p; int n; }; __constant__ G g;
__global__ void k() { d[threadIdx.x] = 1; if (threadIdx.x < g.n) g.p[threadIdx.x] = 2; }
int main() { float *a; G h; h.n = 30; cudaMalloc(&a, 32 * sizeof(float)); cudaMalloc(&h.p, ${elements} * sizeof(float));
  cudaMemcpyToSymbol(d, &a, sizeof a); cudaMemcpyToSymbol(g, &h, sizeof h); k<<<1, 32>>>(); }`;

test('pointers that are set lead to memory of its length', async () => {
  expect(await saysOf(POINTER(30))).toEqual(RIGHT);
  expect(await saysOf(POINTER(29))).toEqual(WRONG);
});

const COUNTED = (
  main: string,
): string => `__device__ int n; __device__ float table[32]; __managed__ int shift;
__global__ void add() { n += 20; }
__global__ void k(float *b) { b[n + shift + threadIdx.x] = table[threadIdx.x]; }
int main() { float *b, h[32] = {}; int m = 0; cudaMalloc(&b, 64 * sizeof(float)); ${main} }`;

test.each([
  ['what kernels leave', 'add<<<1, 1>>>(); k<<<1, 32>>>(b);', RIGHT],
  ['too much of what they leave', 'add<<<1, 1>>>(); add<<<1, 1>>>(); k<<<1, 32>>>(b);', WRONG],
  [
    'what the host resets',
    'add<<<1, 1>>>(); add<<<1, 1>>>(); cudaMemcpyToSymbol(n, &m, 4); k<<<1, 32>>>(b);',
    RIGHT,
  ],
  ['what both sides see', 'shift = 32; k<<<1, 32>>>(b);', RIGHT],
  ['too much of it', 'shift = 33; k<<<1, 32>>>(b);', WRONG],
  [
    'a table, at each launch',
    'cudaMemcpyToSymbol(table, h, 128); k<<<1, 32>>>(b); k<<<1, 32>>>(b);',
    RIGHT,
  ],
])('variables of the device hold %s', async (_, main, said) => {
  expect(await saysOf(COUNTED(main))).toEqual(said);
});

const DECAYED = (set: string): string => `__device__ int off[4], two[2][4];
__device__ void put(int *p) { p[1] = 16; }
struct Up { __device__ void operator()(int &n) { n = 16; } };
__global__ void k(int *a) { a[threadIdx.x + off[1] + two[1][1]] = 1; }
__global__ void set(int *a) { ${set} }
int main() { int h[8] = {}, *a; cudaMalloc(&a, 128); cudaMemcpyToSymbol(off, h, 16);
  cudaMemcpyToSymbol(two, h, 32); set<<<1, 1>>>(a); k<<<1, 32>>>(a); }`;

test.each([
  'auto p = off; p[1] = 16;',
  '*(off + 1) = 16;',
  'int *p; p = off; p[1] = 16;',
  '((int *)off)[1] = 16;',
  'int *p = a ? off : two[0]; p[1] = 16;',
  'put(two[1]);',
  'auto up = [](int &n) { n = 16; }; up(off[1]);',
  'Up up; up(off[1]);',
])('a kernel changes an array of the device by a pointer to it: %s', async (set) => {
  const conditions = async (text: string) => (await verdictOf(text, CONSTANTS)).conditions.length;
  expect(await conditions(DECAYED(set))).toBeGreaterThan(0);
  expect(await conditions(DECAYED('a[0] = off[1] + two[1][1];'))).toBe(0);
});

const TWICE = (
  main: string,
): string => `__device__ int *p; struct G { int *p, *q; }; __constant__ G g; __constant__ int c[4], d[4];
template <typename T> void set(T &t, const int *h) { cudaMemcpyToSymbol(t, h, 16); }
__global__ void own(int *a) { p[threadIdx.x] = a[31 - threadIdx.x]; }
__global__ void pair() { g.p[threadIdx.x] = 1; g.q[31 - threadIdx.x] = 2; }
__global__ void one(int *a) { a[threadIdx.x + c[0] + d[1]] = 1; }
int main() { int *a, *b, z[4] = {}, o[4] = {1, 1, 1, 1}; G h; cudaMalloc(&a, 128); cudaMalloc(&b, 128);
  cudaMemset(a, 0, 128); ${main} }`;

test.each([
  [
    'pointer',
    'own<<<1, 32>>>(a);',
    'cudaMemcpyToSymbol(p, &b, 8);',
    'cudaMemcpyToSymbol(p, &a, 8);',
  ],
  [
    'struct',
    'cudaMemcpyToSymbol(g, &h, 16); pair<<<1, 32>>>();',
    'h.p = a; h.q = b;',
    'h.p = h.q = a;',
  ],
  ['function', 'one<<<1, 32>>>(a);', 'set(c, z); set(d, z);', 'set(c, z); set(d, o);'],
])('arrays that are one for the device are told by a %s', async (_, launch, right, wrong) => {
  expect(await saysOf(TWICE(`${right} ${launch}`))).toEqual(RIGHT);
  expect(await saysOf(TWICE(`${wrong} ${launch}`))).toEqual(WRONG);
});

test('kernels set what pointers in variables of the device lead to', async () => {
  const says = async (led: string) =>
    saysOf(`__device__ int *q;
__global__ void set(int n) { q[threadIdx.x] = n; }
__global__ void k(int *b, const int *a) { b[a[threadIdx.x] + threadIdx.x] = 1; }
int main() { int *a, *b; cudaMalloc(&a, 128); cudaMalloc(&b, 128); cudaMemset(a, 0, 128);
  cudaMemcpyToSymbol(q, &${led}, 8); set<<<1, 32>>>(3); k<<<1, 32>>>(b, a); }`);
  expect(await says('b')).toEqual(RIGHT);
  expect(await says('a')).not.toEqual(RIGHT);
});

test('an argument may lead to a variable that the kernel names', async () => {
  const says = async (kernel: string) =>
    saysOf(`__device__ int buf[32], other[32];
__global__ void k(int *a) { ${kernel} }
int main() { int *p; cudaGetSymbolAddress((void **)&p, buf); k<<<1, 32>>>(p); }`);
  expect(await says('a[threadIdx.x] = other[31 - threadIdx.x];')).toEqual(RIGHT);
  expect(await says('a[threadIdx.x] = buf[31 - threadIdx.x];')).not.toEqual(RIGHT);
});

test('a pointer that another kernel sets is no fault of its own', async () => {
  const [status] = await saysOf(`__device__ float *d;
__global__ void set(float *b) { d = b; }
__global__ void k() { d[threadIdx.x] = 1; }
int main() { float *b; cudaMalloc(&b, 128); set<<<1, 1>>>(b); k<<<1, 32>>>(); }`);
  expect(status).not.toBe('wrong');
});

test('without a main nobody tells what a constant holds', async () => {
  const said = await saysOf(`__constant__ float c[64];
__global__ void k(float *o) { o[threadIdx.x] = c[threadIdx.x]; }
void set(const float *h) { cudaMemcpyToSymbol(c, h, 256); }
void run(float *o) { k<<<1, 64>>>(o); }`);
  expect(said).toEqual(['right', 'o has 64 elements']);
});
