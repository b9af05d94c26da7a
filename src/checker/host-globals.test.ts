import { expect, it } from 'vitest';
import { builtValues } from '../testing/value-listing.ts';
import { conditionsOf } from '../values/index.ts';
import { checkByRunning } from '../values/run/check.ts';
import { verifyPrograms } from './verify.ts';

/** A kernel that writes `n` elements of an array, and a host with variables outside of functions. */
const verified = async (host: string) => {
  const text = `
__global__ void k(int *m, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) m[i] = i; }
int *d; int n = 12;
${host}`;
  const { signal } = new AbortController();
  const run = (program: Parameters<typeof checkByRunning>[0]) => checkByRunning(program, { text });
  const ran = await verifyPrograms([builtValues(text, {})], [], { run, signal });
  return [ran.status, ran.bound?.items[1], ...conditionsOf(ran)];
};

const INIT = 'void init() { n = 20; cudaMalloc(&d, n * sizeof(int)); }';
const WORK = 'void work() { k<<<(n + 7) / 8, 8>>>(d, n); }';

it.each([
  ['as it begins', `${WORK} int main() { cudaMalloc(&d, 12 * sizeof(int)); work(); }`, 16],
  ['as a function has set it', `${INIT} ${WORK} int main() { init(); work(); }`, 24],
  ['as it is set again behind', `${INIT} ${WORK} int main() { init(); work(); n = 40; }`, 24],
  ['as a local variable hides it', `${INIT} ${WORK} int main() { int n = 3; init(); work(); }`, 24],
])('a variable outside of functions counts %s', async (_, host, items) => {
  expect(await verified(host)).toEqual(['right', items]);
});

it.each([
  [
    'it is set between allocation and launch',
    `${INIT} ${WORK} int main() { init(); n = 24; work(); }`,
  ],
  ['the launch has other numbers', `${INIT} int main() { init(); k<<<3, 8>>>(d, 21); }`],
  [
    'the length is one that it has later',
    `${WORK} int main() { cudaMalloc(&d, n * 4); n = 13; work(); }`,
  ],
])('an access beyond an array outside of functions is seen: %s', async (_, host) => {
  expect((await verified(host))[0]).toBe('wrong');
});

it('is open where a condition sets it', async () => {
  const host = `${WORK} int main(int argc, char **argv) {
    if (argc > 1) n = 24; cudaMalloc(&d, 12 * sizeof(int)); work(); }`;
  expect(await verified(host)).toEqual(['right', 16, 'there are 2 blocks, for n = 9']);
});
