import { expect, it } from 'vitest';
import type { SavedRun } from '../../session/kept/history-schema.ts';
import { noMapInWords, wayInWords } from './runs-words.ts';

const settings = { semantics: 'opencl', level: 'baton', method: 'branch-and-bound' };
const run = (unkept?: SavedRun['unkept']): SavedRun =>
  ({ settings, ...(unkept && { unkept }) }) as SavedRun;

it.each<[SavedRun['unkept'], string, string | undefined]>([
  [undefined, '', undefined],
  [
    'large-map',
    ', kept without its map',
    'It has more than 1,000,000 configurations: press Tune to see them again.',
  ],
  ['map', ', kept without its map', 'This browser had no room for it: press Tune to see it again.'],
  [
    'all',
    ', not kept: no room in this browser',
    'This browser had no room for it: press Tune to see it again.',
  ],
])('a run of which %s is not kept says so', (unkept, words, noMap) => {
  expect(wayInWords(run(unkept))).toBe(`OpenCL, baton, branch and bound${words}`);
  expect(noMapInWords(unkept)).toBe(noMap);
});
