import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../../testing/verdict-of.ts';

const statusOf = async (statement: string, claim: string): Promise<string> => {
  const text = `#define QR(a, b) (a += b, b ^= a, b = (((b) << 4) | ((b) >> (32 - (4)))))
__global__ void k(unsigned *o) {
  unsigned v[2] = { 1, threadIdx.x }, *p = v;
  ${statement}
  assert(${claim});
  o[threadIdx.x] = v[0];
}
int main() { unsigned *o; cudaMalloc(&o, 32 * 4); k<<<1, 32>>>(o); }`;
  return (await verdictOf(text, usualConstants())).status;
};

test.each([
  ['QR(v[0], v[1]);', 'v[0] == 1 + threadIdx.x && v[1] == ((threadIdx.x ^ v[0]) << 4)'],
  ['(v[0] = 3, v[1] = v[0] + 2);', 'v[0] == 3 && v[1] == 5'],
  ['if (v[0]) (v[0] -= 1, p++);', 'v[0] == 0 && p == v + 1'],
])('assignments with commas in parentheses are a statement: %s', async (statement, claim) => {
  expect(await statusOf(statement, claim)).toBe('right');
  expect(await statusOf(statement, `!(${claim})`)).toBe('wrong');
});
