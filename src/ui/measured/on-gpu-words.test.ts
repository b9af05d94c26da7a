import { expect, test } from 'vitest';
import { ON_GPU, type OnGpuView } from '../../session/jobs/on-gpu.ts';
import { deviceInWords, foundInWords, modelledBest, onGpuRows } from './on-gpu-words.ts';

const FACTS = { name: 'Some GPU', isSoftware: false, hasTimestamps: true };

const times = (middle: number): number[] =>
  Array.from({ length: 20 }, (_, round) => middle * (1 + ((round * 7) % 5) / 1000));

const view = (changes: Partial<OnGpuView>): OnGpuView => ({
  ...ON_GPU.none,
  phase: 'ended',
  facts: FACTS,
  round: 20,
  rounds: 20,
  ...changes,
});

test('rows have the fastest first, ties as ties, and reasons last', () => {
  const rows = onGpuRows(
    view({
      configurations: [{ WG: 1 }, { WG: 2 }, { WG: 4 }, { WG: 8 }],
      measured: [
        { state: 'failed', times: [], message: 'It is wrong.', span: { start: 3, end: 4 } },
        { state: 'timed', times: times(2000) },
        { state: 'timed', times: times(1000) },
        { state: 'timed', times: times(1000).toReversed() },
      ],
    }),
  );
  expect(rows.map(({ name }) => name).slice(2)).toEqual(['WG 2', 'WG 1']);
  expect(rows.filter(({ isFastest }) => isFastest)).toHaveLength(1);
  expect(rows[1]?.isTie).toBe(true);
  expect(rows[2]?.words).toMatch(/^2\.00 times as long/);
  expect(rows[3]?.words).toBe('Line 1: It is wrong.');
  expect(foundInWords(rows)).toContain('one other is as fast');
});

test('two rounds make no interval, and so no order', () => {
  const measured = [
    { state: 'timed', times: times(1000) },
    { state: 'timed', times: [2000, 2000] },
  ] as const;
  const rows = onGpuRows(view({ configurations: [{ WG: 1 }, { WG: 2 }], measured }));
  expect(rows[1]).toMatchObject({ name: 'WG 2', words: 'too few rounds for an interval' });
  expect(foundInWords(rows)).not.toContain('fastest');
});

test('a software adapter, host times and lost devices are named', () => {
  expect(deviceInWords(view({}))).toBe('Some GPU.');
  expect(deviceInWords(view({ facts: { ...FACTS, isSoftware: true } }))).toContain('not your GPU');
  expect(deviceInWords(view({ facts: { ...FACTS, hasTimestamps: false } }))).toContain('host');
  expect(deviceInWords(view({ lost: 2 }))).toContain('lost 2 times');
});

test('the fastest by the model are chosen, and those without a time never', () => {
  const results = [5, undefined, 3, 9, 1].map((time, WG) => ({ values: { WG }, time }));
  expect(modelledBest(results, 3)).toEqual([{ WG: 4 }, { WG: 2 }, { WG: 0 }]);
  expect(modelledBest([], 3)).toEqual([]);
});
