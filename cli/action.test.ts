import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { beforeAll, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../src/testing/folder.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const actionSchema = v.object({
  inputs: v.record(v.string(), v.object({ description: v.string(), default: v.string() })),
  runs: v.object({
    using: v.literal('composite'),
    steps: v.array(
      v.object({
        shell: v.literal('bash'),
        run: v.string(),
        env: v.record(v.string(), v.string()),
      }),
    ),
  }),
});
const action = v.parse(actionSchema, parse(readFileSync(join(project, 'action.yml'), 'utf8')));

const folder = temporaryFolder();
const checkout = join(folder, 'checkout');
const git = (...args: string[]): string =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: checkout,
    encoding: 'utf8',
  }).stdout.trim();
const write = (path: string, text: string): void => writeFileSync(join(checkout, path), text);
const kernel = (body: string): string =>
  `__kernel void k(__global int *a, __global int *o) { ${body} }\n`;

let base = '';
beforeAll(() => {
  mkdirSync(join(checkout, 'src'), { recursive: true });
  git('init', '--quiet');
  write('src/old, one.cl', kernel('o[0] = a[get_global_id(0)];'));
  write('README.md', 'nothing');
  git('add', '.');
  git('commit', '--quiet', '-m', 'before');
  base = git('rev-parse', 'HEAD');
  write('src/good.cl', kernel('o[get_global_id(0)] = a[get_global_id(0)];'));
  write('README.md', 'something');
  git('add', '.');
  git('commit', '--quiet', '-m', 'after');
});

/** Runs the steps as a runner does, in the checkout. */
function steps(given: Readonly<Record<string, string>>) {
  const file = (name: string): string => join(folder, name);
  for (const name of ['output', 'summary']) writeFileSync(file(name), '');
  const inputs: Record<string, string> = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, one]) => [name, one.default])),
    options: '--quick\n--size\n8\n--WG=4',
    command: `${process.execPath}\n${join(inject('commands'), 'cli/overtime.js')}`,
    ...given,
  };
  const filled = (text: string): string =>
    text.replaceAll(/\$\{\{ (?:inputs\.(\w+)|github\.action_path) \}\}/g, (_, name?: string) =>
      name === undefined ? project : (inputs[name] ?? ''),
    );
  const ran = action.runs.steps.map(({ run, env }) =>
    spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: checkout,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        GITHUB_OUTPUT: file('output'),
        GITHUB_STEP_SUMMARY: file('summary'),
        ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filled(text)])),
      },
    }),
  );
  const text = (name: string): string => readFileSync(file(name), 'utf8');
  const said = ran.map(({ stdout, stderr }) => stdout + stderr).join('');
  return { status: ran[0]?.status, said, output: text('output'), summary: text('summary') };
}

it('the action checks what changed, and says what is wrong beside its line', () => {
  const changed = steps({ base });
  expect(changed.said).toBe('');
  expect(changed.status).toBe(0);
  expect(changed.output).toBe('accepted=true\nsarif=overtime.sarif\n');
  expect(changed.summary).toContain('| src/good.cl:1 | k | right |');
  expect(changed.summary).not.toContain('old');
  expect(existsSync(join(checkout, 'overtime.sarif'))).toBe(true);

  const all = steps({ base: '0000000000000000000000000000000000000000' });
  expect(all.status).toBe(1);
  expect(all.said).toContain('all kernels are checked');
  expect(all.said).toContain('::error file=src/old%2C one.cl,line=1,col=');
  expect(all.summary).toMatch(/old, one\.cl:1 \| k \| wrong \| race-global: /);
  expect(all.output).toContain('accepted=false');
});

it('has nothing to check where no kernel changed, and fails where it cannot', () => {
  const none = steps({ base: git('rev-parse', 'HEAD') });
  expect([none.status, none.output]).toEqual([0, 'accepted=true\n']);
  const broken = steps({ changed: 'false', options: '--unknown' });
  expect(broken.status).toBe(2);
  expect(broken.said).toContain('::error::overtime check gave no report: status 2');
});
