import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SARIF_PARTS } from '../src/testing/sarif-schema.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** `OVERTIME_ARCHIVE=release/overtime-1.0.0.tgz` asks for it: minutes. */
const archive = process.env.OVERTIME_ARCHIVE;

const folder = mkdtempSync(join(tmpdir(), 'packed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const overtime = join(folder, 'node_modules/.bin/overtime');
const run = promisify(execFile);
/** Runs a command in the folder, whatever it ends with. */
const ended = (...args) => spawnSync(overtime, args, { cwd: folder, encoding: 'utf8' });
const write = (name, text) => writeFileSync(join(folder, name), text);
const read = (name) => readFileSync(join(folder, name), 'utf8');

const ajv = new Ajv({ strict: false, formats: { 'uri-reference': /^[^\s\\]+$/ } });
const valid = (schema, value) => expect(ajv.validate(schema, value), ajv.errorsText()).toBe(true);

const KERNELS = `__global__ void twice(const int *a, int *o, int n) { int i = threadIdx.x; if (i < n) o[i] = a[i] + a[i]; }
__global__ void square(const int *a, int *o, int n) { int i = threadIdx.x; if (i < n) o[i] = a[i] * a[i]; }
`;
const PLAIN = `#pragma tuner value n = 3
#pragma tuner array a = 3
#pragma tuner array o = 3
#pragma tuner input a[i] = any(0, 2)
void plain(const int *a, int *o, int n) { for (int i = 0; i < n; i++) o[i] = 2 * a[i]; }
`;
const ASKED = ['k.cu', '--reference', 'plain.c:plain', '--launch', '1, 4', '--quick'];

describe.runIf(archive)('the packed archive in an empty folder', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    const words = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', [...words, resolve(root, archive)], { cwd: folder });
    write('k.cu', KERNELS);
    write('plain.c', PLAIN);
  }, 300_000);

  it('checks, in each form by its schema, and holds its certificate', () => {
    const forms = ['--json', '--sarif', 'k.sarif', '--junit', 'k.xml', '--certificate', 'k.json'];
    const { status, stdout, stderr } = ended('check', ...ASKED, ...forms);
    expect([status, stderr]).toEqual([1, '']);
    const report = JSON.parse(stdout);
    valid(JSON.parse(read('node_modules/overtime/docs/schemas/check-1.json')), report);
    expect(report.kernels.map((one) => `${one.kernel} ${one.verdict}`)).toEqual([
      'twice right',
      'square wrong',
    ]);
    const sarif = JSON.parse(read('k.sarif'));
    valid(SARIF_PARTS, sarif);
    expect(sarif.runs[0].results).toMatchObject([
      { ruleId: 'result', locations: [{ physicalLocation: { region: { startLine: 2 } } }] },
    ]);
    const xml = read('k.xml');
    expect(xml).toMatch(/^<\?xml [^>]*\?>\s*<testsuites [^>]*tests="2" failures="1" errors="0"/);
    expect(xml.match(/<testcase classname="[^"]+" name="[^"]+" time="[\d.]+"/g)).toHaveLength(2);
    const held = ended('recheck', 'k.json');
    expect([held.status, held.stderr]).toEqual([0, '']);
  });

  it('verifies, tunes, proposes and compares', () => {
    expect(ended('verify', '--kernel', 'sum', '--quick').status).toBe(0);
    const tuned = ended('tune', '--kernel', 'abstract', '--json');
    expect(JSON.parse(tuned.stdout)).toMatchObject({ status: 'proved', minTime: 584 });
    expect(ended('next', '--kernel', 'abstract', '--json').status).toBe(0);
    expect(ended('export', '--help').stdout).toContain('Usage: overtime export');
  });

  it('serves agents', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command: overtime, args: ['mcp'] }));
    const args = { text: KERNELS, reference: PLAIN, launch: '1, 4' };
    const answer = await client.callTool({
      name: 'check',
      arguments: { ...args, reference_name: 'plain', quick: true },
    });
    expect(answer.content[0].text).toContain('square is wrong');
    await client.close();
  });

  it('is a library, in its example too', () => {
    copyFileSync(join(root, 'examples/check.mjs'), join(folder, 'check.mjs'));
    const said = execFileSync(process.execPath, ['check.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(said).toMatch(/^twice wrong /);
  });

  it('is started by the module for Python', () => {
    const text = `import overtime
report = overtime.check(open('k.cu').read(), kernel='twice', reference=open('plain.c').read(), launch='1, 4', quick=True)
print(report.kernels[0].verdict)`;
    const env = { ...process.env, PYTHONPATH: join(root, 'python'), OVERTIME_COMMAND: overtime };
    const said = spawnSync('python3', ['-c', text], { cwd: folder, encoding: 'utf8', env });
    expect(said.stdout + said.stderr).toBe('right\n');
  });

  it('checks a pull request by the steps of its action', () => {
    const checkout = join(folder, 'checkout');
    mkdirSync(checkout);
    writeFileSync(join(checkout, 'k.cu'), KERNELS);
    copyFileSync(resolve(root, archive), join(checkout, basename(archive)));
    execFileSync('git', ['init', '--quiet'], { cwd: checkout });
    execFileSync('git', ['add', 'k.cu'], { cwd: checkout });
    const [output, summary] = ['output', 'summary'].map((name) => join(folder, name));
    const options = ['--launch', '1, 4', '--quick', '--state', 'value n = 3'].join('\n');
    const env = { PATH: process.env.PATH, HOME: folder, npm_config_update_notifier: 'false' };
    const inputs = { PATHS: '.', CHANGED: 'false', BASE: '', SARIF: 'k.sarif', COMMAND: '' };
    const all = {
      ...env,
      ...inputs,
      OPTIONS: options,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
    };
    const step = join(root, 'scripts/check-changed.mjs');
    const said = spawnSync(process.execPath, [step], { cwd: checkout, encoding: 'utf8', env: all });
    expect(said.stderr).toBe('');
    expect(readFileSync(output, 'utf8')).toContain('sarif=k.sarif');
    valid(SARIF_PARTS, JSON.parse(readFileSync(join(checkout, 'k.sarif'), 'utf8')));
  });
});
