import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJson } from './json-text.ts';

describe('JSON', () => {
  it('reads back as what was written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(toJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('has every digit of a large time, and no field without a value', () => {
    expect(toJson({ minTime: 36029896731918336n, optima: [{ WG: 1 }], reason: undefined })).toBe(
      '{"minTime":36029896731918336,"optima":[{"WG":1}]}',
    );
  });
});
