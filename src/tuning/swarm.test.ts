import { packTrail, unpackTrail } from '../base/packed-trail.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import type { Level, SemanticsId } from '../promela/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { publishedAbstract, tilings } from '../testing/closed-forms.ts';
import { checkerOf, exampleText, finish, kernelOf, platform } from '../testing/engine.ts';
import {
  branchAndBound,
  type Emit,
  type Finish,
  type SearchRequest,
  swarm,
  type Verifier,
} from './index.ts';
import { randomNumbers, shuffled } from '../base/random.ts';
import { isLong } from '../testing/amounts.ts';

const toolchains = await Promise.all([createNodeToolchain(), createNodeToolchain()]);
const [toolchain, second] = toolchains;
afterAll(() => {
  for (const each of toolchains) each.dispose();
});

describe('with the real engine', () => {
  const cases: { example: string; semantics: SemanticsId; level: Level; size: number }[] = [
    { example: 'abstract', semantics: 'published', level: 'baton', size: 32 },
    { example: 'abstract', semantics: 'opencl', level: 'baton', size: 16 },
    { example: 'minimum', semantics: 'published', level: 'baton', size: 32 },
    { example: 'matmul', semantics: 'opencl', level: 'accelerated', size: 16 },
    { example: 'sum', semantics: 'opencl', level: 'representatives', size: 64 },
  ];
  it.each(isLong ? cases : [...cases.slice(0, 1), ...cases.slice(-1)])(
    'samples nothing below the proved minimum: $example, $semantics, $level',
    { timeout: 240_000 },
    async ({ example, semantics, level, size }) => {
      const kernel = kernelOf(exampleText(example));
      const constants = platform({ size });
      const checker = checkerOf(toolchain, { kernel, semantics, level, constants });
      const { result: proof } = await finish(branchAndBound, checker);
      expect(proof.status).toBe('proved');
      const { events, result } = await finish(swarm, checker, { others: [checker.beside(second)] });
      expect(result.status).toBe('sampled');
      expect(result.minTime).toBeGreaterThanOrEqual(Number(proof.minTime));
      // Spaces so small that a whole round meets the optimum.
      expect(result.minTime).toBe(proof.minTime);
      for (const values of result.optima) expect(proof.optima).toContainEqual(values);
      expect(result.found?.[0]).toMatchObject({ time: proof.minTime });
      const order = result.found?.map(({ time }) => Number(time)) ?? [];
      expect(order).toEqual(order.toSorted((left, right) => left - right));
      expect(await checker.replayFinish(result.trail ?? fail())).toMatchObject({
        time: result.minTime,
      });
      for (const event of events) {
        // A swarm never proves anything.
        if (event.type === 'run') expect(event.run.verdict).not.toBe('satisfied');
      }
    },
  );

  it('returns its best trail when the time is up', { timeout: 180_000 }, async () => {
    const kernel = kernelOf(exampleText('abstract'));
    const setup = { kernel, semantics: 'published', level: 'free' } as const;
    const small = checkerOf(toolchain, { ...setup, constants: platform({ size: 8 }) });
    await finish(swarm, small, { others: [small.beside(second)] }); // the verifier is compiled
    const constants = platform({ size: 256 });
    const seconds = 6;
    const checker = checkerOf(toolchain, { ...setup, constants });
    // Its time is up once something is found, however long that takes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const turn: Emit = ({ type }) => type === 'best' && vi.advanceTimersByTime(seconds * 1000);
    const options = { others: [checker.beside(second)], seconds };
    const { signal } = new AbortController();
    const result = await swarm(checker, turn, signal, options).finally(() => vi.useRealTimers());
    expect(result.status).toBe('sampled');
    expect(result.reason).toMatch(/when the time was up; nothing is proved/);
    const times = tilings(256).map((tiling) => publishedAbstract(tiling, constants));
    expect(times).toContain(result.minTime);
    const replayed = await checker.replayFinish(result.trail ?? fail());
    expect(replayed.time).toBe(result.minTime);
    expect(result.optima).toContainEqual(replayed.values);
  });
});

const fail = (): never => {
  throw new Error('there is no trail');
};

/** Each search finds a random time within the bound; for one configuration, its own. */
function fakeOf(
  times: readonly number[],
  search: (request: SearchRequest, within: Finish[]) => Promise<Finish[]> = async (_, within) =>
    within,
): Verifier {
  const all = times.map((time, index): Finish => ({ time, values: { C: index } }));
  const figures = { states: 1, transitions: 1, depth: 1, memoryMB: 1, seconds: 0 };
  return {
    canDiverge: false,
    configurations: () => all.map(({ values }) => ({ values })),
    simulate: () => Promise.reject(new Error('a swarm does not simulate')),
    replayFinish: async ({ packed }) => all[Number.parseInt(unpackTrail(packed), 10)] ?? fail(),
    search: async (request) => {
      const { bound, configuration, seed = fail() } = request;
      const most = typeof bound === 'string' ? Number.POSITIVE_INFINITY : bound;
      const within = shuffled(all, all.length, randomNumbers(seed)).filter(
        ({ time, values }) =>
          time <= most && (!configuration || configuration['C'] === values['C']),
      );
      const finishes = (await search(request, within)).slice(0, 1);
      for (const found of finishes) {
        const trail = { words: [], packed: packTrail(`${all.indexOf(found)}:0:0\n`) };
        request.onFound?.({ finish: found, trail, seconds: 0 });
      }
      const verdict = finishes.length > 0 ? 'violated' : 'incomplete';
      return { ...figures, verdict, cut: 'bitstate', finishes, deadlock: false };
    },
  };
}

describe('whatever the searches find', () => {
  test('it ends, with the least, sorted, and never as a proof', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        fc.integer({ min: 1, max: 4 }),
        async (times, seed, workers) => {
          const fake = fakeOf(times);
          const { result, events } = await finish(swarm, fake, {
            others: Array.from({ length: workers - 1 }, () => fake),
            seed,
          });
          expect(result.status).toBe('sampled');
          expect(result.minTime).toBe(Math.min(...times));
          const found = result.found?.map(({ time }) => Number(time)) ?? [];
          expect(found).toEqual(found.toSorted((left, right) => left - right));
          const bests = events.flatMap((event) =>
            event.type === 'best' ? [Number(event.finish.time)] : [],
          );
          expect(bests).toEqual(bests.toSorted((left, right) => right - left));
        },
      ),
      { numRuns: 50 },
    );
  });

  test('where every search is cut off each configuration has its turn', async () => {
    const asked = new Set<unknown>();
    // Searches of everything are cut off and find the worst alone.
    const fake = fakeOf([90, 50, 70, 80, 60], async ({ configuration }, within) => {
      if (configuration) asked.add(configuration['C']);
      return configuration ? within : within.filter(({ time }) => time === 90);
    });
    const cut: Verifier = {
      ...fake,
      search: async (request) => ({ ...(await fake.search(request)), cut: 'time' }),
    };
    const { result } = await finish(swarm, cut, { others: [cut] });
    expect(result).toMatchObject({ status: 'sampled', minTime: 50, optima: [{ C: 1 }] });
    expect(asked).toEqual(new Set([0, 1, 2, 3, 4]));
  });

  /** Finds a path at once, and the next never. */
  const endless = (): Verifier =>
    fakeOf([50, 40], ({ bound, signal }, within) =>
      bound === 'none'
        ? Promise.resolve(within)
        : new Promise((_, reject) => {
            signal?.addEventListener('abort', () => reject(new Error('ended')));
          }),
    );

  test('the time limit ends searches under way, and what they found stands', async () => {
    const { result } = await finish(swarm, endless(), { others: [endless()], seconds: 0.1 });
    expect(result.status).toBe('sampled');
    expect([40, 50]).toContain(result.minTime);
    expect(result.trail).toBeDefined();
    expect(result.found).toHaveLength(1);
  });

  test('the time limit begins when a verifier runs, however long it took to make', async () => {
    const seconds = 6;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = fakeOf([50], async ({ bound, signal }, within) => {
      if (bound === 'none') await vi.advanceTimersByTimeAsync(2 * seconds * 1000);
      signal?.throwIfAborted();
      return within;
    });
    const { result } = await finish(swarm, late, { seconds }).finally(() => vi.useRealTimers());
    expect(result).toMatchObject({ status: 'sampled', minTime: 50 });
  });

  test('so does cancelling, which is called that', async () => {
    const controller = new AbortController();
    const emit: Emit = (event) => {
      if (event.type === 'best') controller.abort();
    };
    const options = { others: [endless()] };
    const result = await swarm(endless(), emit, controller.signal, options);
    expect(result.status).toBe('cancelled');
    expect(result.trail).toBeDefined();
  });

  test('a failure of one worker ends the others and comes out', async () => {
    const broken = fakeOf([50], () => Promise.reject(new Error('broken')));
    await expect(finish(swarm, endless(), { others: [broken] })).rejects.toThrow('broken');
  });

  test('a program that never ends is not searched for ever', async () => {
    const { result } = await finish(
      swarm,
      fakeOf([50], async () => []),
    );
    expect(result).toMatchObject({ status: 'bounded', optima: [] });
    expect(result.reason).toMatch(
      /^No way to the end was found: \d+ random searches by 1 worker\.$/,
    );
  });
});

test('a shuffle keeps what it is given, each place as likely for each', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 1e9 }), (items, seed) => {
      const all = shuffled(items, items.length, randomNumbers(seed));
      expect(all.toSorted((left, right) => left - right)).toEqual(
        items.toSorted((left, right) => left - right),
      );
      expect(shuffled(items, 3, randomNumbers(seed))).toHaveLength(Math.min(3, items.length));
    }),
  );
  const counts = [0, 0, 0];
  const random = randomNumbers(1);
  for (let round = 0; round < 30_000; round += 1) {
    const at = shuffled(['a', 'b', 'c'], 3, random).indexOf('a');
    counts[at] = (counts[at] ?? 0) + 1;
  }
  for (const number of counts) expect(Math.abs(number - 10_000)).toBeLessThan(400);
});
