import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Arrays and structs that functions of the host make for who calls them. */

const CONSTANTS = { ...usualConstants(), size: 64 };

const TWICE =
  '__global__ void k(float *d, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) d[i] = 2 * i; }';
const MAIN = (made: string): string =>
  `int main() { const int n = 1000; ${made} k<<<(n + 255) / 256, 256>>>(d, n); }`;

const GRID = (create: string, change: string): string => `struct Grid { float *cells; int w, h; };
__global__ void k(Grid g) { int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y; if (x < g.w && y < g.h) g.cells[y * g.w + x] = 1; }
${create}
int main() { Grid g; create(${create.includes('*g') ? '&g' : 'g'}, 60, 40); ${change} k<<<dim3(4, 3), dim3(16, 16)>>>(g); }`;

const WAYS: Readonly<Record<string, readonly [right: string, wrong: string]>> = {
  'by its place': [
    `${TWICE} void make(float **p, int m) { CHECK(cudaMalloc((void **)p, m * sizeof(float))); } ${MAIN('float *d; make(&d, n);')}`,
    `${TWICE} void make(float **p, int m) { CHECK(cudaMalloc((void **)p, m * sizeof(float))); } ${MAIN('float *d; make(&d, n / 2);')}`,
  ],
  'by a reference, through another function': [
    `${TWICE} void get(float *&q, size_t bytes) { cudaMalloc(&q, bytes); } void make(float *&p, int m) { get(p, m * sizeof(float)); } ${MAIN('float *d; make(d, n);')}`,
    `${TWICE} void get(float *&q, size_t bytes) { cudaMalloc(&q, bytes); } void make(float *&p, int m) { get(p, m * sizeof(float)); } ${MAIN('float *d; make(d, n - 1);')}`,
  ],
  'as what it returns': [
    `${TWICE} template <typename T> T *make(size_t m) { T *p = nullptr; cudaMalloc(&p, m * sizeof(T)); return p; } ${MAIN('float *d = make<float>(n);')}`,
    `${TWICE} template <typename T> T *make(size_t m) { T *p = nullptr; cudaMalloc(&p, m * sizeof(T)); return p; } ${MAIN('float *d = make<float>(n - 1);')}`,
  ],
  'as members of a struct': [
    GRID(
      'void create(Grid *g, int w, int h) { g->w = w; g->h = h; cudaMalloc(&g->cells, w * h * sizeof(float)); }',
      '',
    ),
    GRID(
      'void create(Grid *g, int w, int h) { g->w = w; g->h = h; cudaMalloc(&g->cells, w * (h - 1) * sizeof(float)); }',
      '',
    ),
  ],
  'as members of a struct by reference': [
    GRID(
      'void create(Grid &g, int w, int h) { g.w = w; g.h = h; cudaMalloc(&g.cells, w * h * sizeof(float)); }',
      '',
    ),
    GRID(
      'void create(Grid &g, int w, int h) { g.w = w + 1; g.h = h; cudaMalloc(&g.cells, w * h * sizeof(float)); }',
      '',
    ),
  ],
};

describe.each(Object.entries(WAYS))('%s', (_, [right, wrong]) => {
  test('all of it', async () => {
    const { status, conditions } = await verdictOf(right, CONSTANTS);
    expect({ status, conditions }).toEqual({ status: 'right', conditions: [] });
  });

  test('too few elements', async () => {
    const { status, findings } = await verdictOf(wrong, CONSTANTS);
    expect(status).toBe('wrong');
    expect(findings.map(({ kind }) => kind)).toContain('bounds');
  });
});

test('a member that is set there and here has no one value', async () => {
  const text = GRID(
    'void create(Grid &g, int w, int h) { g.w = w; g.h = h; cudaMalloc(&g.cells, w * h * sizeof(float)); }',
    'g.h = 41;',
  );
  const { status } = await verdictOf(text, CONSTANTS);
  expect(status).not.toBe('right');
});

test.each(['float *d; make(&d, n / 2);', 'float *d = make(n / 2);'])(
  'what a function makes that is not in the text is as long as is accessed: %s',
  async (made) => {
    const { status, conditions } = await verdictOf(`${TWICE} ${MAIN(made)}`, CONSTANTS);
    expect(status).toBe('right');
    expect(conditions).toEqual(['d has the elements that are accessed in each launch']);
  },
);
