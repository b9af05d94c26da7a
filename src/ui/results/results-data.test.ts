import { describe, expect, it } from 'vitest';
import type { ConfigurationResult, SearchRun } from '../../session/index.ts';
import { chartData, parameterNames, withProof } from './configurations-data.ts';
import { searchPoints } from './search-data.ts';

const timed = (WG: number, TS: number, time: number): ConfigurationResult => ({
  values: { WG, TS },
  status: 'sampled',
  time,
});

const configurations: readonly ConfigurationResult[] = [
  timed(4, 2, 760),
  timed(4, 16, 760),
  timed(8, 2, 912),
  timed(16, 2, 608),
  timed(16, 4, 584),
  { values: { WG: 16, TS: 32 }, status: 'invalid', reason: 'too large' },
];

describe('chartData', () => {
  const data = chartData(configurations, 'WG');

  it('draws a line for each value of the other parameter, in order of the values', () => {
    expect(data.lines.map(({ name }) => name)).toEqual(['TS 2', 'TS 4', 'TS 16']);
    expect(data.points).toEqual([
      { x: 4, 'TS 2': 760, 'TS 16': 760 },
      { x: 8, 'TS 2': 912 },
      { x: 16, 'TS 2': 608, 'TS 4': 584 },
    ]);
  });

  it('marks the optimum and steps by doubling', () => {
    expect(data.optima).toEqual([{ x: 16, line: 'TS 4', time: 584 }]);
    expect(data.logX).toBe(true);
    expect(data.logY).toBe(false);
  });

  it('copes with one parameter and with none that can run', () => {
    const single = chartData([{ values: { WG: 2 }, status: 'sampled', time: 7 }], 'WG');
    expect(single.lines.map(({ name }) => name)).toEqual(['time']);
    expect(chartData([], 'WG').points).toEqual([]);
  });

  it('names the parameters in order of declaration', () => {
    expect(parameterNames(configurations)).toEqual(['WG', 'TS']);
  });
});

describe('withProof', () => {
  it('calls the optima of a proof proved, and nothing else', () => {
    const result = { status: 'proved', minTime: 584, optima: [{ WG: 16, TS: 4 }] } as const;
    const statuses = withProof(configurations, result).map(({ status }) => status);
    expect(statuses).toEqual(['sampled', 'sampled', 'sampled', 'sampled', 'proved', 'invalid']);
  });

  it('leaves configurations alone without a proof', () => {
    const result = { status: 'bounded', minTime: 584, optima: [{ WG: 16, TS: 4 }] } as const;
    expect(withProof(configurations, result)).toBe(configurations);
  });
});

describe('searchPoints', () => {
  const search = (bound: number | null, verdict: SearchRun['verdict']): SearchRun => ({
    bound,
    verdict,
    purpose: bound === null ? 'deadlock' : 'over-time',
    states: 1,
    transitions: 1,
    depth: 1,
    memoryMB: 1,
    seconds: 1,
  });

  it('closes the interval from both sides', () => {
    const points = searchPoints(
      [search(null, 'satisfied'), search(379, 'satisfied'), search(664, 'violated')],
      760,
    );
    expect(points.map(({ run, interval }) => [run, ...interval])).toEqual([
      [1, 379, 760],
      [2, 379, 664],
    ]);
  });
});
