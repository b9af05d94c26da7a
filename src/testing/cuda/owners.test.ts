import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Memory of the device that a `std::unique_ptr` holds, of 32 elements and of fewer. */

const PROGRAM = `#include <memory>
#include <vector>
__global__ void k(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }
struct Del { void operator()(void *p) const { cudaFree(p); } };
struct Pool { void operator()(void *p) const { put(p); } };
template <class T> using dptr = std::unique_ptr<T[], Del>;
using Ints = std::unique_ptr<int, Del>;
int *raw(int n) { int *p; cudaMalloc(&p, n * sizeof(int)); cudaMemset(p, 0, n * sizeof(int)); return p; }
Ints mk(int n) { return Ints(raw(n)); }
Ints named(int n) { int *p = raw(n); Ints own(p); return own; }
template <class T> dptr<T> make(size_t n) { T *p = nullptr; cudaMalloc(&p, n * sizeof(T)); return dptr<T>(p); }
template <class T> dptr<T> upload(const std::vector<T> &v) {
  auto p = make<T>(v.size());
  cudaMemcpy(p.get(), v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
struct Net { Ints a, b; Net(int n) : a(mk(32)), b(mk(n)) {} };
`;

const says = async (host: string) => {
  const { status, conditions, findings } = await verdictOf(
    `${PROGRAM}int main() { ${host} }`,
    usualConstants(),
  );
  return { status, conditions, kinds: findings.map(({ kind }) => kind) };
};
const RIGHT = { status: 'right', conditions: [], kinds: [] };
const LAUNCH = 'k<<<1, 32>>>(a.get(), b.get());';

describe('is as long as it was made', () => {
  test.each([
    ['by a function', (n: number) => `auto a = mk(32), b = mk(${n}); ${LAUNCH}`],
    ['by a name in it', (n: number) => `Ints a = named(32), b = named(${n}); ${LAUNCH}`],
    ['by its constructor', (n: number) => `Ints a(raw(32)), b{raw(${n})}; ${LAUNCH}`],
    ['later', (n: number) => `Ints a, b; a.reset(raw(32)); b = mk(${n}); ${LAUNCH}`],
    [
      'and handed on',
      (n: number) => `auto c = mk(${n}); auto a = mk(32), b = std::move(c); ${LAUNCH}`,
    ],
    [
      'by templates',
      (n: number) =>
        `std::vector<int> h(32, 1); auto a = upload(h); auto b = make<int>(${n}); ${LAUNCH}`,
    ],
    ['in a struct', (n: number) => `Net net(${n}); k<<<1, 32>>>(net.a.get(), net.b.get());`],
  ])('%s', async (_, host) => {
    expect(await says(host(32))).toEqual(RIGHT);
    expect(await says(host(31))).toEqual({ status: 'wrong', conditions: [], kinds: ['bounds'] });
  });
});

test('a host array has what the text puts there', async () => {
  const host = (last: string) => `auto h = std::make_unique<int[]>(32); ${last}
    auto a = make<int>(32), b = mk(32);
    cudaMemcpy(a.get(), h.get(), 128, cudaMemcpyHostToDevice); ${LAUNCH}`;
  const kernel = PROGRAM.replace('b[threadIdx.x] =', 'int u; b[threadIdx.x] = a[5] ? u :');
  const verdict = async (last: string) =>
    (await verdictOf(`${kernel}int main() { ${host(last)} }`, usualConstants())).status;
  expect([await verdict(''), await verdict('h[5] = 1;')]).toEqual(['right', 'wrong']);
});

describe('memory that has ended is none of a launch', () => {
  test.each([
    ['at its block', `int *p; { auto c = mk(32); p = c.get(); } auto b = mk(32); `],
    ['where it takes another', `auto c = mk(32), b = mk(32); int *p = c.get(); c.reset(); `],
  ])('%s', async (_, host) => {
    const { status, conditions } = await says(`${host}k<<<1, 32>>>(p, b.get());`);
    expect([status, conditions]).toEqual(['right', ['a is memory of the device in each launch']]);
  });

  test('but what was handed on has not', async () => {
    expect(
      await says(
        `int *p; Ints d; { auto c = mk(32); p = c.get(); d = std::move(c); } auto b = mk(32); k<<<1, 32>>>(p, b.get());`,
      ),
    ).toEqual(RIGHT);
  });
});

test('what another deleter does is not told', async () => {
  const host = (type: string) =>
    `int *p = raw(32); { ${type} c(p); } auto b = mk(32); int h[32]; cudaMemcpy(h, p, 128, cudaMemcpyDeviceToHost);
     k<<<1, 32>>>(p, b.get());`;
  const kernel = PROGRAM.replace('b[threadIdx.x] =', 'int u; b[threadIdx.x] = a[5] ? u :');
  const { status } = await verdictOf(
    `${kernel}int main() { ${host('std::unique_ptr<int, Pool>')} }`,
    usualConstants(),
  );
  expect(status).toBe('depends');
});
