import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../src/testing/commands.ts';
import { SARIF_PARTS } from '../src/testing/sarif-schema.ts';
import { readCheckArguments } from './check-arguments.ts';
import type { CheckReport } from './check-answer.ts';
import { createCheckPool } from './check-pool.ts';
import { temporaryFolder } from '../src/testing/folder.ts';

const folder = temporaryFolder();

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
};

const PARAMETERS = '(__global int *a, __global int *o)';
const kernel = (name: string, body: string): string =>
  `__kernel void ${name}${PARAMETERS} { int i = get_global_id(0); ${body} }\n`;
const REFERENCE = `#pragma tuner array a = 8
#pragma tuner array o = 8
#pragma tuner input a[i] = any(0, 1)
int two(void) { return 2; }
void plain${PARAMETERS} { for (int i = 0; i < 8; i++) o[i] = two() * a[i]; }
`;

const SCHEMA = new URL('../docs/schemas/check-1.json', import.meta.url);
const ajv = new Ajv({ strict: false, formats: { 'uri-reference': /^[^\s\\]+$/ } });
const isReport = ajv.compile<CheckReport>(JSON.parse(readFileSync(SCHEMA, 'utf8')));
const isSarif = ajv.compile<{
  runs: { results: { ruleId: string; level: string; locations: unknown[] }[] }[];
}>(SARIF_PARTS);

function reportOf(text: string): CheckReport {
  const report: unknown = JSON.parse(text);
  if (isReport(report)) return report;
  throw new Error(ajv.errorsText(isReport.errors));
}

describe('the command that checks many kernels', { timeout: 240_000 }, () => {
  it('takes all launches of a host as one question', () => {
    const path = file(
      'launches.cu',
      '__global__ void a(int *x) { x[threadIdx.x] = 1; }\n__global__ void b(int *x) { x[0] = threadIdx.x; }\n' +
        'int main() { int *x; cudaMalloc(&x, 16); a<<<1, 4>>>(x); b<<<1, 4>>>(x); }\n',
    );
    const { status, stdout } = runCommand('check', [path, '--quick', '--all-launches', '--json']);
    expect(status).toBe(1);
    const [only, another] = reportOf(stdout).kernels;
    expect(another).toBeUndefined();
    expect(only?.launches?.map((each) => `${each.kernel} ${each.status} ${each.line}`)).toEqual([
      'a right 3',
      'b wrong 3',
    ]);
  });

  it('takes one launch of several, by its line', () => {
    const path = file(
      'two.cu',
      '__global__ void k(int *x, int n) { if (threadIdx.x <= n) x[threadIdx.x] = 1; }\n' +
        'int main() { int *x, *y; cudaMalloc(&x, 36); cudaMalloc(&y, 32);\nk<<<1, 16>>>(x, 8);\nk<<<1, 16>>>(y, 8); }\n',
    );
    const verdictAt = (line: number) => {
      const said = runCommand('check', [path, '--quick', '--launch-line', String(line), '--json']);
      const [only] = reportOf(said.stdout).kernels;
      return { verdict: only?.verdict, reason: only?.reason };
    };
    expect(verdictAt(3).verdict).toBe('right');
    expect(verdictAt(4).verdict).toBe('wrong');
    expect(verdictAt(2).reason).toContain('launches are in lines 3, 4');
  });

  it('says of each what it is, in every form, against a reference', () => {
    const kernels = join(folder, 'kernels');
    file(
      'kernels/deep/good.cl',
      `${kernel('k', 'o[i] = a[i] << 1;')}${kernel('races', 'o[0] = a[i];')}`,
    );
    file('kernels/other.cl', kernel('other', 'o[i] = i == 7 ? 2 : a[i] * 2;'));
    file('kernels/broken.cl', '__kernel void broken(__global int *a { }\n');
    file('kernels/notes.txt', 'nothing');
    const reference = file('plain.c', REFERENCE);
    const [sarif, junit] = [join(folder, 'out.sarif'), join(folder, 'out.xml')];
    const options = ['--quick', '--size', '8', '--WG', '4', '--reference', `${reference}:plain`];
    const { status, stdout, stderr } = runCommand('check', [
      kernels,
      ...options,
      '--json',
      '--sarif',
      sarif,
      '--junit',
      junit,
    ]);
    expect(stderr).toBe('');
    expect(status).toBe(1);
    const report = reportOf(stdout);
    expect(report.kernels.map((one) => `${one.kernel} ${one.verdict} ${one.accepted}`)).toEqual([
      'undefined refused false',
      'k right true',
      'races wrong false',
      'other wrong false',
    ]);
    expect(report.summary).toMatchObject({ right: 1, wrong: 2, refused: 1, limit: 0 });
    const [broken, , races, other] = report.kernels;
    expect(broken?.reason).toMatch(/broken\.cl:1:\d+: .*never closed/);
    expect(races?.findings.map(({ kind }) => kind)).toContain('race-global');
    // Its claim stands in no file of the caller's: the kernel's own place is told.
    expect(other?.findings).toMatchObject([
      { kind: 'result', line: 1, message: expect.stringMatching(/o\[7\] = 2.*where a is 0/) },
    ]);
    const written: unknown = JSON.parse(readFileSync(sarif, 'utf8'));
    expect(isSarif(written), ajv.errorsText(isSarif.errors)).toBe(true);
    const rules = isSarif(written) ? written.runs[0]?.results.map(({ ruleId }) => ruleId) : [];
    expect(rules).toEqual(expect.arrayContaining(['refused', 'race-global', 'result']));
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('<testsuites name="overtime" tests="4" failures="2" errors="1"');
    expect(xml.match(/<testcase /g)).toHaveLength(4);
    expect(xml).toMatch(/<failure type="wrong" message="wrong">[^<]*race-global/);
  });

  it('reads standard input, and lets nothing pass that was not allowed', () => {
    const text = kernel('k', 'o[i] = a[i] / a[i + 1];');
    const options = ['-', '--quick', '--size', '4', '--WG', '4'];
    const open = runCommand('check', options, text);
    expect(open.stdout).toMatch(/^-:1: k (?!right \()/m);
    expect(open.status).not.toBe(0);
    const right = kernel('k', 'if (i < 3) o[i] = a[i];');
    const stated = ['--state', 'array a = 3', '--state', '#pragma tuner array o = 4'];
    expect(runCommand('check', [...options, ...stated], right).status).toBe(0);
    // The text may not say so itself.
    const own = `#pragma tuner array a = 64\n${kernel('k', 'o[i] = a[i + 4];')}`;
    expect(runCommand('check', options, own).status).toBe(0);
    const distrusted = ['--distrust', '--state', 'array a = 4', '--json'];
    const report = reportOf(runCommand('check', [...options, ...distrusted], own).stdout);
    expect(report.kernels).toMatchObject([{ verdict: 'wrong', stated: [] }]);
  });

  it('says which limit was reached, and of a reference why it does not fit', () => {
    const reference = file('plain.c', REFERENCE.replaceAll('8', '16'));
    const path = file('k.cl', kernel('k', 'o[i] = a[i] * 2;'));
    const options = [path, '--quick', '--json', '--timeout', '0.2'];
    const { status, stdout } = runCommand('check', [...options, '--reference', reference]);
    expect(status).toBe(3);
    const [late] = reportOf(stdout).kernels;
    expect(late).toMatchObject({ verdict: 'limit', reason: 'The time limit was reached.' });
    const allowed = ['--reference', reference, '--allow', 'limit'];
    expect(runCommand('check', [...options, ...allowed]).status).toBe(0);
    const wrong = runCommand('check', [...options, '--reference', `${reference}:none`]);
    expect(reportOf(wrong.stdout).kernels).toMatchObject([
      {
        verdict: 'refused',
        reason: expect.stringMatching(/has no function none; it has two, plain$/),
        diagnostics: [{ code: 'no-reference', line: 1 }],
      },
    ]);
  });

  it('a thread that has no memory left is an answer', async () => {
    const pool = createCheckPool(1, 4);
    const { signal } = new AbortController();
    const ran = await pool.run(() => new Promise(() => undefined), 60, signal);
    expect(ran).toEqual({ ended: { by: 'memory' } });
    const controller = new AbortController();
    controller.abort();
    await expect(pool.run(() => Promise.resolve(1), 60, controller.signal)).rejects.toThrow(
      'cancelled',
    );
    pool.dispose();
  });
});

it.each<[string[], RegExp]>([
  [[], /name what to check/],
  [['-', '--allow', 'wrong'], /--allow takes some of conditions, depends, not-checked, limit/],
  [['-', '--tolerance', '0.1'], /--tolerance is for --reference/],
  [['-', '--reference', 'nowhere.c'], /there is no file nowhere\.c/],
  [['-', '--state', 'a\nb'], /--state takes one line/],
  [['-', '--json', '--sarif', '-'], /standard output takes one report/],
  [['-', '--jobs', '0'], /--jobs must be a whole number/],
  [['-', '--unknown'], /--unknown/],
])('%j is bad input', (args, message) => {
  expect(() => readCheckArguments(args)).toThrow(message);
});
