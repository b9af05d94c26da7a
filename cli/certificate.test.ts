import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { allHold, type Check } from '../src/checker/index.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import { changes } from '../src/testing/changed-fields.ts';
import { runCommand } from '../src/testing/commands.ts';
import { readCertificate } from './certificate.ts';
import { hasTool } from './native-check.ts';
import { recheckCertificate } from './recheck-certificate.ts';
import { isLong } from '../src/testing/amounts.ts';

const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
const toolchain = await createNodeToolchain();
afterAll(() => {
  toolchain.dispose();
  rmSync(folder, { recursive: true });
});
const parser = await createNodeKernelParser();

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const kernel = (body: string): string => `#include "half.h"
#pragma tuner param WG = {2}
__kernel void twice(__global int *a, __global int *o) { int i = get_global_id(0); ${body} }
`;

/** Two kernels of a header, one of them wrong, and the way that their certificate is made. */
function certified(): { readonly text: string; readonly paths: readonly string[] } {
  file('half.h', '#define HALF 2\n');
  const paths = [
    file('good.cl', kernel('o[i] = a[i] * HALF;')),
    file('bad.cl', kernel('o[i] = a[i] << (a[i] > 0 ? 1 : HALF);')),
  ];
  const reference = file(
    'plain.c',
    `#pragma tuner array a = size
#pragma tuner array o = size
#pragma tuner input a[i] = any(0, 2)
void plain(const int *a, int *o) { for (int i = 0; i < 4; i++) o[i] = a[i] + a[i]; }
`,
  );
  const races = file('races.cl', kernel('o[0] = a[i];'));
  const options = ['--reference', reference, '--size', '4', '--certificate', '-'];
  const { stdout, status, stderr } = runCommand('check', [...paths, races, ...options]);
  expect([status, stderr]).toEqual([1, '']);
  return { text: stdout, paths };
}

/** The first thing that does not hold; nothing where all does. */
async function faultIn(json: unknown): Promise<string | undefined> {
  const read = readCertificate(json);
  if (typeof read !== 'object') return read ?? 'it is no certificate';
  const checks: Check[] = [];
  for await (const check of recheckCertificate(read, { parser, toolchain, isNative: false })) {
    if (check.holds === false) return check.words;
    checks.push(check);
  }
  return allHold(checks) ? undefined : 'nothing was decided';
}

/** One in so many changes is tried; all with `OVERTIME_RUNS`. */
const EVERY = isLong ? 1 : 7;
/** Nothing can be held against it. */
const REMARK = /(?:^|\.)seconds$/;

it('holds, natively too, and not with any field changed', { timeout: 600_000 }, async () => {
  const { text, paths } = certified();
  const path = file('kernels.json', text);
  const isNative = hasTool('spin') && hasTool('gcc');
  const { stdout, status } = runCommand('recheck', [path, ...(isNative ? ['--native'] : [])]);
  expect(stdout).toMatch(/good\.cl:3: twice is right again, SPIN with \d+ states/);
  if (isNative) expect(stdout).toMatch(/Natively the search of twice has \d+ states/);
  expect([status, stdout.endsWith('It holds.\n')]).toEqual([0, true]);

  let tried = 0;
  const unnoticed: string[] = [];
  for (const [at, changed] of changes(JSON.parse(text))) {
    if (REMARK.test(at) && !at.startsWith('question.')) continue;
    tried += 1;
    if (tried % EVERY !== 0) continue;
    if ((await faultIn(changed)) === undefined) unnoticed.push(at);
  }
  expect(unnoticed).toEqual([]);
  expect(tried).toBeGreaterThan(150);

  writeFileSync(paths[0] ?? '', kernel('o[i] = 2 * a[i];'));
  const other = runCommand('recheck', [path, '--json']);
  expect(JSON.parse(other.stdout)).toMatchObject({ holds: false });
  expect(other.status).toBe(1);
  const cut = file('cut.json', text.replace('"included"', '"excluded"'));
  expect(runCommand('recheck', [cut]).stderr).toMatch(/^recheck: .*the certificate is damaged at /);
});
