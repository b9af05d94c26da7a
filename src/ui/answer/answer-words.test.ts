import { describe, expect, it } from 'vitest';
import { ResultsView } from '../../session/run/results-table.ts';
import type { Run } from '../../session/run/run.ts';
import type { SearchRun } from '../../tuning/index.ts';
import { configurationsInWords } from '../../base/words.ts';
import {
  conclusionInWords,
  estimateInWords,
  formulaOf,
  runnerUpInWords,
  searchesInWords,
  timeInWords,
} from './answer-words.ts';

const search = (bound: number, verdict: SearchRun['verdict'], states: number): SearchRun => ({
  bound,
  verdict,
  states,
  purpose: 'over-time',
  transitions: states,
  depth: 10,
  memoryMB: 1,
  seconds: 0.1,
});

const run: Run = {
  phase: 'ended',
  stage: '',
  aim: '',
  runs: [search(600, 'violated', 4), search(583, 'satisfied', 1036)],
  configurations: new ResultsView(),
  bests: [],
  samples: [],
  startedAt: 0,
};

describe('configurationsInWords', () => {
  it.each([
    [[], ''],
    [[{ WG: 16, TS: 4 }], 'WG 16, TS 4'],
    [
      [
        { WG: 16, TS: 4 },
        { WG: 16, TS: 8 },
      ],
      'WG 16, TS 4 or 8',
    ],
    [
      [
        { WG: 4, TS: 2 },
        { WG: 4, TS: 4 },
        { WG: 4, TS: 8 },
      ],
      'WG 4, TS 2, 4 or 8',
    ],
    [
      [
        { WG: 8, TS: 2 },
        { WG: 4, TS: 2 },
      ],
      'WG 8, TS 2; WG 4, TS 2',
    ],
    [[{ WG: 1024 }, { WG: 2048 }], 'WG 1,024 or 2,048'],
  ])('%j', (configurations, words) => {
    expect(configurationsInWords(configurations)).toBe(words);
  });
});

describe('conclusionInWords', () => {
  it('says what a proof has shown, and what it took', () => {
    const result = { status: 'proved', minTime: 584, optima: [{ WG: 16, TS: 4 }] } as const;
    expect(conclusionInWords({ ...run, result })).toBe(
      'Cannot finish within 583 ticks: proved by 2 searches, 1,040 states in all.',
    );
  });

  it('knows that nothing is quicker than no time', () => {
    const result = { status: 'proved', minTime: 0, optima: [{ WG: 2 }] } as const;
    expect(conclusionInWords({ ...run, result })).toBe(
      'Takes no time at all, and nothing takes less: 2 searches, 1,040 states in all.',
    );
  });

  it('claims nothing for a search that was not finished', () => {
    const result = { status: 'bounded', minTime: 584, optima: [] } as const;
    expect(conclusionInWords({ ...run, result })).toContain('the search was not finished');
  });

  it('lets the reason of the result speak', () => {
    const result = { status: 'deadlock', optima: [], reason: 'Barrier divergence.' } as const;
    expect(conclusionInWords({ ...run, result })).toBe('Barrier divergence.');
  });
});

it('lets a cancelled run say what it had proved', () => {
  const reason = 'You cancelled the search. The minimum lies above 100 and at or below 584 ticks.';
  const result = { status: 'cancelled', minTime: 584, optima: [], reason } as const;
  expect(conclusionInWords({ ...run, result })).toBe(reason);
  const runs = run.runs.map((one) => ({ ...one, isCut: true }));
  expect(conclusionInWords({ ...run, runs, result })).toMatch(
    `${reason} So far: ${searchesInWords(runs)}, `,
  );
  const broken = { ...result, isBroken: true } as const;
  expect(conclusionInWords({ ...run, result: broken })).toMatch(/ Press Tune again: .+\.$/);
});

describe('all schedules of a configuration', () => {
  const configuration = { WG: 16, TS: 4 };
  const searched: Run = {
    ...run,
    runs: [
      { ...search(0, 'satisfied', 200), bound: null, purpose: 'deadlock' },
      { ...search(0, 'violated', 1036), bound: null, purpose: 'schedules' },
    ],
  };
  const proved = (longest: number): Run => ({
    ...searched,
    result: {
      status: 'proved',
      minTime: 584,
      optima: [configuration],
      schedules: { configuration, shortest: 584, longest },
    },
  });

  it('is one time, or an interval', () => {
    expect(conclusionInWords(proved(584))).toBe(
      'WG 16, TS 4 takes 584 ticks whatever the schedule: proved over 1,236 states.',
    );
    expect(conclusionInWords(proved(1600))).toBe(
      'WG 16, TS 4 takes from 584 to 1,600 ticks, by the schedule: proved over 1,236 states.',
    );
    expect(timeInWords(584, proved(584).result?.schedules)).toBe('584');
    expect(timeInWords(584, proved(1600).result?.schedules)).toBe('584–1,600');
    expect(timeInWords(1584, undefined)).toBe('1,584');
  });

  it('claims no minimum of all configurations where it is read from the history', () => {
    const reason = 'Every schedule of WG 16, TS 4 takes 584 ticks.';
    const result = { status: 'proved', minTime: 584, optima: [configuration], reason } as const;
    expect(conclusionInWords({ ...searched, result })).toBe(reason);
  });
});

describe('searchesInWords', () => {
  const one = search(1, 'satisfied', 1);
  it.each([
    [[], '0 searches'],
    [['over-time'], '1 search'],
    [['over-time', 'over-time', 'over-time', 'optima'], '3 searches, and 1 for all optima'],
    [['deadlock', 'over-time', 'optima'], '1 search, and 1 for deadlocks, and 1 for all optima'],
    [['census'], '1 search for all times'],
    [['deadlock', 'census'], '1 search for deadlocks, and 1 for all times'],
  ] as const)('%j', (purposes, words) => {
    expect(searchesInWords(purposes.map((purpose) => ({ ...one, purpose })))).toBe(words);
  });
});

it('names the next best', () => {
  const configurations = [
    { WG: 16, TS: 2 },
    { WG: 16, TS: 8 },
  ];
  expect(runnerUpInWords({ time: 1760, configurations })).toBe(
    'Next best: 1,760 ticks, WG 16, TS 2 or 8',
  );
});

it('writes the property as SPIN does', () => {
  expect(formulaOf(583)).toBe('[] (FIN -> time > 583)');
});

describe('estimateInWords', () => {
  const best = { time: 600, values: {} };
  it('bisection knows its searches, not their time', () => {
    expect(estimateInWords({ ...run, best, interval: { low: 100, high: 600 } }, 3)).toBe(
      'at most 9 more searches',
    );
    expect(estimateInWords({ ...run, best, interval: { low: 583, high: 584 } }, 3)).toBe('');
  });

  it('branch and bound closes no interval from below, and knows nothing', () => {
    expect(estimateInWords({ ...run, best, interval: { low: -1, high: 600 } }, 3)).toBe('');
  });

  it('a sweep goes on as it went, once there is enough of it', () => {
    expect(estimateInWords({ ...run, counted: { done: 50, total: 100 } }, 3)).toBe(
      'about 3 seconds left',
    );
    expect(estimateInWords({ ...run, counted: { done: 5, total: 100 } }, 3)).toBe('');
  });

  it('says nothing where nothing is known', () => {
    expect(estimateInWords(run, 3)).toBe('');
  });
});
