import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../src/testing/folder.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = temporaryFolder();

/** In a process of its own, as for a user. */
const run = (script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

describe('every command ends bad input in one line and with status 2', () => {
  const NOWHERE = { OVERTIME_DIST: join(folder, 'nowhere') };
  const cases: [string, string[], NodeJS.ProcessEnv, RegExp][] = [
    [
      'cli/bench.ts',
      ['--only', 'nothing'],
      {},
      /^bench: there is no part nothing; there are native/,
    ],
    ['cli/bench.ts', ['--only'], {}, /--only/],
    ['cli/bench.ts', ['quick'], {}, /quick/],
    ['cli/bench.ts', ['--only', 'interactive', '--quick'], NOWHERE, /OVERTIME_DIST/],
    ['scripts/measure-page.ts', ['--all'], {}, /--all/],
    ['scripts/measure-page.ts', [], NOWHERE, /OVERTIME_DIST/],
    ['scripts/measure-trace.ts', ['--all'], {}, /--all/],
    ['scripts/measure-trace.ts', [], { OVERTIME_SETTLE: 'soon' }, /OVERTIME_SETTLE/],
    ['scripts/screenshots.ts', ['dark'], {}, /dark/],
    ['scripts/screenshots.ts', [], NOWHERE, /OVERTIME_DIST/],
    ['scripts/build-verifiers.ts', ['--all'], {}, /--all/],
  ];
  it.each(cases)('%s %j %j', { timeout: 30_000 }, (script, args, env, message) => {
    const { status, stdout, stderr } = run(script, args, env);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^[\w:-]+: [^\n]+\n$/);
    expect(status).toBe(2);
  });
});

describe('a fresh clone', () => {
  /** The unbuilt project, with `tools` for a build script. */
  function clone(name: string, tools: string): string {
    const root = join(folder, name);
    mkdirSync(join(root, 'wasm'), { recursive: true });
    for (const part of ['cli', 'src', 'examples', 'vite.config.ts'])
      cpSync(join(project, part), join(root, part), { recursive: true });
    symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
    writeFileSync(join(root, 'tools.mjs'), tools);
    const scripts = { tools: 'node tools.mjs' };
    const { imports } = JSON.parse(
      readFileSync(join(project, 'package.json'), 'utf8'),
    ) as object & { imports: unknown };
    writeFileSync(
      join(root, 'package.json'),
      JSON.stringify({ type: 'module', version: '1.0.0', imports, scripts }),
    );
    return join(root, 'cli/tune.ts');
  }

  it(
    'has its tools built when it first tunes, and says so beside the answer',
    { timeout: 120_000 },
    () => {
      const build = join(project, 'wasm/build');
      const tools = `import { symlinkSync } from 'node:fs';
      console.log('made');
      symlinkSync(${JSON.stringify(build)}, 'wasm/build');`;
      const { status, stdout, stderr } = run(clone('whole', tools), ['--size', '8', '--json']);
      expect(stderr).toMatch(/^Building SPIN .*npm run tools.*\nmade\n$/);
      expect(JSON.parse(stdout)).toMatchObject({ status: 'proved', minTime: 44 });
      expect(status).toBe(0);
    },
  );

  it('says so where they cannot be built, after its input was read', { timeout: 60_000 }, () => {
    const script = clone('broken', 'process.exit(3);');
    const failed = run(script, ['--json']);
    expect(failed.stderr).toMatch(/^Building SPIN [^\n]+\ntune: npm run tools failed[^\n]+\n$/);
    expect([failed.stdout, failed.status]).toEqual(['', 2]);
    expect(run(script, ['--kernel', 'nothing']).stderr).toMatch(/^tune: there is no example/);
  });
});
