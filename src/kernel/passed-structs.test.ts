import { expect, it } from 'vitest';
import { lowered, outline } from '../testing/kernels.ts';

/** A tiled product, of matrices as the argument says. */
const product = (takes: string, host: string): string => `
#define T 4
struct Matrix { int width, height, stride; float *elements; };
${takes}
int main() {
  float *a, *b, *c;
  cudaMalloc(&a, 24 * 16 * sizeof(float));
  cudaMalloc(&b, 24 * 32 * sizeof(float));
  cudaMalloc(&c, 16 * 32 * sizeof(float));
  dim3 block(T, T), grid(32 / T, 16 / T);
  ${host}
}
`;

const BODY = (A: string, B: string, C: string, width: string): string => `
  __shared__ float s[T][T], t[T][T];
  int y = blockIdx.y * T + threadIdx.y, x = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int m = 0; m < ${width} / T; m++) {
    s[threadIdx.y][threadIdx.x] = ${A}[y * ${width} + m * T + threadIdx.x];
    t[threadIdx.y][threadIdx.x] = ${B}[(m * T + threadIdx.y) * 32 + x];
    __syncthreads();
    for (int k = 0; k < T; k++) sum += s[threadIdx.y][k] * t[k][threadIdx.x];
    __syncthreads();
  }
  ${C}[y * 32 + x] = sum;`;

const PLAIN = product(
  `__global__ void mm(const float *A, const float *B, float *C, int width) {${BODY('A', 'B', 'C', 'width')}\n}`,
  'mm<<<grid, block>>>(a, b, c, 24);',
);

const PASSED = `Matrix A, B, C;
  A.width = 24;
  A.elements = a;
  B.elements = b;
  C.elements = c;
  mm<<<grid, block>>>(A, B, C);`;

const STRUCTS = product(
  `__global__ void mm(Matrix A, Matrix B, Matrix C) {${BODY('A.elements', 'B.elements', 'C.elements', 'A.width')}\n}`,
  PASSED,
);

/** A function that makes a part of a matrix. */
const PARTS = product(
  `__device__ Matrix part(const Matrix M, int row, int col, int stride) {
  Matrix p;
  p.width = M.width;
  p.stride = stride;
  p.elements = &M.elements[row * stride + col];
  return p;
}
__global__ void mm(Matrix A, Matrix B, Matrix C) {
  Matrix a = part(A, 0, 0, 24), b = part(B, 0, 0, 32), c = part(C, 0, 0, 32);
  ${BODY('a.elements', 'b.elements', 'c.elements', 'a.width')}
}`,
  PASSED,
);

const costs = (text: string): readonly string[] =>
  outline(lowered(text)).map((line) => line.replaceAll(/\b([ABC])\.elements\b/g, '$1'));

it.each([
  ['arguments that are structs', STRUCTS],
  ['a struct that a function gives back', PARTS],
])('pointers in %s cost what plain ones cost', (_, text) => {
  expect(costs(text)).toEqual(costs(PLAIN));
  expect(costs(text).join('\n')).toContain('loop 6');
});
