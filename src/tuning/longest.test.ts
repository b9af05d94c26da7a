import { afterAll, expect, it, test } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { openclAbstract, publishedAbstract } from '../testing/closed-forms.ts';
import { checkerOf, exampleText, finish, kernelOf, platform } from '../testing/engine.ts';
import type { SearchReport, Verifier } from './index.ts';
import { longest } from './longest.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const TIMES = { published: publishedAbstract, opencl: openclAbstract };

it.each([
  { semantics: 'published', size: 8, NP: 4, values: { WG: 4, TS: 2 } },
  { semantics: 'published', size: 16, NP: 2, values: { WG: 8, TS: 4 } },
  { semantics: 'opencl', size: 8, NP: 2, values: { WG: 4, TS: 4 } },
] as const)(
  'all schedules of $values take the time of the formula: $semantics, size $size',
  { timeout: 180_000 },
  async ({ semantics, size, NP, values }) => {
    const constants = platform({ size, NP, NU: 1 });
    const kernel = kernelOf(exampleText('abstract'));
    const checker = checkerOf(toolchain, { kernel, semantics, level: 'free', constants });
    const { result, events } = await finish(longest(values), checker);
    const time = TIMES[semantics](values, constants);
    expect(result).toMatchObject({
      status: 'proved',
      minTime: time,
      optima: [values],
      schedules: { configuration: values, shortest: time, longest: time },
      reason: `Every schedule of WG ${values.WG}, TS ${values.TS} takes ${time} ticks.`,
    });
    // Thousands of states can only come from several schedules.
    const runs = events.flatMap((event) => (event.type === 'run' ? [event.run] : []));
    expect(runs.map(({ purpose }) => purpose)).toEqual(['schedules']);
    expect(runs[0]?.states).toBeGreaterThan(1000);
  },
);

it('names a deadlock of the configuration', { timeout: 120_000 }, async () => {
  const kernel = kernelOf(exampleText('divergent'));
  const constants = platform({ size: 8, NU: 1 });
  const checker = checkerOf(toolchain, { kernel, semantics: 'opencl', level: 'baton', constants });
  const [values] = [...checker.configurations()].flatMap(({ values, reason }) =>
    reason === undefined ? [values] : [],
  );
  const { result } = await finish(longest(values ?? {}), checker);
  expect(result.status).toBe('deadlock');
  expect(result.trail).toBeDefined();
});

/** A search that ends in this report. */
const ending = (report: Partial<SearchReport>): Verifier => ({
  canDiverge: false,
  configurations: () => [{ values: { WG: 4 } }, { values: { WG: 8 }, reason: 'it is too large' }],
  simulate: () => Promise.reject(new Error('not simulated')),
  replayFinish: () => Promise.reject(new Error('not replayed')),
  search: async () => ({
    states: 1,
    transitions: 1,
    depth: 1,
    memoryMB: 1,
    seconds: 0,
    deadlock: false,
    verdict: 'violated',
    finishes: [],
    ...report,
  }),
});

const at = (...times: number[]) => times.map((time) => ({ time, values: { WG: 4 } }));

test('schedules of different lengths make an interval, proved or so far', async () => {
  const whole = await finish(longest({ WG: 4 }), ending({ finishes: at(7, 5, 9) }));
  expect(whole.result).toMatchObject({
    status: 'proved',
    schedules: { shortest: 5, longest: 9 },
    reason: 'Schedules of WG 4 take from 5 to 9 ticks.',
  });
  const cut = await finish(longest({ WG: 4 }), ending({ finishes: at(7, 5), cut: 'memory' }));
  expect(cut.result).toMatchObject({
    status: 'out-of-memory',
    schedules: { shortest: 5, longest: 7 },
    reason: 'The verifier ran out of memory: so far schedules of WG 4 take from 5 to 7 ticks.',
  });
});

test('what cannot run is said', async () => {
  const { result: invalid } = await finish(longest({ WG: 8 }), ending({}));
  expect(invalid).toMatchObject({ status: 'invalid', reason: 'WG 8: it is too large.' });
  const { result: unknown } = await finish(longest({ WG: 5 }), ending({}));
  expect(unknown.status).toBe('invalid');
  const { result: stuck } = await finish(longest({ WG: 4 }), ending({}));
  expect(stuck).toMatchObject({ status: 'deadlock', optima: [] });
});
