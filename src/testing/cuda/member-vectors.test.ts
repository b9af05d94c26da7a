import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Vectors that are members of structs hold what the host gives them: 0 and 1 are the kernel's cases. */

const program = (host: string, n = 32): string => `struct Image { int w, h; std::vector<int> p; };
struct Table { std::map<int, int> m; int *get() { return &m[0]; } };
__global__ void k(const int *a, int *b) {
  int i = threadIdx.x, d;
  switch (a[i]) { case 0: d = 1; break; case 1: d = 2; break; }
  b[i] = d;
}
int main() {
  int *a, *b; cudaMalloc(&a, ${4 * n}); cudaMalloc(&b, ${4 * n});
  ${host} k<<<1, 32>>>(a, b);
}`;
const copied = (from: string, n = 32): string =>
  `cudaMemcpy(a, ${from}, ${4 * n}, cudaMemcpyHostToDevice);`;

test.each([
  ['Image im{32, 1, {}}; im.p.resize(im.w);', 'im.p[5] = 7;'],
  ['Image im{32, 1}; im.p.resize(im.w * im.h);', 'im.p.back() = 2;'],
  ['Image im; im.w = 32; im.p.resize(im.w);', 'im.p[31] = 2;'],
  ['Image im{32, 1, std::vector<int>(32)};', 'im.p.assign(32, 2);'],
  ['Image im; im.p = std::vector<int>(32, 1);', 'im.p = std::vector<int>(32, 2);'],
  ['Image im{32, 1, {}}; im.p.resize(32); Image jm = im; jm.p[3] = 9;', 'im = jm;'],
  ['struct { int w; std::vector<int> p; } im{32, {}}; im.p.resize(im.w);', 'im.p[5] = 7;'],
  ['struct Own { int w; std::vector<int> p; } im; im.p.resize(32);', 'im.p[5] = 7;'],
])('%s is followed, with and without %s', async (made, fault) => {
  const says = async (more: string) =>
    (await verdictOf(program(`${made} ${more} ${copied('im.p.data()')}`), usualConstants())).status;
  expect([await says(''), await says(fault)]).toEqual(['right', 'wrong']);
});

test.each([
  ['std::array<int, 32> h{};', 'h[5] = 7;', 'h.data()'],
  ['const int n = 32; std::array<int, n> h = {1, 0, 1};', 'h.at(31) = 7;', 'h.data()'],
  ['std::array<int, 32> g{{1, 1}}, h = g; g[3] = 7;', 'h = g;', '&h[0]'],
])('%s is followed, with and without %s', async (made, fault, from) => {
  const says = async (more: string) =>
    (await verdictOf(program(`${made} ${more} ${copied(from)}`), usualConstants())).status;
  expect([await says(''), await says(fault)]).toEqual(['right', 'wrong']);
});

test.each([
  // More elements than are kept one by one.
  ['Image im{1700, 1, {}}; im.p.resize(1700);', 'right'],
  ['Image im{1700, 1, {}}; im.p.resize(1700); im.p[1600] = 1;', 'depends'],
  ['Image im{1700, 1, {}}; im.p.resize(1700); im.p[16] = 2;', 'depends'],
])('%s of many elements', async (made, status) => {
  const text = program(`${made} ${copied('im.p.data()', 1700)}`, 1700);
  expect((await verdictOf(text, usualConstants())).status).toBe(status);
});

test.each([
  ['Table t; t.m[0] = 1;', 't.get()'],
  ['std::vector<Image> all(2); all[1].p.resize(32);', 'all[1].p.data()'],
  ['std::array<int, argc> h{};', 'h.data()'],
])('%s is not followed, and no contents are made up', async (made, from) => {
  const text = program(`${made} ${copied(from)}`);
  expect((await verdictOf(text, usualConstants())).status).toBe('depends');
});
