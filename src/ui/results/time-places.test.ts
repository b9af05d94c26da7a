import { expect, it } from 'vitest';
import { type BarGroup, moved, type Place, placesIn, wordsOf } from './time-places.ts';

const none = { global: 0, local: 0, private: 0, masked: 0, barrier: 0, dispatch: 0, idle: 0 };
const groups: readonly BarGroup[] = [
  {
    title: 'WG 4: 40 ticks',
    rows: [
      { label: 'pex 0', ticks: { ...none, global: 30, barrier: 10 } },
      { label: 'pex 1', ticks: { ...none, barrier: 40 } },
    ],
  },
  {
    title: 'WG 8: 500 ticks',
    rows: [{ label: 'pex 0', ticks: { ...none, global: 499, idle: 1 } }],
  },
];

it('goes along a bar and from bar to bar, over what has a length', () => {
  const walk = (keys: readonly string[]): Place | undefined =>
    keys.reduce<Place | undefined>((at, key) => moved(groups, at, key), undefined);
  expect(placesIn(groups)).toHaveLength(5);
  expect(walk(['ArrowRight'])).toEqual({ group: 0, row: 0, part: 'global' });
  expect(walk(['ArrowRight', 'ArrowRight'])).toEqual({ group: 0, row: 0, part: 'barrier' });
  expect(walk(['Home', 'ArrowRight', 'ArrowDown'])).toEqual({ group: 0, row: 1, part: 'barrier' });
  expect(walk(['Home', 'ArrowDown', 'ArrowDown'])).toEqual({ group: 1, row: 0, part: 'global' });
  expect(walk(['End', 'ArrowRight'])).toEqual({ group: 1, row: 0, part: 'idle' });
  expect(walk(['End', 'ArrowUp', 'ArrowUp'])).toEqual({ group: 0, row: 0, part: 'barrier' });
  expect(moved(groups, { group: 0, row: 0, part: 'global' }, 'Tab')).toBeUndefined();
});

it('says whose time a part is, how much, and its share', () => {
  expect(wordsOf(groups, { group: 0, row: 0, part: 'global' })).toEqual({
    title: 'pex 0: global memory',
    lines: ['30 ticks, 75 % of its time', 'WG 4: 40 ticks'],
  });
  expect(wordsOf(groups, { group: 1, row: 0, part: 'idle' })?.lines[0]).toBe(
    '1 tick, less than 1 % of its time',
  );
});
