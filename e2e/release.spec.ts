import { execFile, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build, preview } from 'vite';
import { ABSTRACT, expect, test, Workbench } from './site.ts';

const PROJECT = resolve(import.meta.dirname, '..');

/** A PATH with Node, npm and npm's shell alone. */
function poorPath(folder: string): string {
  mkdirSync(folder);
  for (const name of ['node', 'npm', 'sh']) {
    const found = (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((each) => join(each, name))
      .find((path) => existsSync(path));
    if (found === undefined) throw new Error(`${name} was not found`);
    symlinkSync(realpathSync(found), join(folder, name));
  }
  return folder;
}

/** The example of a page with the library, built by a bundler where the package is, and served. */
async function examplePage(place: string) {
  copyFileSync(join(PROJECT, 'examples/page.html'), join(place, 'index.html'));
  const shared = { root: place, configFile: false, logLevel: 'error' } as const;
  await build({ ...shared, build: { target: 'es2022' } });
  return preview({ ...shared, preview: { host: '127.0.0.1', port: 0 } });
}

// A page that is used again asks on for what its server had.
test.use({ reuseContext: false });

test('the package is installed where there is no compiler, tunes, serves the page, and is a library of a page', async ({
  page,
  faults,
}) => {
  test.setTimeout(400_000);
  const folder = mkdtempSync(join(tmpdir(), 'overtime-release-'));
  const run = promisify(execFile);
  try {
    const released = join(folder, 'released');
    const make = ['--import', 'tsx', 'scripts/release.ts', '--package', '--out', released];
    await run(process.execPath, make, { cwd: PROJECT });
    const [tarball = ''] = readdirSync(released);
    const place = join(folder, 'empty');
    mkdirSync(place);
    const env = { PATH: poorPath(join(folder, 'bin')), HOME: join(folder, 'home') };
    for (const missing of ['emcc', 'spin', 'gcc', 'tsx'])
      expect(spawnSync(missing, { env }).error).toMatchObject({ code: 'ENOENT' });
    const inPlace = { cwd: place, env };
    // Nothing is fetched either.
    const npm = ['install', '--offline', '--no-audit', '--no-fund', join(released, tarball)];
    await run('npm', npm, inPlace);
    const overtime = join(place, 'node_modules/.bin/overtime');

    const example = await run(overtime, ['tune', '--kernel', 'abstract'], inPlace);
    expect(example.stdout).toContain('proved: 584 ticks at WG 16, TS 4 or WG 16, TS 8');
    // Unlike any example: needs the package's compiler.
    const own = ABSTRACT.replace(
      'R_g[h(idx_g, size)] = result;',
      '$& barrier(CLK_LOCAL_MEM_FENCE);',
    );
    writeFileSync(join(place, 'own.cl'), own);
    const compiled = await run(overtime, ['tune', '--kernel', './own.cl'], inPlace);
    expect(compiled.stderr).toContain('Compiling the verifier');
    expect(compiled.stdout).toMatch(/^proved: \d+ ticks/);
    const { stdout: help } = await run(overtime, ['verify', '--help'], inPlace);
    expect(help).toContain('Usage: overtime verify');

    const server = spawn(overtime, ['--no-open', '--port', '0'], inPlace);
    try {
      const address = await new Promise<string>((found) => {
        server.stdout.on('data', (text: Buffer) => {
          const said = /http:\S+/.exec(text.toString())?.[0];
          if (said !== undefined) found(said);
        });
      });
      const leaveFor = async (other: string): Promise<void> => {
        // It is not these tests' own site.
        faults.expect(new RegExp(`^request to ${new URL(other).origin}/`));
        await page.goto(other);
      };
      await leaveFor(address);
      const site = new Workbench(page);
      await expect(site.status).toHaveText('proved');
      const terms = await page.request.get(new URL('THIRD-PARTY-NOTICES.txt', address).href);
      expect(await terms.text()).toMatch(/SPIN[\s\S]*LLVM/i);

      const served = await examplePage(place);
      try {
        await leaveFor(served.resolvedUrls?.local[0] ?? '');
        await expect(page.locator('#answer')).toHaveText(/^right; proved: \d+ ticks$/);
      } finally {
        await page.goto('about:blank');
        await served.close();
      }
    } finally {
      // Its background requests would be refused.
      await page.close();
      server.kill();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
