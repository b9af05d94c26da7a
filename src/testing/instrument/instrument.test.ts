import { afterAll, expect, test } from 'vitest';
import { ValueChecker } from '../../checker/value-checker.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { randomBody, drawing } from '../random-c.ts';
import { FIELDS } from './fields.ts';
import { foundBefore, round } from './hunt.ts';
import { againstNative, againstSpin, noCounts } from './instrument.ts';
import { shrunk } from './shrink.ts';
import { RUNS } from '../amounts.ts';

const SEED = Number(process.env['OVERTIME_SEED'] ?? 1);

const toolchain = await createNodeToolchain();
const checker = new ValueChecker(toolchain, { memoryMB: 1024 });
afterAll(() => toolchain.dispose());

const SIZES = { functions: [6, 1], groups: [5, 1], mutants: [8, 0], programs: [8, 0] } as const;

test.each(['functions', 'groups', 'mutants', 'programs'] as const)(
  'the workbench, g++ and SPIN say the same of %s drawn at random',
  { timeout: 600_000 },
  async (field) => {
    const counts = noCounts();
    for (let run = 0; run < RUNS; run += 1)
      expect(await round(field, SEED * 1000 + run, checker, counts, SIZES[field])).toEqual([]);
    expect(counts.comparisons).toBeGreaterThan(
      counts.subjects * (field === 'programs' ? 0.6 : 0.8),
    );
    expect(counts.statuses.get('right')).toBeGreaterThan(0);
    if (field !== 'functions') expect(counts.statuses.get('wrong')).toBeGreaterThan(0);
  },
);

test('what once differed does so no more', { timeout: 300_000 }, async () => {
  const { judged, differences } = await againstNative('found', foundBefore(), noCounts());
  expect(differences).toEqual([]);
  expect(await againstSpin('found', checker, judged, noCounts())).toEqual([]);
});

test('a text is made small as long as it differs', async () => {
  const [subject] = FIELDS.groups(1, 1);
  if (subject === undefined) throw new Error('there is nothing to make small');
  const small = await shrunk(subject, (all) =>
    Promise.resolve(all.filter(({ text }) => text.includes('barrier('))),
  );
  expect(small.text).toContain('barrier(');
  expect(small.text.split('\n').length).toBeLessThan(subject.text.split('\n').length / 2);
});

test('bodies drawn at random have what a grammar of C has', () => {
  const bodies = Array.from({ length: 300 }, (_, seed) =>
    randomBody(drawing(seed), { builtIns: true }),
  );
  const all = bodies.map(({ body }) => body).join('\n');
  for (const form of [/= \(\w+ = /, /\w\+\+, /, / \? \(/, /h8\(&/, /mad_sat\(/, /_sat_rte\(/])
    expect(all).toMatch(form);
});
