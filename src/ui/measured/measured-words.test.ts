import { describe, expect, it } from 'vitest';
import type { Beside, Comparison } from '../../measured/index.ts';
import {
  agreementInWords,
  choiceInWords,
  failuresOf,
  oneSidedInWords,
  pointNamer,
} from './measured-words.ts';

const comparison = (given: Partial<Comparison>): Comparison => ({
  rho: 0.8,
  tau: 0.6,
  firstChoice: 0.5,
  regret: 1,
  disagreements: [],
  bestOfTop: { '1': 1, '5': 1, '10': 1 },
  baselines: { randomShortlist: { '1': 1, '5': 1, '10': 1 } },
  ...given,
});

describe('a comparison in words', () => {
  it.each([
    [0.95, 'puts them in almost the same order as the device'],
    [0.82, 'puts them in much the same order as the device'],
    [0.5, 'and the device agree on part of the order'],
    [0.25, 'and the device hardly agree on the order'],
    [0.05, 'says nothing of the order on the device'],
    [-0.9, 'puts them in rather the opposite order'],
    [-1, 'puts them in rather the opposite order'],
  ])('says plainly what rho %d means', (rho, words) => {
    expect(agreementInWords(comparison({ rho, tau: rho / 2 }), 4201)).toBe(
      `Of 4,201 configurations with both times, the model ${words}: rho ${rho.toFixed(2)}, tau ${(rho / 2).toFixed(2)}.`,
    );
  });

  it('says where there is no order, and what the first choice costs', () => {
    expect(agreementInWords(comparison({ rho: undefined }), 1)).toContain('no order to compare');
    expect(choiceInWords(comparison({}))).toBe(
      'Its first choice takes 100.0 % longer than the fastest measured (50.0 % of its speed).',
    );
    expect(choiceInWords(comparison({ regret: 0 }))).toContain('is the fastest of all');
  });

  it('names what only one side has, and why configurations failed', () => {
    const values = { WG: 4, TS: 2 };
    const beside: Beside = {
      points: [],
      failed: [],
      onlyMeasured: [values],
      onlyModelled: [values, values],
      ignored: ['x'],
    };
    expect(oneSidedInWords(beside)).toEqual([
      '1 measured configuration without a time of the model.',
      '2 configurations of the model not measured.',
      'The kernel has no parameter for x: what differs in that alone is tied.',
    ]);
    const times = Float64Array.of(1, Number.NaN, Number.NaN, Number.NaN);
    const reasons = Uint16Array.of(0, 1, 2, 2);
    const texts = ['', 'a', 'b'];
    const data = { format: 'csv', unit: 'ms', columns: [], notes: [], times, reasons, texts };
    expect(failuresOf({ ...data, format: 'csv', unit: 'ms' })).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
  });

  it('names points by what tells them apart', () => {
    const point = (WG: number) => ({ values: { WG, TS: 2 }, model: 1, measured: 1, row: 0 });
    expect(pointNamer([point(4), point(8)])({ WG: 8, TS: 2 })).toBe('WG 8');
    expect(pointNamer([point(4)])({ WG: 4, TS: 2 })).toBe('WG 4, TS 2');
  });
});
