import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Dial, nearestWin, type Outcome, turnedTo } from './nearest-win.ts';

const dial = (value: number, changes: Partial<Dial> = {}): Dial => ({
  name: 'GMT',
  meaning: '',
  value,
  least: 0,
  most: 1_000_000,
  isFine: true,
  ...changes,
});
const OTHER = [{ WG: 8 }];

describe('turnedTo', () => {
  it('halves and doubles within the range', () => {
    expect(turnedTo(dial(4), 'down')).toEqual([2, 1, 0]);
    expect(turnedTo(dial(4), 'up')).toEqual([8, 16, 32, 64]);
    expect(turnedTo(dial(0), 'up')).toEqual([1, 2, 4, 8]);
    expect(turnedTo(dial(0), 'down')).toEqual([]);
    expect(turnedTo(dial(3, { least: 1, most: 20 }), 'down')).toEqual([1]);
    expect(turnedTo(dial(3, { least: 1, most: 20 }), 'up')).toEqual([6, 12]);
    expect(turnedTo(dial(1, { hasFractions: true }), 'down', 1)).toEqual([0.5]);
  });
});

describe('nearestWin', () => {
  it('finds the value at which winners change, and asks a few times only', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1000 }), fc.nat(20_000), async (value, at) => {
        const turned = dial(value);
        const direction = at < value ? 'down' : 'up';
        const isWon = (now: number): boolean => (at < value ? now <= at : now > at);
        let asked = 0;
        const ask = async (now: number): Promise<Outcome> => {
          asked += 1;
          return isWon(now) ? OTHER : 'stays';
        };
        const way = turnedTo(turned, direction);
        const win = await nearestWin(turned, way, ask);
        expect(asked).toBeLessThanOrEqual(4 + 14);
        const isFound = way.some(isWon);
        expect(win !== undefined).toBe(isFound);
        if (!win) return;
        expect(isWon(win.value)).toBe(true);
        expect(isWon(win.stays ?? Number.NaN)).toBe(false);
        expect(Math.abs(win.value - (win.stays ?? 0))).toBe(1);
      }),
    );
  });

  it('says what it has seen and no more', async () => {
    const unsure = async (now: number): Promise<Outcome> =>
      now === 8 ? OTHER : now === 6 ? 'unknown' : 'stays';
    expect(await nearestWin(dial(4), [8, 16], unsure)).toEqual({ value: 8, optima: OTHER });
    // An unproved value ends the search: nothing beyond is nearest.
    const dark = async (now: number): Promise<Outcome> => (now === 8 ? 'unknown' : OTHER);
    expect(await nearestWin(dial(4), [8, 16], dark)).toBeUndefined();
    // Machines are not built with 5 units.
    const units = dial(4, { isFine: false });
    expect(await nearestWin(units, [8], async () => OTHER)).toEqual({ value: 8, optima: OTHER });
  });
});
