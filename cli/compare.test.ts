import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { openclAbstract, tilings } from '../src/testing/closed-forms.ts';
import { runCommand } from '../src/testing/commands.ts';
import { platform } from '../src/testing/engine.ts';
import { UsageError } from './usage-error.ts';
import { readCompareArguments } from './compare-arguments.ts';
import { temporaryFolder, writingInto } from '../src/testing/folder.ts';

const folder = temporaryFolder();
const fileWith = writingInto(folder);

const run = (...args: string[]) => runCommand('compare', args);

const perShortlist = v.strictObject({ '1': v.number(), '5': v.number(), '10': v.number() });
const accuracy = {
  rho: v.nullable(v.number()),
  tau: v.nullable(v.number()),
  bestOfTop: perShortlist,
  firstChoice: v.number(),
  regret: v.number(),
};
const configuration = v.record(v.string(), v.number());
const some = v.object({ count: v.number(), first: v.array(configuration) });
/** The promised form of `--json`. */
const answerSchema = v.object({
  configurations: v.number(),
  failed: v.number(),
  ...accuracy,
  baselines: v.object({
    largerTile: v.optional(v.object({ ...accuracy, parameters: v.array(v.string()) })),
    randomShortlist: perShortlist,
  }),
  disagreements: v.array(
    v.object({
      values: configuration,
      model: v.number(),
      measured: v.number(),
      modelRank: v.number(),
      measuredRank: v.number(),
      taken: v.picklist(['too fast', 'too slow']),
    }),
  ),
  status: v.picklist(['proved', 'sampled']),
  onlyMeasured: some,
  onlyModelled: some,
  ignored: v.array(v.string()),
  reasons: v.record(v.string(), v.number()),
});

const SIZE = 32;
const constants = platform({ size: SIZE });
const times = tilings(SIZE).map((tiling) => ({ tiling, time: openclAbstract(tiling, constants) }));

function answerTo(measured: string, ...args: string[]): v.InferOutput<typeof answerSchema> {
  const usual = ['--kernel', 'abstract', '--semantics', 'opencl', '--size', String(SIZE)];
  const { status, stdout, stderr } = run(...usual, '--measured', measured, ...args, '--json');
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return v.parse(answerSchema, JSON.parse(stdout));
}

describe('compare --json', () => {
  it(
    'finds full agreement with times that are those of the closed form',
    { timeout: 60_000 },
    () => {
      const rows = times.map(({ tiling: { WG, TS }, time }) => `${WG},${TS},${time}`);
      const answer = answerTo(fileWith('same.csv', ['WG,TS,time_us', ...rows].join('\n')));
      expect(answer).toMatchObject({
        configurations: times.length,
        failed: 0,
        rho: 1,
        tau: 1,
        firstChoice: 1,
        regret: 0,
        bestOfTop: { '1': 1, '5': 1, '10': 1 },
        disagreements: [],
        status: 'proved',
        onlyMeasured: { count: 0 },
        onlyModelled: { count: 0 },
        ignored: [],
      });
    },
  );

  it(
    'shows a disagreement as plainly, and says what only one side has',
    { timeout: 60_000 },
    () => {
      const [missing, failed, ...others] = times;
      const results = [
        ...others.map(({ tiling: { WG, TS }, time }) => ({
          block: WG,
          tile: TS,
          time: 1e6 / time,
        })),
        { block: failed?.tiling.WG, tile: failed?.tiling.TS, time: 'RuntimeFailedConfig' },
        { block: 3, tile: 5, time: 1 },
      ];
      const answer = answerTo(fileWith('opposite.json', JSON.stringify(results)));
      expect(answer).toMatchObject({
        configurations: others.length,
        failed: 1,
        rho: -1,
        tau: -1,
        reasons: { 'it failed while it ran': 1 },
        onlyMeasured: { count: 1, first: [{ WG: 3, TS: 5 }] },
        onlyModelled: { count: 1, first: [missing?.tiling] },
      });
      const slowest = Math.max(...others.map(({ time }) => time));
      const fastest = Math.min(...others.map(({ time }) => time));
      // The model's first choices take the longest here.
      expect(answer.firstChoice).toBeCloseTo(fastest / slowest, 9);
      expect(answer.disagreements[0]?.measuredRank).not.toBe(answer.disagreements[0]?.modelRank);
    },
  );

  it('knows the terms that can be left out', () => {
    const read = (terms: string) =>
      readCompareArguments(['--measured', 'f.csv', '--without', terms]).without;
    expect(read('stores,sectors')).toEqual(['stores', 'sectors']);
    expect(() => read('ports')).toThrow(UsageError);
  });

  it('takes the columns that are named, either way round', { timeout: 60_000 }, () => {
    const rows = times.map(({ tiling: { WG, TS }, time }) => `${TS};${time};${WG}`);
    const path = fileWith('named.csv', ['WG;cycles;other', ...rows].join('\n'));
    expect(answerTo(path, '--columns', 'WG=other, TS=WG ,time=cycles')).toMatchObject({ rho: 1 });
    const swapped = fileWith('swapped.csv', ['a,b,time', '4,2,1', '8,4,2'].join('\n'));
    expect(answerTo(swapped, '--columns', 'a=WG,b=TS')).toMatchObject({ configurations: 2 });
    const constant = fileWith('constant.csv', ['WG,time', '4,1', '8,2'].join('\n'));
    expect(answerTo(constant, '--columns', 'TS=2')).toMatchObject({ configurations: 2 });
  });

  it.each([
    ['no file', [], /--measured FILE is needed/],
    ['a pair that is none', ['--measured', 'x', '--columns', 'WG'], /--columns takes pairs/],
    ['a preset that is none', ['--measured', 'x', '--preset', 'y'], /there is no y; there are/],
  ])('refuses %s', (_, args, said) => {
    expect(() => readCompareArguments(args)).toThrow(UsageError);
    expect(() => readCompareArguments(args)).toThrow(said);
  });

  it.each([
    ['a file that is not there', ['--measured', 'none.csv'], /there is no file none.csv/],
    ['no measurements', ['--measured', 'cli/compare.ts'], /compare.ts: None of its columns/],
    ['a column that is lacking', [], /No column seems to have the values of TS; there are b/],
  ])('refuses %s in one line', { timeout: 60_000 }, (_, args, said) => {
    const path = fileWith('lacking.csv', 'WG,b,time\n4,2,1\n');
    const file = args.length === 0 ? ['--measured', path] : args;
    const { status, stderr } = run('--semantics', 'opencl', ...file);
    expect(stderr).toMatch(/^compare: [^\n]+\n$/);
    expect(stderr).toMatch(said);
    expect(status).toBe(2);
  });
});
