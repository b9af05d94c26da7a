import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** Writes inside of `o` where the condition holds, as g++ has it. */
const statusOf = async (before: string, body: string, condition: string): Promise<string> => {
  const text = `${before}
__global__ void k(int *o) { ${body} o[${condition} ? 0 : 1000] = 1; }
int main() { int *o; cudaMalloc(&o, 4); k<<<1, 1>>>(o); }`;
  return (await verdictOf(text, usualConstants())).status;
};

test.each([
  ['a lambda', '', 'auto f = [](auto a) { return a / 2; };', 'f(5.f) == 2.5f && f(5) == 2'],
  ['a function', '__device__ auto half_of(auto a) { return a / 2; }', '', 'half_of(5.f) == 2.5f'],
  ['two types', '', 'auto f = [](auto a, auto b) { return a / b; };', 'f(5, 2.f) == 2.5f'],
  ['a size', '', 'auto f = [](auto a) { return sizeof(a); };', 'f(1.0) == 8 && f((char)1) == 1'],
  [
    'a reference and a pointer',
    '',
    'auto f = [](auto *p, auto &r) { r += p[1]; }; double q[2] = {0.25, 0.5}, t = 0.25; f(q, t);',
    't == 0.75',
  ],
])('auto of a parameter is the type of each call’s own: %s', async (_, before, body, condition) => {
  expect(await statusOf(before, body, condition)).toBe('right');
  expect(await statusOf(before, body, `!(${condition})`)).toBe('wrong');
});
