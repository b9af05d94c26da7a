import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** Launches whose blocks and arrays a list of structs tells: all of its rounds are run, a short array of the last is a fault. */

const GO = 'void go(const Config &c, float *y) { k<<<c.n, c.block>>>(y, c.n); }';

const program = (list: string, loop: string): string => `#include <array>
#include <vector>
struct Config { int n, block; float f; };
__global__ void k(float *y, int n) { y[blockIdx.x * blockDim.x + threadIdx.x] = n; }
${loop.includes('go(') ? GO : ''}
int main() {
  ${list}
  ${loop}
}`;
const PAIR = '{6, 64, .5f}, {3, LAST}';
const BODY = '{ float *y; cudaMalloc(&y, 384 * sizeof(float));';
const LAUNCH = 'k<<<c.n, c.block>>>(y, c.n); cudaFree(y); }';

test.each([
  [
    'an array',
    `const Config cfgs[2] = {${PAIR}};`,
    `for (const Config &c : cfgs) ${BODY} ${LAUNCH}`,
  ],
  [
    'places',
    `Config cfgs[] = {${PAIR}};`,
    `for (int i = 0; i < 2; i++) ${BODY} ${LAUNCH}`.replaceAll('c.', 'cfgs[i].'),
  ],
  [
    'a std::array',
    `const std::array<Config, 2> cfgs{{${PAIR}}};`,
    `for (const auto &c : cfgs) ${BODY} ${LAUNCH}`,
  ],
  ['a vector', `std::vector<Config> cfgs = {${PAIR}};`, `for (auto c : cfgs) ${BODY} ${LAUNCH}`],
  [
    'a function',
    `const Config cfgs[2] = {${PAIR}};`,
    `for (const auto &c : cfgs) ${BODY} go(c, y); }`,
  ],
])('by %s', async (_, list, loop) => {
  const says = async (last: string) => {
    const { status, conditions, findings } = await verdictOf(
      program(list, loop).replace('LAST', last),
      usualConstants(),
    );
    return { status, conditions, messages: findings.map(({ message }) => message) };
  };
  expect(await says('128')).toEqual({ status: 'right', conditions: [], messages: [] });
  expect(await says('129')).toEqual({
    status: 'wrong',
    conditions: [],
    messages: [expect.stringContaining('y has 384 elements. This is launch 2 of 2')],
  });
});

test.each([
  ['an element is set', 'Config cfgs[2] = {{6, 64}, {3, 129}}; cfgs[1].block = 128;', 'cfgs'],
  ['it is copied to', 'Config cfgs[2] = {{6, 64}, {3, 129}}; load(cfgs);', 'cfgs'],
])('nothing is certain where %s', async (_, list, array) => {
  const loop = `for (const auto &c : ${array}) ${BODY} ${LAUNCH}`;
  const { status } = await verdictOf(program(list, loop), usualConstants());
  expect(status).not.toBe('wrong');
});
