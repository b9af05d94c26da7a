import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../../testing/verdict-of.ts';

/** Last blocks: who draws the last number of a counter comes behind all others. */

const CONSTANTS = { ...usualConstants(), size: 16 };

const program = (body: string, globals = '__device__ unsigned count = 0;'): string => `${globals}
__device__ unsigned done = 0;
__global__ void k(const int *in, int *part, int *out) {
  __shared__ int s[8];
  __shared__ bool isLast;
  int t = threadIdx.x, i = blockIdx.x * 8 + t;
  s[t] = in[i];
  __syncthreads();
  ${body}
}
int main() {
  int *in, *part, *out;
  cudaMalloc(&in, 32 * sizeof(int)); cudaMalloc(&part, 32 * sizeof(int)); cudaMalloc(&out, sizeof(int));
  k<<<4, 8>>>(in, part, out);
}`;

const SUM = 'int sum = 0; for (int b = 0; b < gridDim.x; b++) sum += part[b]; *out = sum;';
const DRAW = 'isLast = atomicAdd(&count, 1) == gridDim.x - 1;';

const statusOf = async (text: string) => (await verdictOf(text, CONSTANTS)).status;

describe('who draws the last number reads what all have written', () => {
  it.each([
    [
      'by one thread',
      `if (t == 0) { part[blockIdx.x] = s[0] + s[1]; __threadfence(); ${DRAW} }
       __syncthreads(); if (isLast && t == 0) { ${SUM} }`,
    ],
    [
      'by one thread, with both asked at once',
      `if (t == 0) { part[blockIdx.x] = s[0] + s[1]; __threadfence(); ${DRAW} }
       __syncthreads(); if (isLast & (t == 0)) { ${SUM} }`,
    ],
    [
      'by a counter that begins again',
      `if (t == 0) { part[blockIdx.x] = s[0]; __threadfence();
         unsigned ticket = atomicInc(&count, gridDim.x); isLast = (ticket == gridDim.x - 1); }
       __syncthreads(); if (isLast) { if (t == 0) { ${SUM} count = 0; } }`,
    ],
    [
      'what all threads have written, each with its fence',
      `part[i] = s[7 - t]; __threadfence(); __syncthreads(); if (t == 0) ${DRAW}
       __syncthreads(); if (!isLast) return; if (t == 0) { int sum = 0; for (int b = 0; b < 32; b++) sum += part[b]; *out = sum; }`,
    ],
    [
      'what all threads have written, with a fence of the one that draws',
      `part[i] = s[7 - t]; __syncthreads(); if (t == 0) { __threadfence(); ${DRAW} }
       __syncthreads(); if (isLast) { if (t == 0) { int sum = 0; for (int b = 0; b < 32; b++) sum += part[b]; *out = sum; } }`,
    ],
    [
      'by a truth that is false before',
      `if (t == 0) isLast = false; __syncthreads(); if (t == 0) { part[blockIdx.x] = s[0]; __threadfence(); ${DRAW} }
       __syncthreads(); if (isLast && t == 0) { ${SUM} }`,
    ],
    [
      'without another thread',
      `if (t == 0) { part[blockIdx.x] = s[0]; __threadfence();
         if (atomicAdd(&count, 1u) + 1 == gridDim.x) { __threadfence(); ${SUM} } }`,
    ],
  ])('%s', async (_, body) => {
    expect(await statusOf(program(body))).toBe('right');
  });
});

describe('and nothing else does', () => {
  const one = (wrong: string, draw = DRAW): string =>
    `if (t == 0) { part[blockIdx.x] = s[0]; __threadfence(); ${draw} }
     __syncthreads(); if (isLast && t == 0) { ${SUM} } ${wrong}`;

  it.each([
    [
      'a fence that comes too late',
      `if (t == 0) { part[blockIdx.x] = s[0]; ${DRAW} __threadfence(); } __syncthreads(); if (isLast && t == 0) { ${SUM} }`,
    ],
    ['a fence of the block', one('').replace('__threadfence()', '__threadfence_block()')],
    [
      'a fence of one thread for what all have written',
      `part[i] = s[t]; if (t == 0) __threadfence(); __syncthreads(); if (t == 0) ${DRAW} __syncthreads(); if (isLast && t == 0) { int sum = 0; for (int b = 0; b < 32; b++) sum += part[b]; *out = sum; }`,
    ],
    [
      'no barrier before the number is drawn',
      `part[i] = s[t]; __threadfence(); if (t == 0) ${DRAW} __syncthreads(); if (isLast && t == 0) { int sum = 0; for (int b = 0; b < 32; b++) sum += part[b]; *out = sum; }`,
    ],
    ['what is written behind the number', one('if (t == 1) part[blockIdx.x] = 3;')],
    ['the number before the last', one('', DRAW.replace('- 1', '- 2'))],
    [
      'a number that each thread draws',
      `part[i] = s[t]; __threadfence(); bool last = atomicAdd(&count, 1) == gridDim.x - 1; if (last) { __threadfence(); ${SUM} }`,
    ],
    ['a counter that does not begin at 0', one('').replaceAll('&count', '&begun')],
    [
      'two numbers of each block',
      one('').replace(DRAW, `${DRAW} if (in[0] == 3) atomicAdd(&count, 1);`),
    ],
    ['a number of a loop', one('').replace(DRAW, `for (int j = 0; j < 2; j++) ${DRAW}`)],
    [
      'a truth that is true before',
      one('').replace(
        'if (t == 0) {',
        'if (t == 0) isLast = true; __syncthreads(); if (t == 0 && in[0] == 3) {',
      ),
    ],
    [
      'a read behind the number, before reads that are in an order',
      `s[t] = part[0]; __syncthreads(); if (t == 0) { __threadfence(); ${DRAW} }
       __syncthreads(); if (blockIdx.x == 0 && t == 0) s[0] = part[0]; if (isLast && t == 0) part[0] = 5;`,
    ],
    ['either asked at once', one('').replace('if (isLast && t == 0)', 'if (isLast | (t == 0))')],
    ['the first number', one('', 'isLast = atomicAdd(&count, 1) == 0;')],
    ['a truth that somebody else makes', one('', `${DRAW} isLast |= in[0] == 7;`)],
    [
      'a counter that begins again too early',
      one('', 'isLast = atomicInc(&count, 1) == gridDim.x - 1;'),
    ],
  ])('%s', async (_, body) => {
    const globals = '__device__ unsigned count = 0; __device__ unsigned begun = 2;';
    expect(await statusOf(program(body, globals))).not.toBe('right');
  });
});

describe('blocks race where no atomic comes between what they access', () => {
  it.each([
    ['a reader that asks for no number', 'if (t == 0) { SUM }', 'wrong'],
    [
      'a reader that does not ask what it drew',
      'isLast = true; __syncthreads(); if (isLast && t == 0) { SUM }',
      'wrong',
    ],
    [
      'a reader that waits for all',
      'while (atomicAdd(&done, 0) < gridDim.x) ; if (t == 0) { SUM }',
      'not-checked',
    ],
  ])('%s', async (_, reads, status) => {
    const body = `if (t == 0) { part[blockIdx.x] = s[0]; __threadfence(); atomicAdd(&done, 1); } ${reads.replace('SUM', SUM.replace('*out', 'out[blockIdx.x]'))}`;
    const text = program(body)
      .replace(
        'cudaMalloc(&part, 32 * sizeof(int));',
        'cudaMalloc(&part, 32 * sizeof(int)); cudaMemset(part, 0, 32 * sizeof(int));',
      )
      .replace('cudaMalloc(&out, sizeof(int))', 'cudaMalloc(&out, 4 * sizeof(int))');
    expect(await statusOf(text)).toBe(status);
  });
});
