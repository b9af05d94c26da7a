import { packTrail } from '../base/packed-trail.ts';
import { expect, test } from 'vitest';
import type { Found } from '../tuning/index.ts';
import { FoundPaths, finishesIn } from './found-paths.ts';

const line = (time: number, WG: number) => `@finish time=${time} WG=${WG}`;
const output = (text: string) => ({ kind: 'output', line: text }) as const;
const trail = (text: string) =>
  ({ kind: 'trail', trail: { name: 'pan.trail', packed: packTrail(text) } }) as const;
const WORDS = ['T=9'];

function listening(): { paths: FoundPaths; told: Found[] } {
  const told: Found[] = [];
  return { paths: new FoundPaths(WORDS, (found) => told.push(found)), told };
}

test('a path comes with the trail that follows it, and at the end without', () => {
  const { paths, told } = listening();
  paths.hear(output(line(9, 4)), 1);
  expect(told).toEqual([]); // its trail may be on the way
  paths.hear(trail('1:0:0\n'), 2);
  paths.hear(output(line(7, 8)), 3);
  paths.hear(output(line(9, 4)), 4); // printed once more
  paths.end(5);
  expect(told).toEqual([
    {
      finish: { time: 9, values: { WG: 4 } },
      seconds: 2,
      trail: { words: WORDS, packed: packTrail('1:0:0\n') },
    },
    { finish: { time: 7, values: { WG: 8 } }, seconds: 3 },
  ]);
  expect(paths.finishes.map(({ time }) => time)).toEqual([9, 7]);
});

test('events that the end overtakes are made good', () => {
  const { paths, told } = listening();
  paths.hear(output(line(9, 4)), 1);
  paths.end(2, {
    output: [line(9, 4), line(7, 8)],
    trails: [
      { name: 'a', packed: packTrail('1:0:0\n') },
      { name: 'b', packed: packTrail('2:0:0\n') },
    ],
  });
  expect(told.map(({ finish }) => finish.time)).toEqual([9, 7]);
  expect(told[1]?.trail?.packed).toEqual(packTrail('2:0:0\n'));
  expect(paths.trail?.packed).toEqual(packTrail('2:0:0\n'));
});

test('a trail without a path is that of a deadlock', () => {
  const { paths, told } = listening();
  paths.hear(trail('1:0:0\n'), 1);
  paths.end(2);
  expect(told).toEqual([]);
  expect(paths.trail).toEqual({ words: WORDS, packed: packTrail('1:0:0\n') });
});

test('times are read as exactly as they are printed, and what is no time is not read', () => {
  expect(finishesIn(['other', ' @finish time=9223372036854775806 WG=4'])).toEqual([
    { time: 9223372036854775806n, values: { WG: 4 } },
  ]);
  expect(() => finishesIn(['@finish time=9x WG=4'])).toThrow(/cannot be read/);
  expect(() => finishesIn(['@finish WG=4'])).toThrow(/cannot be read/);
});
