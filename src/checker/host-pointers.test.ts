import { expect, it } from 'vitest';
import { builtValues } from '../testing/value-listing.ts';
import { checkByRunning } from '../values/run/check.ts';
import { conditionsOf } from '../values/index.ts';
import { verifyPrograms } from './verify.ts';

const verified = async (text: string) => {
  const { signal } = new AbortController();
  const run = (program: Parameters<typeof checkByRunning>[0]) => checkByRunning(program, { text });
  const ran = await verifyPrograms([builtValues(text, {})], [], { run, signal });
  // Nothing is copied to what the kernels read.
  const conditions = conditionsOf(ran).filter((each) => !each.startsWith('somebody sets'));
  return [ran.status, ...conditions];
};

/** A step from array to array, which is a race where they are one. */
const stepped = (host: string, before = ''): string => `
__global__ void k(const float *in, float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i + 1] * 2; }
struct S { float *a, *b; };
${before}
int main(int argc, char **argv) { int n = 256; float *a, *b;
  cudaMalloc(&a, n * sizeof(float)); cudaMalloc(&b, n * sizeof(float)); ${host} }`;
const LAUNCH = 'k<<<2, 128>>>(a, b, n);';
const OF_STRUCT = 'S s; cudaMalloc(&s.a, n * sizeof(float)); cudaMalloc(&s.b, n * sizeof(float));';

it.each<[string, string, string?]>([
  ['a choice', 'k<<<2, 128>>>(argc > 1 ? a : b, b, n);'],
  [
    'a function with references',
    `f(a, b, argc); ${LAUNCH}`,
    'void f(float *&x, float *&y, int c) { if (c > 1) x = y; }',
  ],
  [
    'a function with pointers',
    `f(&a, &b, argc); ${LAUNCH}`,
    'void f(float **x, float **y, int c) { if (c > 1) *x = *y; }',
  ],
  ['a place that nobody knows', 'float *c = a + argc; k<<<2, 128>>>(a, c, n);'],
])('two arrays may be one by %s', async (_, host, before) => {
  const said = await verified(stepped(host, before));
  expect(said.slice(0, 2)).toEqual(['right', 'in and out are two arrays in each launch']);
});

it.each<[string, string, string?]>([
  [
    'a function that returns one',
    'float *c = f(a, b); k<<<2, 128>>>(a, c, n);',
    'float *f(float *x, float *y) { return x; }',
  ],
  [
    'members that a function sets',
    `${OF_STRUCT} f(s); k<<<2, 128>>>(s.a, s.b, n);`,
    'void f(S &s) { s.a = s.b; }',
  ],
  ['an array of pointers', 'float *d[2] = {a, a}; k<<<2, 128>>>(d[0], d[1], n);'],
  ['an element and its array', 'float *d[2] = {a, b}; k<<<2, 128>>>(d[0], a, n);'],
  [
    'an element that is another',
    'float *d[2]; cudaMalloc(&d[0], n * sizeof(float)); d[1] = d[0]; k<<<2, 128>>>(d[0], d[1], n);',
  ],
  ['a struct that is copied', `${OF_STRUCT} S t = s; k<<<2, 128>>>(s.a, t.a, n);`],
])('two arrays are one by %s', async (_, host, before) => {
  expect(await verified(stepped(host, before))).toEqual(['wrong']);
});

it('one of several calls may pass one array twice', async () => {
  const text = stepped('run(a, b, n); run(b, b, n);').replace(
    'int main',
    'void run(float *x, float *y, int n) { k<<<2, 128>>>(x, y, n); }\nint main',
  );
  expect(await verified(text)).toContain('in and out are two arrays in each launch');
});

it.each<[string, string, string?]>([
  [
    'a function swaps',
    `f(a, b); ${LAUNCH}`,
    'void f(float *&x, float *&y) { float *t = x; x = y; y = t; }',
  ],
  ['an array of pointers has', 'float *d[2] = {a, b}; k<<<2, 128>>>(d[0], d[1], n);'],
  ['opposite choices take', 'k<<<2, 128>>>(argc > 1 ? a : b, argc > 1 ? b : a, n);'],
  [
    'a function makes',
    'float *c, *d; f(&c, &d, n); k<<<2, 128>>>(c, d, n);',
    'void f(float **x, float **y, int n) { cudaMalloc((void **)x, n * sizeof(float)); cudaMalloc((void **)y, n * sizeof(float)); }',
  ],
])('arrays that %s are two', async (_, host, before) => {
  expect(await verified(stepped(host, before))).toEqual(['right']);
});

it('a cast sets no pointer', async () => {
  const host = `float *c; cudaMalloc(reinterpret_cast<void **>(&c), n * sizeof(float)); k<<<2, 128>>>(a, c, n);`;
  expect(await verified(stepped(host))).toEqual(['right']);
});

it('a sum of three is a place in an array', async () => {
  const from = (rest: string) =>
    stepped(`float *c; cudaMalloc(&c, 2 * n * sizeof(float));
    cudaMemset(c, 0, 2 * n * sizeof(float)); float *d = c + n ${rest}; k<<<2, 128>>>(c, d, n);`);
  expect(await verified(from('+ 2'))).toEqual(['wrong']);
  expect(await verified(from('+ 0'))).toEqual(['right']);
});

it.each([
  ['a choice', 'k<<<2, 128>>>(argc > 1 ? a : b, n);'],
  [
    'a resized vector',
    'thrust::device_vector<float> v(n); v.resize(n / 2); k<<<2, 128>>>(thrust::raw_pointer_cast(v.data()), n);',
  ],
])('an array of several lengths by %s is said to be long enough', async (_, host) => {
  const text = `
__global__ void k(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 2; }
int main(int argc, char **argv) { int n = 256; float *a, *b;
  cudaMalloc(&a, n * sizeof(float)); cudaMalloc(&b, n / 2 * sizeof(float)); ${host} }`;
  expect(await verified(text)).toContain('out has the elements that are accessed in each launch');
});

/** Contents of `in` decide about writes. */
const gathered = (host: string, kernels = ''): string => `
__global__ void k(const int *in, int *out, int n) { int i = threadIdx.x; if (i < n) out[in[i]] = i; }
${kernels}
int main(int argc, char **argv) { int n = 32, *a, *o, *h = (int *)malloc(n * sizeof(int));
  cudaMalloc(&a, n * sizeof(int)); cudaMalloc(&o, n * sizeof(int)); ${host} k<<<1, 32>>>(a, o, n); }`;
const COPY = 'cudaMemcpy(a, h, n * sizeof(int), cudaMemcpyHostToDevice);';
const SET = 'for (int i = 0; i < n; i++)';
const CHANGES = '__global__ void more(int *a) { a[threadIdx.x] += 1; }';

it.each<[string, string, string?]>([
  [
    'another name is copied to',
    `${SET} h[i] = i; int *e = a; ${COPY} cudaMemcpy(e, argv[0], 8, cudaMemcpyHostToDevice);`,
  ],
  ['a condition decides about each', `${SET} if (i % 2 == 0) h[i] = i; ${COPY}`],
  ['a condition decides about the loop', `if (argc > 1) ${SET} h[i] = i; ${COPY}`],
  ['a condition decides about the copy', `${SET} h[i] = i; if (argc > 1) ${COPY}`],
  ['a text is printed into it', `${SET} h[i] = i; snprintf((char *)h, 8, argv[0]); ${COPY}`],
  ['the loop moves on in between', `${SET} { h[i] = i; i++; } ${COPY}`],
  [
    'a lambda changes it',
    `auto f = [&]() { more<<<1, 32>>>(a); }; ${SET} h[i] = i; ${COPY} f();`,
    CHANGES,
  ],
  [
    'a kernel casts const away',
    `${SET} h[i] = i; ${COPY} more<<<1, 32>>>(a);`,
    '__global__ void more(const int *a) { ((int *)a)[threadIdx.x] += 1; }',
  ],
])('contents are not known where %s', async (_, host, kernels) => {
  const [status] = await verified(gathered(host, kernels));
  expect(status).not.toBe('right');
});

it('contents are known where the host fills all', async () => {
  expect(await verified(gathered(`${SET} h[i] = i; ${COPY}`))).toEqual(['right']);
});

/** A kernel that is right where its array is. */
const filled = (host: string): string => `
__global__ void k(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 2; }
int main(int argc, char **argv) { const int n = 256; float *a; ${host} }`;
const MALLOC = 'cudaMalloc(&a, n * sizeof(float));';
const FILL = 'k<<<2, 128>>>(a, n);';

it.each([
  ['freed before', `${MALLOC} cudaFree(a); ${FILL}`],
  ['freed in the round before', `${MALLOC} for (int r = 0; r < 2; r++) { ${FILL} cudaFree(a); }`],
  ["the host's own", `a = (float *)malloc(n * sizeof(float)); ${FILL} free(a);`],
  ["the host's, by new", `a = new float[n]; ${FILL}`],
  ['never allocated', FILL],
  ['a local array', FILL.replace('(a', '(b').replace(/^/, 'float b[n];')],
  ['a vector', FILL.replace('(a', '(b.data()').replace(/^/, 'std::vector<float> b(n);')],
  ["a vector's first", `std::vector<float> b(n, 1.0f); ${FILL.replace('(a', '(&b[0]')}`],
])('memory that is %s is no memory of the device', async (_, host) => {
  expect(await verified(filled(host))).toContain('out is memory of the device in each launch');
});

it.each([
  ['freed after', `${MALLOC} ${FILL} cudaFree(a);`],
  ['freed on an error', `if (${MALLOC.replace(';', '')}) { cudaFree(a); return 1; } ${FILL}`],
  ['allocated anew', `${MALLOC} cudaFree(a); ${MALLOC} ${FILL}`],
  ['of each round', `for (int r = 0; r < 2; r++) { ${MALLOC} ${FILL} cudaFree(a); }`],
  [
    'one of several',
    `float *b[1]; cudaMalloc(&b[0], n * sizeof(float)); ${FILL.replace('(a', '(b[0]')}`,
  ],
  [
    'of a vector on the device',
    FILL.replace('(a', '(thrust::raw_pointer_cast(b.data())').replace(
      /^/,
      'thrust::device_vector<float> b(n);',
    ),
  ],
  [
    'of a vector that allocates otherwise',
    FILL.replace('(a', '(b.data()').replace(/^/, 'std::vector<float, managed<float>> b(n);'),
  ],
  ['swept by a macro', `ALLOCATE(a, n); ${FILL} cudaFree(a);`],
])('memory that is %s is held', async (_, host) => {
  expect(String(await verified(filled(host)))).not.toContain('memory of the device');
});

it('the host may be ahead of a copy from memory that is not pinned, in a stream that does not wait', async () => {
  const host = (memory: string) => `
__global__ void k(const int *in, int *out, int n) { int i = threadIdx.x; if (i < n) out[in[i]] = i; }
int main() { const int n = 32; int *a, *o, *h; ${memory}
  cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMalloc(&a, n * sizeof(int)); cudaMalloc(&o, n * sizeof(int)); ${SET} h[i] = i; ${COPY} k<<<1, 32, 0, s>>>(a, o, n); }`;
  const pinned = 'cudaMallocHost(&h, n * sizeof(int));';
  expect(await verified(host(pinned))).toEqual(['right']);
  expect(await verified(host('h = (int *)malloc(n * sizeof(int));'))).not.toEqual(['right']);
});

it('launches into one array by two streams are two launches', async () => {
  const streams = 'cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreate(&t);';
  const by = (one: string, other: string) =>
    filled(
      `${MALLOC} ${streams} k<<<2, 128, 0, ${one}>>>(a, n); k<<<2, 128, 0, ${other}>>>(a, n);`,
    );
  expect(await verified(by('s', 's'))).toEqual(['right']);
  expect(await verified(by('0', 'nullptr'))).toEqual(['right']);
  expect(String(await verified(by('s', 't')))).toContain('it is launched as in line');
});

/** Sums of float4s that begin so many floats into an array. */
const wide = (passed: string, floats: number, body = 'if (i < n / 4) y[i] = x[i].x;') => `
__global__ void k(const float4 *x, float *y, int n) { int i = threadIdx.x; const float *xs = (const float *)x; ${body} }
int main() {
  float *x, *y;
  cudaMalloc(&x, ${floats} * sizeof(float)); cudaMalloc(&y, 32 * sizeof(float)); cudaMemset(x, 0, ${floats} * sizeof(float));
  k<<<1, 32>>>((const float4 *)${passed}, y, 28);
}`;

it.each([
  ['x', 28, 'right'],
  ['(x + 4)', 32, 'right'],
  ['&x[4]', 28, 'wrong'],
  ['(x + 1)', 32, "x is at a multiple of its elements' size in each launch"],
  ['(x + 6)', 64, "x is at a multiple of its elements' size in each launch"],
])('%s of %i floats as float4s: %s', async (passed, floats, said) => {
  expect(String(await verified(wide(passed, floats)))).toContain(said);
});

it('parts of an element that floats do not fill are accessed', async () => {
  const tail = 'if (i < n + 2) y[i] = xs[i];';
  expect(await verified(wide('x', 32, tail))).toEqual(['right']);
  expect((await verified(wide('x', 28, tail)))[0]).toBe('wrong');
  expect(await verified(wide('x', 30, tail))).toContain(
    'x has the elements that are accessed in each launch',
  );
});

it.each(['(void *)b', 'b', 'reinterpret_cast<void *>(b)'])(
  'bytes that a function is given as %s have their length in its elements',
  async (passed) => {
    const text = (count: string) => `
__global__ void k(int *a, int n) { int i = threadIdx.x; if (i < n) a[i] = 1; }
void f(void *data, int bytes) { k<<<1, 64>>>((int *)data, ${count}); }
int main() { int bytes = 128; char *b; cudaMalloc((void **)&b, bytes); f(${passed}, bytes); }`;
    expect(await verified(text('bytes / 4'))).toEqual(['right']);
    expect((await verified(text('bytes')))[0]).toBe('wrong');
  },
);

it('a pointer to nothing is asked for no length', async () => {
  const masked = (test: string) => `
struct View { int *data; const int *valid; int n; };
__global__ void k(View v) { int i = threadIdx.x; if (i < v.n && (${test})) v.data[i] = 1; }
int main() { int *d; cudaMalloc(&d, 128); View v{d, nullptr, 32}; k<<<1, 64>>>(v); }`;
  expect(await verified(masked('v.valid == nullptr || v.valid[i]'))).toEqual(['right']);
  expect(await verified(masked('v.valid[i]'))).toEqual(['wrong']);
});

it('an array of bytes that are no whole number of elements has whole ones', async () => {
  const text = (bytes: string) => `
__global__ void k(float *o, int n) { int i = threadIdx.x; if (i < n) o[i] = 1; }
int main() { const int n = 32; float *o; cudaMalloc(&o, ${bytes}); k<<<1, 32>>>(o, n); }`;
  expect(await verified(text('n * sizeof(float) + 2'))).toEqual(['right']);
  expect((await verified(text('n + 2')))[0]).toBe('wrong');
});
