import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProtocolConnection,
  InitializeRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
/** Minutes: it builds the site twice, and fetches Node. */
const isAsked = process.env.OVERTIME_RELEASE !== undefined;
const LIMIT = 1_800_000;

const folder = mkdtempSync(join(tmpdir(), 'release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds site and release in another folder, time zone and with other rights. */
async function made(name, TZ, mask) {
  const [site, out] = [join(folder, `${name} site`), join(folder, name)];
  const env = { ...process.env, TZ, OVERTIME_DIST: site };
  const line = `umask ${mask} && node_modules/.bin/vite build --outDir "$1" --emptyOutDir && node --import tsx scripts/release.ts --out "$2"`;
  await run('sh', ['-c', line, 'sh', site, out], { cwd: root, env, maxBuffer: 2 ** 28 });
  return out;
}

const digestsOf = (out) =>
  readdirSync(out).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex'),
  ]);

describe.runIf(isAsked)('a release', () => {
  let released;
  beforeAll(async () => {
    released = await made('one', 'UTC', '022');
  }, LIMIT);

  it('has the same bytes each time', { timeout: LIMIT }, async () => {
    const digests = digestsOf(released);
    expect(digests.map(([name]) => name)).toEqual([
      'SHA256SUMS',
      expect.stringMatching(/^overtime-[\d.]+-site\.tar\.gz$/),
      expect.stringMatching(/^overtime-[\d.]+-site\.zip$/),
      expect.stringMatching(/^overtime-[\d.]+\.sbom\.cdx\.json$/),
      expect.stringMatching(/^overtime-[\d.]+\.tgz$/),
    ]);
    const [, ...others] = digests.map(([name, digest]) => `${digest}  ${name}\n`);
    expect(readFileSync(join(released, 'SHA256SUMS'), 'utf8')).toBe(others.join(''));
    expect(digestsOf(await made('two', 'Asia/Tokyo', '077'))).toEqual(digests);
  });

  it.each(['22', '24'])(
    'works in an empty folder with nothing but Node %s',
    { timeout: LIMIT },
    async (major) => {
      const tools = join(folder, `node${major}`);
      mkdirSync(tools);
      await run('npm', ['install', '--no-audit', '--no-fund', `node@${major}`], { cwd: tools });
      const bin = join(tools, 'node_modules/node/bin');
      const npm = join(execFileSync('npm', ['root', '-g'], { encoding: 'utf8' }).trim(), 'npm/bin');
      const place = join(folder, `empty ${major}`);
      mkdirSync(place);
      const within = { cwd: place, env: { PATH: bin, HOME: join(folder, `home${major}`) } };
      const { stdout: version } = await run('node', ['--version'], within);
      expect(version).toMatch(new RegExp(`^v${major}\\.`));
      const archive = readdirSync(released).find((name) => name.endsWith('.tgz'));
      // npm starts no script of it, and so needs no shell.
      const words = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
      await run('node', [join(npm, 'npm-cli.js'), ...words, join(released, archive)], within);
      const overtime = join(place, 'node_modules/.bin/overtime');

      const racy = '__kernel void k(__global int *o) { o[0] = get_global_id(0); }\n';
      writeFileSync(join(place, 'k.cl'), racy);
      await expect(run(overtime, ['check', '--json', 'k.cl'], within)).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringContaining('"race-global"'),
      });
      const tuned = await run(overtime, ['tune', '--kernel', 'abstract'], within);
      expect(tuned.stdout).toContain('proved: 584 ticks at WG 16, TS 4 or WG 16, TS 8');

      const mcp = spawn(overtime, ['mcp'], within);
      const params = {
        protocolVersion: '2025-03-26',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      };
      mcp.stdin.write(
        `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
      );
      expect(await heard(mcp, /\}\n/)).toContain('"name":"overtime"');
      mcp.stdin.end();

      const lsp = spawn(overtime, ['lsp', '--stdio'], within);
      const client = createProtocolConnection(
        new StreamMessageReader(lsp.stdout),
        new StreamMessageWriter(lsp.stdin),
      );
      client.listen();
      const asked = { processId: null, rootUri: null, capabilities: {} };
      expect(await client.sendRequest(InitializeRequest.type, asked)).toMatchObject({
        serverInfo: { name: 'overtime' },
      });
      lsp.kill();

      const site = spawn(overtime, ['--no-open', '--port', '0'], within);
      const [address] = /http:\S+/.exec(await heard(site, /http:\S+/));
      const page = await fetch(address);
      expect(await page.text()).toContain('<title>Overtime');
      expect((await fetch(`${address}sbom.cdx.json`)).status).toBe(200);
      site.kill();
    },
  );
});

/** What a program prints, up to something. */
const heard = (child, what) =>
  new Promise((found, failed) => {
    let text = '';
    child.stdout.on('data', (bytes) => {
      text += String(bytes);
      if (what.test(text)) found(text);
    });
    child.on('exit', () => failed(new Error(`it ended with ${text}`)));
  });
