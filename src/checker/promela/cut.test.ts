import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../base/failure.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import { checkModel, type CheckModelOptions } from './check.ts';

/** Far more states than a test has time or memory for. */
const COUNTERS = `byte a, b, c, d;
active proctype p() {
  do
  :: a < 200 -> a++
  :: b < 200 -> b++; assert(b != 3)
  :: c < 200 -> c++
  :: d < 200 -> d++
  od
}
ltl small { [] (a + b + c + d < 900) }
`;
const SMALL = 'byte n;\nactive proctype p() { n = 1 }\nltl low { [] (n < 2) }\n';

let toolchain: Toolchain;
beforeAll(async () => {
  toolchain = await createNodeToolchain();
});
afterAll(() => toolchain.dispose());

/** Nothing in it counts as an error. */
const SILENT = { ignoreAssertions: true, ignoreEnds: true };

/** What AbortSignal.timeout gives as its reason. */
const LIMIT = new DOMException('too long', 'TimeoutError');

const check = (text: string, options: Partial<CheckModelOptions>) =>
  checkModel(toolchain, { text }, {}, { memoryMB: 1024, ...options });

const summary = ({ status, results }: Awaited<ReturnType<typeof check>>) => ({
  status,
  checks: results.map(({ check: { what }, status: of, reason }) => [what, of, reason]),
});

const NOT_BEGUN = 'The time limit was reached before the search began.';

/** Milliseconds. */
const LONG = { timeout: 240_000 };

describe('a limit that falls', LONG, () => {
  it('before the model was read leaves a note', async () => {
    const answer = await check(`#define N 1\n${SMALL}`, { signal: AbortSignal.abort(LIMIT) });
    expect(answer).toEqual({
      status: 'bounded',
      results: [],
      notes: ['The time limit was reached before the model was read: nothing was checked.'],
    });
  });

  it('before the first check leaves all of them, as not begun', async () => {
    const answer = await check(SMALL, { signal: AbortSignal.abort(LIMIT) });
    expect(summary(answer)).toEqual({
      status: 'bounded',
      checks: [
        ['assertions and invalid end states', 'bounded', NOT_BEGUN],
        ['ltl low', 'bounded', NOT_BEGUN],
      ],
    });
  });

  it('between two checks keeps what is finished', async () => {
    const limit = new AbortController();
    const begun: string[] = [];
    const answer = await check(SMALL, {
      signal: limit.signal,
      onCheck: ({ what }) => begun.push(what),
      onResult: () => limit.abort(LIMIT),
    });
    expect(summary(answer)).toEqual({
      status: 'bounded',
      checks: [
        ['assertions and invalid end states', 'holds', undefined],
        ['ltl low', 'bounded', NOT_BEGUN],
      ],
    });
    expect(begun).toEqual(['assertions and invalid end states']);
    expect(answer.results[0]?.states).toBeGreaterThan(0);
  });

  it('within a check keeps its figures so far', async () => {
    const limit = new AbortController();
    const { status, results } = await check(COUNTERS, {
      signal: limit.signal,
      ...SILENT,
      onProgress: ({ states }) => states > 0 && limit.abort(LIMIT),
    });
    const [first, second] = results;
    expect([status, first?.reason, second?.reason]).toEqual([
      'bounded',
      'The time limit was reached.',
      NOT_BEGUN,
    ]);
    expect(first?.native.at(-1)).toMatch(/^\.\/pan /);
    expect(first?.native.join()).not.toMatch(/FREQ/);
    const { states = 0, transitions = 0, depth = 0, memoryMB = 0 } = first ?? {};
    expect(Math.min(states, transitions, depth, memoryMB)).toBeGreaterThan(1);
  });

  it('after an error was found keeps the error and its trail', async () => {
    const limit = new AbortController();
    const { status, results } = await check(COUNTERS, {
      signal: limit.signal,
      errors: 0,
      onEvent: ({ kind }) => kind === 'trail' && limit.abort(LIMIT),
    });
    const [first] = results;
    expect([status, first?.errors, first?.reason]).toEqual([
      'violated',
      expect.any(Number),
      expect.stringMatching(/^The time limit was reached/),
    ]);
    expect(first?.problems[0]?.message).toMatch(/^assertion violated/);
    expect(first?.trail?.length).toBeGreaterThan(0);
  });
});

it('keeps the figures of a search without memory, and goes on', { timeout: 240_000 }, async () => {
  const { status, results } = await check(COUNTERS, { memoryMB: 64, ...SILENT });
  expect([status, ...results.map((result) => result.status)]).toEqual(
    Array.from({ length: 3 }, () => 'out-of-memory'),
  );
  for (const { states, transitions, depth, memoryMB, reason } of results) {
    expect(Math.min(states, transitions, depth, memoryMB)).toBeGreaterThan(1);
    expect(reason).toBe('The verifier ran out of memory.');
  }
});

it(
  'a search whose better verifier cannot be compiled goes on with the quick one',
  LONG,
  async () => {
    const tried: string[] = [];
    const without: Toolchain = {
      ...toolchain,
      async compile({ optimise, ...request }, call) {
        tried.push(optimise);
        if (optimise === '-O2') throw new Failure('worker', 'The compiler ran out of memory.', '');
        return toolchain.compile({ ...request, optimise, orKept: [] }, call);
      },
    };
    const text = COUNTERS.replaceAll('200', '32').replace(/; assert.*|ltl.*/g, '');
    // A verifier that is kept is there at once, and the better one is soon wanted.
    const begun = new AbortController();
    await check(text, { ...SILENT, signal: begun.signal, onProgress: () => begun.abort(LIMIT) });
    const answer = await checkModel(without, { text }, {}, { memoryMB: 1024, ...SILENT });
    expect(answer.status).toBe('holds');
    expect(tried).toContain('-O2');
  },
);
