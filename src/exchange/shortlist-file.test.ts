import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exporterOf, EXPORTERS } from './exporters.ts';
import { readShortlist, writeShortlist } from './shortlist-file.ts';

const kernel = { name: 'mine.cl', file: 'mine.cl', globalSize: ['32'], localSize: ['WG'] };
const about = { kernel, claim: 'within 5 % of the minimum,\nproved' };
const list = [
  { values: { WG: 16, TS: 4 }, time: 584 },
  { values: { WG: 32, TS: 8 }, time: 2n ** 62n },
];
const formats = ['t1', 'kernel-tuner', 'csv'] as const;

describe('shortlists for other tools', () => {
  it('restricts a search space (T1)', () => {
    expect(JSON.parse(writeShortlist('t1', list, about))).toMatchObject({
      ConfigurationSpace: {
        TuningParameters: [
          { Name: 'WG', Type: 'int', Values: '[16, 32]', Default: 16 },
          { Name: 'TS', Type: 'int', Values: '[4, 8]', Default: 4 },
        ],
        Conditions: [{ Expression: '(WG, TS) in [(16, 4), (32, 8)]', Parameters: ['WG', 'TS'] }],
      },
    });
  });

  it('restricts Kernel Tuner', () => {
    expect(writeShortlist('kernel-tuner', list, about)).toBe(
      `# mine.cl: within 5 % of the minimum, proved
tune_params = {
    "WG": [16, 32],
    "TS": [4, 8],
}
restrictions = ["(WG, TS) in [(16, 4), (32, 8)]"]
`,
    );
    expect(writeShortlist('kernel-tuner', [{ values: { WG: 4 } }], about)).toContain(
      '["WG in [4]"]',
    );
  });

  it('is a table', () => {
    expect(writeShortlist('csv', list, about)).toBe(
      `# within 5 % of the minimum, proved\nWG,TS,model_time\n16,4,584\n32,8,${2n ** 62n}\n`,
    );
  });

  it('is read back as what was written', () => {
    const names = fc.uniqueArray(fc.constantFrom('WG', 'TS', 'use_shmem', 'x', 'time'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(
        names,
        fc.array(fc.nat(10_000), { minLength: 5, maxLength: 40 }),
        (all, numbers) => {
          const rows = new Map<string, Record<string, number>>();
          for (let at = 0; at + all.length <= numbers.length; at += all.length) {
            const values = Object.fromEntries(
              all.map((name, index) => [name, numbers[at + index] ?? 0]),
            );
            rows.set(JSON.stringify(values), values);
          }
          const wanted = [...rows.values()];
          for (const format of formats) {
            const written = writeShortlist(
              format,
              wanted.map((values) => ({ values, time: 7 })),
              about,
            );
            expect(readShortlist(format, written)).toEqual({ ok: true, value: wanted });
          }
        },
      ),
    );
  });

  it.each([
    ['t1', '{}', 'It is no search space (T1) with conditions.'],
    [
      't1',
      '{"ConfigurationSpace":{"Conditions":[]}}',
      'None of its conditions lists configurations.',
    ],
    ['t1', '{"ConfigurationSpace":{"Conditions":[{"Expression":"a in [b]"}]}}', 'no number'],
    ['kernel-tuner', 'tune_params = {}', 'It has no line of restrictions.'],
    ['kernel-tuner', 'restrictions = ["(a, b) in [(1, 2), (3)]"]', 'lack a value'],
    ['kernel-tuner', 'restrictions = ["a < b"]', 'does not list'],
    ['csv', '', 'It is empty.'],
  ] as const)('refuses what is no %s shortlist: %s', (format, text, said) => {
    const read = readShortlist(format, text);
    expect(read.ok ? '' : read.message).toContain(said);
  });

  it('knows formats by the ends of names', () => {
    for (const one of EXPORTERS.filter(({ of }) => of === 'list'))
      expect(exporterOf(`a.b${one.ending}`, true)).toBe(one);
    expect(exporterOf('a.csv', false)?.of).toBe('results');
    expect(exporterOf('a.T1.json', true)?.of).toBe('space');
    expect(exporterOf('a.txt', true)).toBeUndefined();
  });
});
