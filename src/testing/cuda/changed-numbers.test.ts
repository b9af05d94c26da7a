import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Numbers of the host that are others at the launch than where an array was allocated. */

const CONSTANTS = { ...usualConstants(), size: 64 };

test.each(['n += 3;', 'n++;', 'if (n) n = 503;'])(
  'an array is not as long as a number that is changed: %s',
  async (change) => {
    const { status, conditions } = await verdictOf(
      `__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
int main() { int n = 500; float *a; cudaMalloc(&a, n * sizeof(float)); ${change} k<<<4, 256>>>(a, n); }`,
      CONSTANTS,
    );
    expect({ status, conditions }).toEqual({ status: 'wrong', conditions: [] });
  },
);

test.each([
  ['V *t = w; t->n = 503;', 'depends'],
  ['auto t = w; t->n = 503;', 'depends'],
  ['*q = 503;', 'depends'],
  ['V *t = w; printf("%d", t->n);', 'depends'],
  ['printf("%d", w->n);', 'right'],
])('nobody knows it where a pointer to it is led on, perhaps: %s', async (change, expected) => {
  const { status } = await verdictOf(
    `struct V { int n; };
__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
int main() { V v; v.n = 500; V *w = &v; int *q = &v.n; float *a; cudaMalloc(&a, 500 * sizeof(float));
if (rand()) { ${change} } k<<<4, 256>>>(a, v.n); }`,
    CONSTANTS,
  );
  expect(status).toBe(expected);
});

test('what a number is divided by is not its value', async () => {
  const { status, conditions } = await verdictOf(
    `__global__ void k(float *a, int w) { a[blockIdx.x * w + threadIdx.x] = 1; }
int main() { float *a; size_t pitch; measure(&pitch); pitch /= sizeof(float); cudaMalloc(&a, 4000); k<<<2, 32>>>(a, (int)pitch); }`,
    CONSTANTS,
  );
  expect([status, conditions.length > 0]).toEqual(['right', true]);
});

test('one that is read after the allocation may be larger', async () => {
  const { status } = await verdictOf(
    `__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
int main() { int n = 500; float *a; cudaMalloc(&a, n * sizeof(float)); scanf("%d", &n); k<<<4, 256>>>(a, n); }`,
    CONSTANTS,
  );
  expect(status).toBe('depends');
});

test.each([
  ['p.n += 3;', 'wrong', []],
  ['++p.n;', 'wrong', []],
  ['grow(&p);', 'wrong', []],
  ['maybe(&p);', 'depends', ['p.a[i] is inside of p.a']],
])('nor as long as a member that is: %s', async (change, expected, open) => {
  const { status, conditions } = await verdictOf(
    `struct P { int n; float *a; };
__global__ void k(P p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < p.n) p.a[i] = i; }
void grow(P *p) { p->n *= 2; } void maybe(P *p) { if (other()) p->n *= 2; }
int main() { P p; p.n = 500; cudaMalloc(&p.a, p.n * sizeof(float)); ${change} k<<<4, 256>>>(p); }`,
    CONSTANTS,
  );
  expect({ status, conditions }).toEqual({ status: expected, conditions: open });
});

test('a number that the program is given is one number', async () => {
  const text = (guard: string): string =>
    `__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i ${guard} n) a[i] = i; }
int main(int c, char **v) { int n = atoi(v[1]); float *a; cudaMalloc(&a, n * sizeof(float)); k<<<(n + 255) / 256, 256>>>(a, n); }`;
  expect((await verdictOf(text('<'), CONSTANTS)).conditions).toEqual([
    'there are 2 blocks, for atoi(v[1]) = 257',
  ]);
  expect((await verdictOf(text('<='), CONSTANTS)).findings).not.toEqual([]);
});

test.each([
  ['n = 503;', 'wrong'],
  ['n = 497;', 'right'],
])('an array is as long as a number was when it was allocated: %s', async (change, status) => {
  const verdict = await verdictOf(
    `__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
int main() { int n = 500; float *a; cudaMalloc(&a, n * sizeof(float)); ${change} k<<<4, 256>>>(a, n); }`,
    CONSTANTS,
  );
  expect(verdict.status).toBe(status);
  expect(verdict.conditions).toEqual([]);
});

const FRONTIER = (guard: string, after: string): string =>
  `__global__ void grow(const int *front, int size, int *next, int *more) {
  int t = threadIdx.x;
  if (t ${guard} size) { next[t] = front[t]; if (t == 0) *more = size - 1; }
}
int main() {
  int *f, *next, *more, size = 3;
  cudaMalloc(&f, 3 * sizeof(int)); cudaMalloc(&next, 3 * sizeof(int)); cudaMalloc(&more, sizeof(int));
  cudaMemset(f, 0, 3 * sizeof(int));
  ${after}
}`;
const ROUND =
  'grow<<<1, 8>>>(f, size, next, more); cudaMemcpy(&size, more, 4, cudaMemcpyDeviceToHost);';

test.each([
  [`while (size > 0) { ${ROUND} }`, ['size = 3']],
  [ROUND, []],
])('a number that is read back has its first value before: %s', async (after, conditions) => {
  expect(await verdictOf(FRONTIER('<', after), CONSTANTS)).toMatchObject({
    status: 'right',
    conditions,
  });
  expect((await verdictOf(FRONTIER('<=', after), CONSTANTS)).status).toBe('wrong');
});

test.each([
  ['threadIdx.x', 'right'],
  ['threadIdx.x + 1', 'wrong'],
])("members of a struct that is handed on are the caller's: [%s]", async (column, status) => {
  const verdict = await verdictOf(
    `struct Grid { int wide, high, pitch; float *cells; };
__global__ void fill(Grid g) { g.cells[blockIdx.x * g.pitch + ${column}] = blockIdx.x; }
void run(const Grid given) {
  Grid own;
  own.wide = own.pitch = given.wide;
  own.high = given.high;
  cudaMalloc(&own.cells, own.wide * own.high * sizeof(float));
  fill<<<own.high, own.wide>>>(own);
}
int main() { Grid g; g.wide = 12; g.high = 5; run(g); }`,
    CONSTANTS,
  );
  expect(verdict).toMatchObject({ status, conditions: [] });
});

test('rows that nothing ties to the grid may be longer: a race of short ones rests on them', async () => {
  const { status, findings } = await verdictOf(
    `__global__ void k(float *c, int w) { c[(blockIdx.y * 8 + threadIdx.y) * w + blockIdx.x * 8 + threadIdx.x] = threadIdx.x; }
void run(int wide, int high, int w, int h) {
  float *c; cudaMalloc(&c, w * h * sizeof(float));
  k<<<dim3(wide / 8, high / 8), dim3(8, 8)>>>(c, w);
}`,
    CONSTANTS,
  );
  expect(status).toBe('depends');
  expect(findings.map(({ kind }) => kind)).toContain('race-global');
});

test.each([
  ['500', 'right'],
  ['501', 'wrong'],
])('a function that calls another of its name, %s', async (n, expected) => {
  const text = `struct P { float3 at; int n; };
float3 make_float3(float s) { return make_float3(s, s, s); }
__global__ void k(float *a, P p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < p.n) a[i] = p.at.x; }
int main() { P p; p.at = make_float3(1.f); p.n = ${n}; float *a; cudaMalloc(&a, 500 * sizeof(float)); k<<<4, 256>>>(a, p); }`;
  expect((await verdictOf(text, CONSTANTS)).status).toBe(expected);
});
