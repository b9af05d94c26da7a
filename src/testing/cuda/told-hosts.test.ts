import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** Common forms of host code, each in order and with a fault that hangs on it. */

const KERNEL =
  '__global__ void k(const int *in, int *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 2 * in[i]; }\n';
const LAUNCH = 'k<<<1, 64>>>(a, b, 50);';
const MADE =
  'int h[100], *a, *b; for (int i = 0; i < 100; i++) h[i] = i; cudaMalloc(&a, 400); cudaMalloc(&b, 400);';

const says = async (host: string) => {
  const { status, conditions, findings } = await verdictOf(KERNEL + host, usualConstants());
  return { status, conditions, kinds: [...new Set(findings.map(({ kind }) => kind))] };
};
const RIGHT = { status: 'right', conditions: [], kinds: [] };

describe('conditions that begin with a call', () => {
  const main = (made: string) =>
    `int main() { int *a = nullptr, *b = nullptr; ${made} cudaMemset(a, 0, 200); ${LAUNCH} }`;
  test.each([
    [
      'a statement before',
      (to: string) => `if (auto e = cudaMalloc(${to}); e != cudaSuccess) return 1;`,
    ],
    ['a declaration', (to: string) => `if (cudaError_t e = cudaMalloc(${to})) return e;`],
    ['one of a loop', (to: string) => `while (cudaError_t e = cudaMalloc(${to})) return e;`],
    [
      'one of a switch',
      (to: string) =>
        `switch (auto e = cudaMalloc(${to}); e) { case cudaSuccess: break; default: return 1; }`,
    ],
  ])('%s', async (_, made) => {
    expect(await says(main(made('&a, 200') + made('&b, 200')))).toEqual(RIGHT);
    expect((await says(main(made('&a, 200') + made('&b, 196')))).kinds).toEqual(['bounds']);
  });
});

describe('bytes that are set', () => {
  test.each([
    ['of the beginning', 'cudaMemcpy(a, h, BYTES, cudaMemcpyHostToDevice);', LAUNCH],
    [
      'by another stream',
      'cudaStream_t s; cudaStreamCreate(&s); cudaMemsetAsync(a, 0, BYTES, s);',
      LAUNCH.replace('64>>>', '64, 0, s>>>'),
    ],
    [
      'of a piece',
      'cudaMemcpy(a + 50, h + 50, BYTES, cudaMemcpyHostToDevice);',
      LAUNCH.replace('(a,', '(a + 50,'),
    ],
    [
      'with others in front',
      'cudaMemset(a, 0, 40); cudaMemcpy(a + 10, h, BYTES, cudaMemcpyHostToDevice);',
      LAUNCH,
    ],
  ])('%s', async (_, set, launch) => {
    const main = (bytes: string) =>
      says(`int main() { ${MADE} ${set.replace('BYTES', bytes)} ${launch} }`);
    expect(await main('50 * sizeof(int)')).toEqual(RIGHT);
    expect((await main('50')).kinds).toEqual(['uninitialised']);
    expect((await main('48')).kinds).toEqual(['uninitialised']);
  });

  test.each([
    ['in front', 'cudaMemset(b + 4, 0, 184);', 'bytes 0 to 15 of 400'],
    ['between', 'cudaMemset(b, 0, 80); cudaMemset(b + 30, 0, 80);', 'bytes 80 to 119 of 400'],
  ])('with a gap %s', async (_, set, bytes) => {
    const adds = KERNEL.replace('out[i] =', 'out[i] +=');
    const { findings } = await verdictOf(
      `${adds}int main() { ${MADE} cudaMemset(a, 0, 400); ${set} ${LAUNCH} }`,
      usualConstants(),
    );
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining(`no line sets ${bytes}`),
    ]);
  });

  test('a gap that the kernel leaves alone is none', async () => {
    expect(
      await says(
        `int main() { ${MADE} cudaMemset(a, 0, 200); cudaMemset(a + 60, 0, 40); ${LAUNCH} }`,
      ),
    ).toEqual(RIGHT);
  });
});

describe('sizes', () => {
  const main = (made: string, more = '', launch = LAUNCH): string =>
    `${more}int main() { int *a, *b; ${made} cudaMemset(a, 0, 200); ${launch} }`;
  test.each([
    [
      'an array type',
      (n: number) =>
        main(`cudaMalloc(&a, 200); const int n = ${n}; cudaMalloc(&b, sizeof(int[n]));`),
    ],
    [
      'members of a vector',
      (n: number) =>
        main(
          `uint3 s = make_uint3(5, 10, ${n}); cudaMalloc(&a, 200); cudaMalloc(&b, s.x * s.z * sizeof(int));`.replace(
            `, ${n})`,
            `, ${n / 5})`,
          ),
        ),
    ],
    [
      'structs of vectors',
      (n: number) =>
        main(
          `struct R { float3 o; int n; float4 d; }; cudaMalloc(&a, 200); cudaMalloc(&b, sizeof(R) * ${n} / 8 + ${n === 50 ? 0 : -100});`,
        ),
    ],
    [
      'an enumerator',
      (n: number) =>
        main(
          'cudaMalloc(&a, 200); make(&b, B);',
          `enum O { A, B }; void make(int **p, O o) { if (o == A) cudaMalloc(p, 800); else cudaMalloc(p, ${4 * n}); }`,
        ),
    ],
  ])('by %s', async (_, host) => {
    expect(await says(host(50))).toEqual(RIGHT);
    expect((await says(host(49))).kinds).toEqual(['bounds']);
  });

  test('a block has the threads that a function with a loop returns', async () => {
    const main = (n: number) =>
      `static int up(int x) { int p = 1; while (p < x) p *= 2; return p; }
int main() { int *a, *b; cudaMalloc(&a, 4 * ${n}); cudaMalloc(&b, 4 * ${n}); cudaMemset(a, 0, 4 * ${n});
  const dim3 block(up(20), 1, 1); k<<<2, block>>>(a, b, 64); }`;
    expect(await says(main(64))).toEqual(RIGHT);
    expect((await says(main(63))).kinds).toEqual(['bounds']);
  });
});

describe('the way to a launch', () => {
  const RUN =
    'void run(int which, int *a, int *b, int t) { switch (which) { case 0: return; case 1: k<<<2, t>>>(a, b, 200); break; default: break; } }\n';
  const main = (body: string, n: number) =>
    `${body.includes('run(') ? RUN : ''}int main(int argc, char **argv) { int *a, *b, n = 128; struct { int x, y; } p = {${n}, 5}; ${body} }`;
  const made = 'cudaMalloc(&a, p.x * 4); cudaMalloc(&b, p.x * 4); cudaMemset(a, 0, p.x * 4);';
  test.each([
    ['a switch in a loop', `${made} int all[] = {32, 64}; for (int t : all) run(1, a, b, t);`],
    [
      'a loop that a condition ends',
      `${made} int t = 16; while (true) { k<<<2, t>>>(a, b, 200); if (t == 64) break; t *= 2; }`,
    ],
    [
      'arguments',
      `for (int i = 1; i < argc; i++) switch (argv[i][1]) { case 'y': p.y = atoi(argv[++i]); break; } ${made} k<<<2, 64>>>(a, b, 200);`,
    ],
    [
      'options',
      `int c; while ((c = getopt(argc, argv, "n:")) != -1) { if (c == 'n') p.x = atoi(optarg); } ${made} k<<<2, 64>>>(a, b, 200);`,
    ],
  ])('by %s', async (_, body) => {
    expect(await says(main(body, 128))).toEqual(RIGHT);
    expect((await says(main(body, 127))).kinds).toEqual(['bounds']);
  });

  test('a copy has the bytes of one row', async () => {
    const copied = (row: string) =>
      `int main() { int h[5][10] = {}, *a, *b; cudaMalloc(&a, sizeof(h)); cudaMalloc(&b, sizeof(h));
  cudaMemcpy(a, h, 5 * sizeof(${row}), cudaMemcpyHostToDevice); ${LAUNCH} }`;
    expect(await says(copied('h[0]'))).toEqual(RIGHT);
    expect(await says(copied('*h'))).toEqual(RIGHT);
    expect((await says(copied('h[0][0]'))).kinds).toEqual(['uninitialised']);
  });
});

describe('bytes that no statement tells', () => {
  const main = (bytes: string, more = '') =>
    says(`${more}int main() { ${MADE} cudaMemset(a, 0, ${bytes}); ${LAUNCH} }`);

  test('leave open what is set', async () => {
    const asked = { ...RIGHT, conditions: ['somebody sets in'] };
    expect(await main('lengthOf()')).toEqual(asked);
    expect(await main('sizeof(D)', 'struct B { int a[49]; }; struct D : B { int b; };\n')).toEqual(
      asked,
    );
    expect(await main('lengthOf()); cudaMemset(a, 0, 400')).toEqual(RIGHT);
  });

  test('but a member has its own', async () => {
    const struct = 'struct S { char c; int x; float4 v; } s, *p = &s;\n';
    expect(await main('50 * sizeof(s.x)', struct)).toEqual(RIGHT);
    expect(await main('50 * sizeof(p->v)', struct)).toEqual(RIGHT);
    expect((await main('50 * sizeof(s.c)', struct)).kinds).toEqual(['uninitialised']);
  });

  test("a template's constant is no other's", async () => {
    const host = `template <class T, int N> struct Tile { T v[N]; static constexpr int size = N; };
int main() { int n = Tile<int, 50>::size, *a, *b; cudaMalloc(&a, 200); cudaMalloc(&b, 196); cudaMemset(a, 0, 200);
  k<<<1, 64>>>(a, b, n); }`;
    expect((await says(host)).status).not.toBe('right');
  });
});

describe('numbers of the library', () => {
  const host = (number: string, length = '25') =>
    says(`#include <algorithm>
int main() { int h[25] = {}; const int n = ${number}; int *a, *b; cudaMalloc(&a, 100); cudaMalloc(&b, ${length} * 4);
  cudaMemcpy(a, h, 100, cudaMemcpyHostToDevice); k<<<1, 64>>>(a, b, n); }`);

  test.each([
    "'\\n' + 15",
    'std::max({5, 25, 15})',
    'std::min({50, 25, 35})',
    'std::clamp(50, 1, 25)',
    'std::gcd(75, 100)',
    'std::lcm(5, 25)',
    '__builtin_popcount(0xffff) + 9',
    'std::numeric_limits<int>::max() / 85899345',
    'INT_MAX / 85899345',
    'CHAR_BIT * 3 + 1',
    '(1 << (int)ceil(log2(17))) - 7',
    'strlen("abcde") * 5',
    'atoi("25")',
    '(int)fmod(125.0, 50.0)',
    '(int)std::cbrt(15625.0)',
    '(int)exp2(4) + 9',
  ])('%s', async (number) => {
    expect(await host(number)).toEqual(RIGHT);
    expect((await host(number, '24')).kinds).toEqual(['bounds']);
  });

  test('a logarithm of a whole power is not told exactly, and jumps are followed forwards alone', async () => {
    expect((await host('(int)ceil(log2(10) / log2(2)) + 21')).status).not.toBe('wrong');
    const jump = (way: string) =>
      says(`int main() { int *a, *b; cudaMalloc(&a, 100); cudaMalloc(&b, 100); cudaMemset(a, 0, 100);
  ${way} k<<<1, 64>>>(a, b, n); }`);
    expect(await jump('int n = 5; goto end; n = 50; end: n *= 5;')).toEqual(RIGHT);
    expect(await jump('int n = 5; { if (n > 4) goto end; n = 50; } n = 6; end: n *= 5;')).toEqual(
      RIGHT,
    );
    expect((await jump('int n = 26; if (n > 4) goto end; n = 5; end: n += 0;')).kinds).toEqual([
      'bounds',
    ]);
  });
});

test('a function that calls itself alone is followed no further', async () => {
  const { status, conditions } = await says(`void rec(int *a, int *b, int n) {
  if (n > 50) return;
  k<<<1, 64>>>(a, b, n);
  rec(a, b, n * 2);
}`);
  expect({ status, some: conditions.length > 0 }).toEqual({ status: 'right', some: true });
});
