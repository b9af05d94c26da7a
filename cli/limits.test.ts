import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../src/testing/commands.ts';
import { temporaryFolder } from '../src/testing/folder.ts';

const folder = temporaryFolder();
const LIMIT = 4;
/** Beside it the command starts, and ends what it is at. */
const MOST = 30;

const CUBE = `#pragma tuner local_size 8, 8, 4
#pragma tuner items 512, 512, 512
__kernel void cube(int n) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x + y + z < n) n = x;
}
`;

const doubled = Array.from({ length: 40 }, (_, i) => `#define M${i + 1}(x) M${i}(x) + M${i}(x)\n`);
const BOMB = `#define M0(x) (x)
${doubled.join('')}__kernel void k(__global int *o) { o[get_global_id(0)] = M40(1); }
`;

const HISTOGRAM = `// More than any machine counts within the limit.
#pragma tuner input num = 1000000000
#define BINS_PER_BLOCK 4096
__kernel void histo(__global const uint *bins, uint num, uint height, uint width, __global uint *histo) {
  __local uint sub[BINS_PER_BLOCK];
  for (uint i = get_local_id(0); i < BINS_PER_BLOCK; i += get_local_size(0)) sub[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint first = get_group_id(0) * BINS_PER_BLOCK;
  for (uint i = get_local_id(0); i < num; i += get_local_size(0)) {
    uint bin = bins[i];
    if (bin >= first && bin < first + BINS_PER_BLOCK) atomic_add(&sub[bin - first], 1);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < BINS_PER_BLOCK; i += get_local_size(0))
    if (first + i < height * width) {
      uint next = sub[i] + histo[first + i];
      histo[first + i] = next > 255 ? 255 : next;
    }
}
`;

const NESTED = `__kernel void k(__global int *o) {
  int s = 0;
  for (int i = 0; i < 1000000000; i++)
    for (int j = 0; j < 1000000000; j++)
      for (int m = 0; m < 1000000000; m++) s += i ^ j ^ m;
  o[get_global_id(0)] = s;
}
`;

describe('what is too large ends in its limit, with a true sentence', { timeout: 120_000 }, () => {
  it.each([
    ['many work-items', CUBE, 3, /The time limit was reached/],
    [
      'a macro that doubles',
      BOMB,
      2,
      /M40 expands further than is followed: more than 50000 words/,
    ],
    ['a histogram of many bins', HISTOGRAM, 3, /time limit was reached/],
    ['loops in loops', NESTED, 3, /time limit was reached/],
  ])('%s', (name, text, status, sentence) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.cl`);
    writeFileSync(path, text);
    const begun = performance.now();
    const said = runCommand('verify', [path, '--quick', '--timeout', `${LIMIT}`]);
    expect((performance.now() - begun) / 1000).toBeLessThan(MOST);
    expect(`${said.stdout}${said.stderr}`).toMatch(sentence);
    expect(`${said.stdout}${said.stderr}`).not.toMatch(/RangeError|\bright\b/);
    expect(said.status).toBe(status);
  });
});
