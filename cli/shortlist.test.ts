import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readShortlist } from '../src/exchange/shortlist-file.ts';
import { PRESETS } from '../src/platform/index.ts';
import { openclAbstract, publishedAbstract, tilings } from '../src/testing/closed-forms.ts';
import { runCommand } from '../src/testing/commands.ts';
import { platform } from '../src/testing/engine.ts';
import { readArguments } from './tune-arguments.ts';
import { UsageError } from './usage-error.ts';
import { readPlatforms } from './platforms.ts';
import { temporaryFolder } from '../src/testing/folder.ts';

const folder = temporaryFolder();

const run = (...args: string[]) => runCommand('tune', args);

const row = v.record(v.string(), v.unknown());
const listSchema = v.object({
  shortlist: v.object({ limit: v.number(), complete: v.boolean(), configurations: v.array(row) }),
});
const robustSchema = v.object({
  status: v.string(),
  claim: v.string(),
  robust: row,
  candidates: v.array(row),
  platforms: v.array(v.object({ name: v.string(), minTime: v.number() })),
});

function answerOf<T>(schema: v.GenericSchema<unknown, T>, ...args: string[]): T {
  const { status, stdout, stderr } = run(...args, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return v.parse(schema, JSON.parse(stdout));
}

describe('tune --within', () => {
  // By a continued search, and by all times.
  it.each(['baton', 'accelerated'])(
    'lists what the closed form has within the margin, at level %s, and writes it to files',
    { timeout: 120_000 },
    (level) => {
      const times = tilings(32).map((tiling) => ({
        ...tiling,
        time: publishedAbstract(tiling, platform()),
      }));
      const least = Math.min(...times.map(({ time }) => time));
      const limit = Math.floor(1.5 * least);
      const wanted = times.filter(({ time }) => time <= limit);
      const paths = ['.json', '.py', '.csv'].map((ending) => join(folder, `${level}${ending}`));
      const files = paths.flatMap((path) => ['--export', path]);
      const { shortlist } = answerOf(listSchema, '--level', level, '--within', '1.5', ...files);
      expect(shortlist).toMatchObject({ limit, complete: true });
      expect(shortlist.configurations).toHaveLength(wanted.length);
      expect(new Set(shortlist.configurations)).toEqual(new Set(wanted));
      const configurations = shortlist.configurations.map(({ WG, TS }) => ({ WG, TS }));
      for (const [at, format] of (['t1', 'kernel-tuner', 'csv'] as const).entries()) {
        const read = readShortlist(format, readFileSync(paths[at] ?? '', 'utf8'));
        expect(read).toEqual({ ok: true, value: configurations });
      }
    },
  );

  it.each([
    ['a margin below the minimum', ['--within', '0.9'], /--within must be 1 or more/],
    ['a margin that is no number', ['--within', 'x'], /--within must be a number/],
    ['platforms without a question', ['--presets', 'a100,p104'], /--presets is for --robust/],
    ['a range without a question', ['--gmt', '2..4'], /a range is for --robust/],
    ['one platform', ['--robust'], /needs several platforms/],
    ['a preset that is none', ['--robust', '--presets', 'a100,none'], /there is no none/],
    ['a preset twice', ['--robust', '--presets', 'a100,a100'], /names a100 twice/],
    ['a range that ends below', ['--robust', '--gmt', '4..2'], /is no range/],
  ])('refuses %s', (_, args, said) => {
    const read = (): unknown => {
      const { robust, semantics } = readArguments(args);
      return robust && readPlatforms(robust.presets, robust.typed, semantics);
    };
    expect(read).toThrow(UsageError);
    expect(read).toThrow(said);
  });

  it('refuses a format that is none', { timeout: 60_000 }, () => {
    const { status, stderr } = run('--within', '2', '--export', 'a.txt');
    expect(stderr).toMatch(/^tune: [^\n]+should end in .T1.json[^\n]+\n$/);
    expect(status).toBe(2);
  });
});

describe('tune --robust', () => {
  /** A configuration's losses on platforms and the largest, by the closed form. */
  function losses(all: readonly ReturnType<typeof platform>[]) {
    const tables = all.map((constants) => {
      const times = tilings(constants.size).map((tiling) => openclAbstract(tiling, constants));
      return times.map((time) => time / Math.min(...times));
    });
    return tilings(all[0]?.size ?? 0).map((tiling, at) => ({
      ...tiling,
      worst: Math.max(...tables.map((table) => table[at] ?? Infinity)),
    }));
  }

  const opencl = ['--kernel', 'abstract', '--semantics', 'opencl', '--size', '64'];

  it('spans the constants of a machine as well', () => {
    const ranges = ['--ns', '2..3', '--l1-latency', '30..32'];
    const { robust, semantics } = readArguments([
      '--kernel',
      'matmul',
      '--semantics',
      'device',
      '--preset',
      'v100',
      '--robust',
      ...ranges,
    ]);
    const { all } = readPlatforms(undefined, robust?.typed ?? new Map(), semantics);
    expect(all.map(({ name }) => name)).toEqual(
      [2, 3].flatMap((ns) => [30, 31, 32].map((cycles) => `NS ${ns}, l1-latency ${cycles}`)),
    );
    expect(all.map(({ machine }) => [machine.schedulers, machine.l1Latency])).toEqual(
      [2, 3].flatMap((ns) => [30, 31, 32].map((cycles) => [ns, cycles])),
    );
  });

  it('finds the least worst loss of the closed form over presets', { timeout: 60_000 }, () => {
    const presets = ['fermi', 'minimum'];
    const answer = answerOf(robustSchema, ...opencl, '--robust', '--presets', presets.join());
    const all = presets.map((name) => {
      const found = PRESETS.find(({ id }) => id === name);
      return platform({ ...found?.constants, size: 64 });
    });
    const wanted = losses(all);
    const least = Math.min(...wanted.map(({ worst }) => worst));
    expect(answer).toMatchObject({ status: 'proved', robust: { worst: least } });
    expect(answer.candidates).toHaveLength(wanted.length - 1);
    for (const { WG, TS, worst } of answer.candidates)
      expect(wanted).toContainEqual({ WG, TS, worst });
    expect(answer.platforms.map(({ name }) => name)).toEqual(presets);
  });

  it('takes every value of a range, or says that it took the ends', { timeout: 60_000 }, () => {
    const answer = answerOf(robustSchema, ...opencl, '--robust', '--gmt', '1..3', '--np', '8..9');
    const all = [1, 2, 3].flatMap((GMT) => [8, 9].map((NP) => platform({ GMT, NP, size: 64 })));
    expect(answer.robust.worst).toBe(Math.min(...losses(all).map(({ worst }) => worst)));
    expect(answer.claim).toBe('Proved for every whole value in the ranges: 6 platforms.');
    const ends = answerOf(robustSchema, ...opencl, '--robust', '--gmt', '1..1000');
    expect(ends.platforms.map(({ name }) => name)).toEqual(['GMT 1', 'GMT 1000']);
    expect(ends.claim).toContain('for the ends of the ranges alone');
  });
});
