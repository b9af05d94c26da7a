import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** One array may be handed on in two structs. */

const sum = (body: string): string => `struct P { float *x; int n; };
__global__ void k(P a, P b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0.f;
  for (int j = 0; j < a.n; j++) s += a.x[j];
  if (i < a.n) b.x[i] = s;
}
P alloc(int n) { P p; p.n = n; cudaMalloc(&p.x, n * sizeof(float)); cudaMemset(p.x, 0, n * sizeof(float)); return p; }
int main() { P p[2]; p[0] = alloc(128); p[1] = alloc(128); ${body} }`;

test.each([
  ['k<<<2, 64>>>(p[0], p[0]);', 'k<<<2, 64>>>(p[0], p[1]);'],
  ['P q = p[1]; k<<<2, 64>>>(q, p[1]);', 'P q = p[1]; k<<<2, 64>>>(q, p[0]);'],
  [
    'for (int s = 0, c = 0; s < 4; s++, c ^= 1) k<<<2, 64>>>(p[c], p[c]);',
    'for (int s = 0, c = 0; s < 4; s++, c ^= 1) k<<<2, 64>>>(p[c], p[1 - c]);',
  ],
])('%s races, where two arrays do not', async (same, apart) => {
  const constants = { ...usualConstants(), size: 64 };
  expect((await verdictOf(sum(same), constants)).findings.map(({ kind }) => kind)).toContain(
    'race-between-groups',
  );
  const clean = await verdictOf(sum(apart), constants);
  expect(clean.status).toBe('right');
});
