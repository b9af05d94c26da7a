import { describe, expect, it } from 'vitest';
import { LIMIT_FIELDS, type LimitField, limitProblem, withLimit } from './limits-button.tsx';

const field = (name: LimitField['name']): LimitField => {
  const found = LIMIT_FIELDS.find((one) => one.name === name);
  if (!found) throw new Error(`there is no limit ${name}`);
  return found;
};

describe('limitProblem', () => {
  it.each(['', '  ', '32', ' 4096 '])('%j does', (typed) => {
    expect(limitProblem(field('memoryMB'), typed)).toBeUndefined();
  });

  it.each(['31', '4097', '1.5', '-40', '1e3', 'much'])('%j does not', (typed) => {
    expect(limitProblem(field('memoryMB'), typed)).toBe(
      'Must be a whole number of MB from 32 to 4,096.',
    );
  });

  it('knows the range of each', () => {
    expect(limitProblem(field('workers'), '17')).toMatch(/workers from 1 to 16\.$/);
    expect(limitProblem(field('seconds'), '17')).toBeUndefined();
  });
});

describe('withLimit', () => {
  const limits = { memoryMB: 512, workers: 4 };
  it('sets one, takes one back, and keeps all where one is wrong', () => {
    expect(withLimit(limits, field('workers'), ' 8')).toEqual({ memoryMB: 512, workers: 8 });
    expect(withLimit(limits, field('seconds'), '30')).toEqual({ ...limits, seconds: 30 });
    expect(withLimit(limits, field('memoryMB'), '')).toEqual({ workers: 4 });
    expect(withLimit(limits, field('memoryMB'), '7')).toEqual(limits);
  });
});
