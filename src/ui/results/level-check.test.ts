import { describe, expect, it } from 'vitest';
import type { LevelCheckView } from '../../session/jobs/level-check.ts';
import { levelCheckInWords } from './level-check.tsx';

const view: LevelCheckView = {
  phase: 'ended',
  level: 'accelerated',
  below: 'representatives',
  done: 12,
  total: 12,
  left: 0,
  disagreements: [],
};
const differs = { values: { WG: 4, TS: 2 }, above: 44, below: 45 };

describe('levelCheckInWords', () => {
  it.each<[string, Partial<LevelCheckView>, string]>([
    ['nothing before the first', { phase: 'none' }, ''],
    [
      'the verifiers come first',
      { phase: 'running', done: 0, total: 0 },
      'Making the verifiers ready',
    ],
    [
      'progress counts what is left out',
      { phase: 'running', done: 3, left: 2, total: 1200, disagreements: [differs] },
      '5 of 1,200 configurations; 1 differs',
    ],
    [
      'all agree',
      {},
      'All 12 configurations take the same time at accelerated and representatives.',
    ],
    [
      'one differs',
      { disagreements: [differs] },
      '11 of 12 agree; WG 4, TS 2 takes 44 ticks at accelerated and 45 at representatives: please report it.',
    ],
    [
      'several differ, and the first does not finish above',
      { disagreements: [{ values: { WG: 4 }, below: 45 }, differs, differs] },
      '9 of 12 agree; WG 4 does not finish at accelerated and takes 45 ticks at representatives, and 2 others differ: please report it.',
    ],
    [
      'some are left out',
      { level: 'representatives', below: 'baton', done: 52, left: 20, total: 72 },
      'All 52 configurations that were compared take the same time at representatives and baton. 20 of 72 were left out: level baton would take too long or too much memory for them, or cannot count their time.',
    ],
    [
      'all are left out',
      { done: 0, left: 1, total: 1 },
      'No configuration could be compared. 1 of 1 was left out: level representatives would take too long or too much memory for it, or cannot count its time.',
    ],
    [
      'a cancelled one claims no more than it compared',
      { phase: 'cancelled', done: 5 },
      'You cancelled the check. All 5 configurations that were compared take the same time at accelerated and representatives.',
    ],
    [
      'cancelled at once',
      { phase: 'cancelled', done: 0 },
      'You cancelled the check before anything was compared.',
    ],
    [
      'failed',
      { phase: 'failed', message: 'Out of memory.' },
      'The check could not go on. Out of memory.',
    ],
  ])('%s', (_, change, words) => {
    expect(levelCheckInWords({ ...view, ...change })).toBe(words);
  });
});
