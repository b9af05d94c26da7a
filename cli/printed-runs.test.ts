import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../src/testing/commands.ts';
import { temporaryFolder } from '../src/testing/folder.ts';

const folder = temporaryFolder();

const spin = (...args: readonly string[]): string =>
  execFileSync(process.env['OVERTIME_SPIN'] ?? 'spin', args, { cwd: folder, encoding: 'utf8' });

const printed = (...args: readonly string[]): readonly string[] => {
  const { stdout, stderr, status } = runCommand('verify', args);
  if (status === 2) throw new Error(stderr);
  return stdout.split('\n');
};

const MODEL = join(folder, 'model.pml');
copyFileSync('src/testing/promela/alternating-bit.pml', MODEL);

/** Number, kind of process, line and statement of each step. */
const steps = (lines: readonly string[], form: RegExp): readonly (readonly string[])[] =>
  lines.flatMap((line) => {
    const [, ...found] = form.exec(line) ?? [];
    return found.length === 0 ? [] : [found];
  });
const OURS = /^ +(\d+) {2}(\w+).*? {2}line (\d+) {2}(.*?)(?: {2}\[.* = .*\])?$/;
const THEIRS = /^ *(\d+):\tproc +\d+ \((\w+):\d+\) \S+:(\d+) \(state \d+\)\t\[(.*)\]/;

/** Who sends or receives what: empty columns before it are points. */
const messages = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => {
    const [, before = '', message] = /^((?:[\d ]|\. )*)(\w+[!?]\S+)/.exec(line) ?? [];
    return message === undefined ? [] : [`${before.split('.').length} ${message}`];
  });

it('a random run is that of native SPIN with the seed, step by step and by its messages', () => {
  const native = spin('-n7', '-p', '-u2000', 'model.pml').split('\n');
  const words = ['--promela', MODEL, '--simulate', '7', '--steps', '2000'];
  const ours = steps(printed(...words), OURS);
  expect(ours.length).toBe(2000);
  expect(ours).toEqual(steps(native, THEIRS));

  const theirs = messages(spin('-n7', '-c', '-u2000', 'model.pml').split('\n'));
  expect(theirs.length).toBeGreaterThan(100);
  expect(messages(printed(...words, '--msc'))).toEqual(theirs);
});

it('a trail that native pan wrote is followed, and one of ours natively', () => {
  const text = `byte n; chan c = [1] of { byte };
active [2] proctype p() { byte v; do :: n < 3 -> c!n; c?v; n++ :: else -> break od; assert(n < 4) }
`;
  writeFileSync(join(folder, 'breaks.pml'), text);
  spin('-a', 'breaks.pml');
  execFileSync('gcc', ['-w', '-O0', '-DREACH', '-o', 'pan', 'pan.c'], { cwd: folder });
  execFileSync('./pan', ['-i'], { cwd: folder });
  const native = steps(spin('-t', '-p', 'breaks.pml').split('\n'), THEIRS);
  const model = ['--promela', join(folder, 'breaks.pml')];
  const follow = ['--follow', join(folder, 'breaks.pml.trail')];
  expect(native.length).toBeGreaterThan(5);
  expect(steps(printed(...model, ...follow), OURS)).toEqual(native);

  const ours = steps(printed(...model, '--trail', join(folder, 'ours.trail')), OURS);
  const theirs = spin('-t', '-k', 'ours.trail', '-p', 'breaks.pml').split('\n');
  expect(ours).toEqual(steps(theirs, THEIRS));
});
