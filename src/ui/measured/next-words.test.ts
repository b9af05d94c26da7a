import { describe, expect, it } from 'vitest';
import type { Known } from '../../session/measured/next.ts';
import {
  findingsInWords,
  reasonInWords,
  relativeInWords,
  sayInWords,
  standingInWords,
} from './next-words.ts';

const values = { WG: 2, TS: 4 };
const one = {
  values,
  by: 'model order',
  expected: undefined,
  runs: 1,
  chance: 0.5,
  gain: 1,
} as const;
const nothing: Known = {
  gain: undefined,
  isEnough: false,
  says: [],
  missed: [],
  dead: [],
  next: [one, one],
  impossible: [],
  measured: 0,
  failed: 0,
  unknown: 0,
  configurations: [values, values, values],
  hasModel: true,
};
const some: Known = { ...nothing, measured: 1, best: { values, time: 2 }, gain: 0.5 };

describe('what is known, in words', () => {
  it('says how to begin, the gain, and when to stop', () => {
    expect(standingInWords(nothing)).toMatch(/^Nothing of 3 configurations is measured yet/);
    expect(standingInWords(some)).toBe(
      'Measured best: 2 ms, WG 2, TS 4. Expected gain of 2 more: 0.5 ms (25.0 %).',
    );
    expect(standingInWords({ ...some, isEnough: true })).toMatch(/it is time to stop\.$/);
    expect(standingInWords({ ...some, next: [] })).toMatch(/Every configuration has been measured/);
  });

  it('says nothing of a correction before there is a time', () => {
    const corrected = { ...one, by: 'model corrected' } as const;
    expect(reasonInWords(corrected, nothing)).toBe('tells most beside the model');
    expect(reasonInWords(corrected, some)).toBe('first by the corrected model');
  });

  it('names a parameter that explains much, not one that explains little', () => {
    const missed = [
      { parameter: 'TS', share: 0.61 },
      { parameter: 'WG', share: 0.05 },
    ];
    expect(findingsInWords({ ...some, missed })).toEqual([
      'TS explains 61 % of what is left: the model does not charge it as the GPU does.',
    ]);
  });

  it('names what failed, what is unknown, and a missing model', () => {
    expect(findingsInWords({ ...some, failed: 1, unknown: 2, hasModel: false })).toEqual([
      expect.stringContaining('press Tune'),
      '1 failed; what is like it is avoided.',
      '2 rows of the file are none of the kernel’s configurations.',
    ]);
  });

  it('adds up the say of the model only once there are times', () => {
    const says = [
      { id: 'model order', share: 0.25 },
      { id: 'model corrected', share: 0.5 },
      { id: 'parameters', share: 0.25 },
    ] as const;
    expect(sayInWords({ ...nothing, says })).toBeUndefined();
    expect(sayInWords({ ...some, says })).toContain(
      'the model has 75 % of the say, the times alone 25 %',
    );
  });

  it('says what another GPU’s times are worth here', () => {
    const says = [
      { id: 'relative order', share: 0.3 },
      { id: 'relative corrected', share: 0.5 },
      { id: 'parameters', share: 0.2 },
    ] as const;
    expect(sayInWords({ ...some, says })).toMatch(
      /: the other GPU has 80 % of the say, the times alone 20 %\.$/,
    );
    expect(relativeInWords({ name: 'a.csv', count: 2 }, some)).toMatch(
      /^a\.csv: another GPU’s times of 2 of 3 configurations\./,
    );
    expect(relativeInWords({ name: 'a.csv', count: 0 }, some)).toMatch(/it says nothing here\.$/);
  });
});
