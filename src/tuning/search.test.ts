import { expect, it } from 'vitest';
import type { TuningEvent } from './events.ts';
import { search } from './search.ts';
import { NO_PROGRESS, type SearchReport, type SearchRequest, type Verifier } from './verifier.ts';

const QUESTION = { bound: 9 } as const;
const NOTHING: SearchReport = {
  ...NO_PROGRESS,
  verdict: 'incomplete',
  finishes: [],
  deadlock: false,
};

async function searched(
  work: (request: SearchRequest) => Promise<SearchReport>,
  signal = new AbortController().signal,
) {
  const events: TuningEvent[] = [];
  const verifier = { search: work } as Verifier;
  const emit = (event: TuningEvent): number => events.push(event);
  const report = await search({ verifier, emit, signal }, 'over-time', QUESTION);
  return { report, runs: events.flatMap((event) => (event.type === 'run' ? [event.run] : [])) };
}

it('is no run where it is ended before its first states', async () => {
  const ended = new AbortController();
  const { report, runs } = await searched(() => {
    ended.abort();
    return Promise.reject(new Error('ended'));
  }, ended.signal);
  expect([report.cut, runs]).toEqual(['cancelled', []]);
});

it('is a cut run with its figures so far', async () => {
  const ended = new AbortController();
  const { runs } = await searched(({ onProgress }) => {
    onProgress?.({ ...NO_PROGRESS, states: 7, depth: 3 });
    ended.abort();
    return Promise.reject(new Error('ended'));
  }, ended.signal);
  expect(runs).toMatchObject([{ verdict: 'incomplete', states: 7, depth: 3, isCut: true }]);
});

it('keeps the best of before it began again, where that is cut', async () => {
  const finish = { time: 4, values: { A: 2 } };
  const trail = { packed: new Uint8Array(), words: [] };
  const { report, runs } = await searched(({ onFound }) => {
    onFound?.({ finish, trail, seconds: 1 });
    return Promise.resolve({ ...NOTHING, states: 5, cut: 'memory' });
  });
  expect(report).toMatchObject({ verdict: 'violated', finishes: [finish], cut: 'memory' });
  expect(runs).toMatchObject([{ verdict: 'violated', isCut: true }]);
});
