import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../src/testing/commands.ts';
import { readBuildOptions, setsFor } from './build-options.ts';
import { openChecker, tune } from './library.ts';
import { temporaryFolder, writingInto } from '../src/testing/folder.ts';

const folder = temporaryFolder();
const file = writingInto(folder);

const read = (options: string) => readBuildOptions({ options: [options] })[0];
const readFrom = (name: string, text: string) =>
  readBuildOptions({ 'options-file': [file(name, text)] });

describe('what a host gives to the compiler', () => {
  it('is parted as a shell does', () => {
    expect(
      read(`-DTS=16 -D WIDTH=4 '-DTYPE=unsigned int' -DS="a b" -DF\\(x\\)=x -I inc -Iother`),
    ).toEqual({
      words: '-DTS=16 -DWIDTH=4 -DTYPE=unsigned int -DS=a b -DF(x)=x -Iinc -Iother',
      defines: { TS: '16', WIDTH: '4', TYPE: 'unsigned int', S: 'a b', 'F(x)': 'x' },
      folders: ['inc', 'other'],
      ignored: [],
    });
    expect(read('-DA -DB=1 -DB=2 -UA -cl-std=CL2.0 -w')).toMatchObject({
      defines: { B: '2' },
      ignored: ['-cl-std=CL2.0', '-w'],
    });
  });

  it('is said to be wrong with its place', () => {
    const wrong = [
      ['-D', /^--options: -D has no value/],
      ['-D 1x', /^--options: -D takes NAME/],
      ['TS=16', /^--options: an option begins with -/],
      ['-DS="a', /^--options: a " is never closed/],
    ] as const;
    for (const [text, said] of wrong) expect(() => read(text), text).toThrow(said);
    expect(() => readFrom('a.txt', '\n-DA\nB\n')).toThrow(/line 3: an option begins/);
    expect(() => readFrom('a.txt', '# none\n')).toThrow(/no line of options/);
    expect(() => readFrom('a.json', '[{]')).toThrow(/is no JSON/);
    expect(() => readFrom('a.json', '[{"file": 1}]')).toThrow(/is no compile_commands/);
    expect(() => readFrom('a.json', '[{"file": "k.cl"}]')).toThrow(/entry 1 has neither/);
    expect(() =>
      readFrom('many.txt', Array.from({ length: 300 }, (_, i) => `-DA=${i}`).join('\n')),
    ).toThrow(/there are 300 sets of options, and 256 are the most/);
    expect(() => readFrom('large.txt', '-DA\n'.repeat(2 ** 21))).toThrow(/larger than 4 MB/);
  });

  it('comes in lines, each set once', () => {
    const sets = readFrom('sets.txt', '# two\n-DA=1\n\n-DA=2 -cl-mad-enable\n-DA=1\n');
    expect(sets.map(({ words }) => words)).toEqual(['-DA=1', '-DA=2']);
  });

  it('comes from the commands of a build', () => {
    const commands = JSON.stringify([
      { directory: '/b', file: 'k.cl', command: 'clang -x cl -DTS=8 -Iinc -c k.cl -o k.bc' },
      { directory: '/b', file: '/b/k.cl', arguments: ['clang', '-D', 'TS=16', 'k.cl'] },
      { directory: '/b', file: 'other.cl', command: 'clang -DX other.cl' },
    ]);
    const sets = readFrom('compile_commands.json', commands);
    expect(setsFor(sets, '/b/k.cl').map(({ words, folders }) => [words, folders])).toEqual([
      ['-DTS=8 -Iinc', [resolve('/b/inc')]],
      ['-DTS=16', []],
    ]);
    // The file elsewhere is the same by its name.
    expect(setsFor(sets, '/elsewhere/k.cl')).toHaveLength(2);
    expect(() => setsFor(sets, 'third.cl')).toThrow(/no command for third.cl.* k.cl, other.cl/);
  });
});

const KERNEL = `#pragma tuner items 8
#pragma tuner local_size 4
#pragma tuner array R = 8
__kernel void one(__global int *R) { R[get_global_id(0) + SHIFT] = 1; }
`;

describe('the commands with sets of options', { timeout: 120_000 }, () => {
  const kernel = file('shift.cl', KERNEL);
  const sets = file('shift.txt', '-DSHIFT=0\n-DSHIFT=1 -cl-mad-enable\n');

  it('verify names each set in its verdict', () => {
    const words = ['--kernel', kernel, '--quick'];
    const { status, stdout } = runCommand('verify', [...words, '--options-file', sets, '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'wrong',
      sets: [
        { options: '-DSHIFT=0', status: 'right' },
        {
          options: '-DSHIFT=1',
          status: 'wrong',
          remark: 'These options change nothing here: -cl-mad-enable.',
          findings: [{ kind: 'bounds' }],
        },
      ],
    });
    const one = runCommand('verify', [...words, '--options', '-DSHIFT=0']);
    expect(one.status).toBe(0);
    expect(one.stdout).toMatch(/^-DSHIFT=0: right/m);
    const bad = runCommand('verify', [...words, '--options', 'SHIFT']);
    expect(bad.status).toBe(2);
    expect(bad.stderr).toMatch(/^verify: --options: an option begins with -; it is 'SHIFT'$/m);
  });

  it('check does so for each kernel of a file', () => {
    const { status, stdout } = runCommand('check', [
      kernel,
      '--quick',
      '--json',
      '--options-file',
      sets,
    ]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout).kernels).toMatchObject([
      { kernel: 'one', options: '-DSHIFT=0', verdict: 'right' },
      { kernel: 'one', options: '-DSHIFT=1', verdict: 'wrong' },
    ]);
  });

  it('tune answers for each, and a parameter has the value of the host', () => {
    const text = `#pragma tuner param WG = {2, 4}
__kernel void k(__global int *R) { for (int i = 0; i < N; ++i) R[get_global_id(0)] += i; }
`;
    const path = file('rounds.cl', text);
    const given = file('rounds.txt', '-DN=1 -DWG=2\n-DN=3\n');
    const { status, stdout } = runCommand('tune', [
      '--kernel',
      path,
      '--options-file',
      given,
      '--json',
      '--method',
      'sweep',
    ]);
    expect(status).toBe(0);
    const alone = [1, 3].map((n) => {
      const own = file(
        `rounds${n}.cl`,
        text.replace('N;', `${n};`).replace('{2, 4}', n === 1 ? '{2}' : '{2, 4}'),
      );
      return JSON.parse(
        runCommand('tune', ['--kernel', own, '--json', '--method', 'sweep']).stdout,
      );
    });
    expect(JSON.parse(stdout).sets).toMatchObject(
      alone.map(({ minTime, optima, status: proved }, at) => ({
        options: ['-DN=1 -DWG=2', '-DN=3'][at],
        minTime,
        optima,
        status: proved,
      })),
    );
    expect(alone[0].optima).toEqual([{ WG: 2 }]);
  });

  it('--suggest, --robust and --fix read the text as one set has it', () => {
    const text = `#pragma tuner param WG = {2, 4}
__kernel void k(__global int *R) { for (int i = 0; i < N; ++i) R[get_global_id(0)] += i; }
`;
    const path = file('host.cl', text);
    const options = ['--kernel', path, '--options', '-DN=3 -DWG=2'];
    const suggested = runCommand('tune', [...options, '--suggest']);
    expect([suggested.status, suggested.stdout]).toEqual([0, text]);
    const robust = runCommand('tune', [...options, '--robust', '--presets', 'a100,v100', '--json']);
    expect([robust.status, JSON.parse(robust.stdout).robust?.WG]).toEqual([0, 2]);
    const several = runCommand('tune', [...options, '--options', '-DN=4', '--suggest']);
    expect([several.status, several.stderr]).toEqual([
      2,
      expect.stringContaining('--suggest is for one set of options, and there are 2'),
    ]);
  });

  it('the library takes them', async () => {
    const checker = openChecker({ threads: 1 });
    const { kernels } = await checker.check(KERNEL, {
      quick: true,
      options: ['-DSHIFT=0', '-DSHIFT=1'],
    });
    checker.close();
    expect(kernels).toMatchObject([
      { options: '-DSHIFT=0', verdict: 'right' },
      { options: '-DSHIFT=1', verdict: 'wrong' },
    ]);
    const text = '#pragma tuner param WG = {2, 4}\n' + KERNEL;
    const answer = await tune(text, { options: '-DSHIFT=0 -DWG=2', method: 'sweep' });
    expect(answer.optima).toEqual([{ WG: 2 }]);
    await expect(tune(text, { options: ['-DA', '-DB'] })).rejects.toThrow(
      'a kernel is tuned for one set of options',
    );
  });
});
