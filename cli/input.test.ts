import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../src/testing/commands.ts';
import { temporaryFolder } from '../src/testing/folder.ts';

const folder = temporaryFolder();
mkdirSync(join(folder, 'include'));
writeFileSync(join(folder, 'include', 'store.h'), '#define STORE(j) a[i + (j)] = ONE\n');
writeFileSync(join(folder, 'one.h'), '#define ONE 1\n');
const path = join(folder, 'two.opencl');
writeFileSync(
  path,
  `#pragma tuner param WG = {4}
#include "store.h"
#include "one.h"
__kernel void first(__global int *a) { a[0] = 1; }
__kernel void second(__global int *a) {
  int i = get_global_id(0);
  for (int j = 0; j < N; ++j) STORE(j);
}
`,
);

function tune(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return runCommand('tune', ['--kernel', path, ...args]);
}

const platform = '--semantics opencl --size 16 --np 4 --nu 1 --nd 1 --gmt 5 --dt 1'.split(' ');

describe('a kernel text', () => {
  it('may have several kernels, include others, and need macros', { timeout: 60_000 }, () => {
    const chosen = ['--kernel-name', 'second', '-I', join(folder, 'include'), '-D', 'N=7'];
    const { status, stdout, stderr } = tune(...chosen, ...platform, '--method', 'sweep', '--json');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    // Four groups in turn, each dispatched in a tick; their items store seven times at once.
    expect(JSON.parse(stdout)).toMatchObject({
      minTime: 4 * (1 + 7 * 5),
      optima: [{ WG: 4 }],
      diagnostics: [],
    });
  });

  it('says which kernel it has taken, and which there are', { timeout: 60_000 }, () => {
    const strict = tune('--strict', '-I', join(folder, 'include'));
    expect(strict.status).toBe(2);
    expect(strict.stderr).toMatch(/two\.opencl:4:15: warning: .*first, the first.*not second/);
    const wrong = tune('--kernel-name', 'third', '-I', join(folder, 'include'));
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toMatch(/no kernel named third in this text\. There is first, second\./);
  });

  it.each([
    { args: ['-D', '1X=3'], says: "-D takes NAME or NAME=VALUE; it is '1X=3'" },
    { args: [], says: 'This file is not found' },
  ])('is refused with $says', { timeout: 60_000 }, ({ args, says }) => {
    const { status, stderr } = tune(...args, '--strict');
    expect(status).toBe(2);
    expect(stderr).toContain(says);
  });
});
