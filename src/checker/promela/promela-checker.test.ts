import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import { finish } from '../../testing/engine.ts';
import { bisection } from '../../tuning/bisection.ts';
import {
  branchAndBound,
  type Strategy,
  sweep,
  type TuningResult,
  type Verifier,
} from '../../tuning/index.ts';
import { PromelaChecker } from './promela-checker.ts';
import { RUNS } from '../../testing/amounts.ts';

/** A foreign program with the paper's variables, written as people write. */
const MODEL = `// it's not a model of ours
#define N 5
#ifdef NEVER
this is no Promela
#endif
int time; bool FIN; int WG, TS, size;
active proctype main() {
  byte i;
  size = 1 << N;
  select (i : 2 .. N - 1); WG = size >> (N - i);
  select (i : 1 .. N - 1); TS = size >> (N - i);
  time = (size / WG) * 4 + TS * 3 + size / TS;
  FIN = true
}
`;

/** All configurations and times, computed independently. */
function times(): { WG: number; TS: number; time: number }[] {
  const all = [];
  for (let i = 2; i <= 4; i += 1)
    for (let j = 1; j <= 4; j += 1) {
      const [WG, TS] = [2 ** i, 2 ** j];
      all.push({ WG, TS, time: (32 / WG) * 4 + TS * 3 + 32 / TS });
    }
  return all;
}

const least = Math.min(...times().map(({ time }) => time));
const optima = times()
  .filter(({ time }) => time === least)
  .map(({ WG, TS }) => ({ WG, TS }));

const resultOf = async (strategy: Strategy, verifier: Verifier): Promise<TuningResult> =>
  (await finish(strategy, verifier)).result;

let toolchain: Toolchain;
beforeAll(async () => {
  toolchain = await createNodeToolchain();
});
afterAll(() => toolchain.dispose());

const checker = (text: string): PromelaChecker =>
  new PromelaChecker(toolchain, text, { memoryMB: 1024 });

const STRATEGIES = [
  ['bisection', bisection, 2],
  ['branch and bound', branchAndBound, 0],
] as const;

describe('a Promela model of any origin', () => {
  it.each(STRATEGIES)(
    'has its minimum proved by %s, with few searches of everything',
    async (_, strategy, most) => {
      const { result, events } = await finish(strategy, checker(MODEL));
      expect(result).toMatchObject({ status: 'proved', minTime: least, optima });
      const runs = events.flatMap((event) => (event.type === 'run' ? [event.run] : []));
      // Others end early, but that in which the bound is lowered.
      const whole = runs.filter(
        ({ verdict, purpose }) => verdict === 'satisfied' || purpose === 'optima',
      );
      expect(whole.length).toBeLessThanOrEqual(most);
    },
  );

  it('has a trail that can be followed, though its search has been deeper before', async () => {
    const text = `int best, cost; bool end;
      active proctype worker() {
        byte i;
        do
        :: i < 4 -> i++; best = best + i; cost = cost + (6 - i)
        :: i > 0 -> break
        od;
        end = true
      }`;
    const tuning = {
      parameters: ['best'],
      objective: 'cost',
      when: 'end',
      goal: 'smallest',
    } as const;
    const tuned = new PromelaChecker(toolchain, text, { memoryMB: 500 }, tuning);
    const { trail } = await resultOf(bisection, tuned);
    if (!trail) throw new Error('there is a trail');
    expect(await tuned.replayFinish(trail)).toEqual({ time: 5, values: { best: 1 } });
  });

  it.each(STRATEGIES)('shows every optimal configuration by %s', async (_, strategy) => {
    // Two configurations that are equally good, and no others.
    const text = MODEL.replace(
      /time = .*;/,
      'time = (WG == 8 || (WG == 16 && TS == 2) -> 7 : 9) + (TS > 2 -> 5 : 0);',
    );
    const tuned = checker(text);
    const result = await resultOf(strategy, tuned);
    if (!result.trail) throw new Error('there is a trail');
    expect((await tuned.replayFinish(result.trail)).time).toBe(7);
    expect(result).toMatchObject({
      status: 'proved',
      minTime: 7,
      optima: [
        { WG: 8, TS: 2 },
        { WG: 16, TS: 2 },
      ],
    });
  });

  it.each([
    [{ hashCompact: true }, 'sampled'],
    [{ contextSwitches: 3 }, 'bounded'],
    [{ breadthFirst: true, collapse: true }, 'proved'],
  ] as const)('searched with %o is %s', { timeout: 120_000 }, async (keeping, status) => {
    const tuned = new PromelaChecker(toolchain, MODEL, { memoryMB: 1100, keeping });
    const { result } = await finish(branchAndBound, tuned);
    expect(result).toMatchObject({ status, minTime: least });
  });

  it.runIf(RUNS > 1)(
    'is searched with less where the memory ends',
    { timeout: 300_000 },
    async () => {
      const text = MODEL.replace('int time;', 'int time; int a[600]; short n;').replace(
        '  FIN = true',
        '  do :: n < 6000 -> n++; a[n % 600] = n :: n == 6000 -> break od;\n  FIN = true',
      );
      const tuned = new PromelaChecker(toolchain, text, { memoryMB: 160 });
      const { result, events } = await finish(branchAndBound, tuned);
      const told = events.flatMap((event) => (event.type === 'stage' ? [event.text] : []));
      expect(told.join()).toMatch(/The memory does not suffice: .*-DCOLLAPSE/);
      expect(told.join()).toMatch(/-DBITSTATE/);
      expect(result).toMatchObject({ status: 'sampled', minTime: least });
    },
  );

  it('is only sampled by simulation', async () => {
    const result = await resultOf(sweep, checker(MODEL));
    expect(result.status).toBe('sampled');
    expect(result.minTime).toBeGreaterThanOrEqual(least);
    const [first] = result.optima;
    expect(times()).toContainEqual({ ...first, time: result.minTime });
  });

  it('that lacks a variable says which', async () => {
    const text = MODEL.replaceAll('TS', 'tile');
    await expect(resultOf(bisection, checker(text))).rejects.toMatchObject({
      place: 'model',
      message: 'The model cannot be tuned: the model has no global variable `TS`.',
    });
  });

  it('that never finishes is no proof of anything', async () => {
    const result = await resultOf(bisection, checker(MODEL.replace('FIN = true', 'FIN = false')));
    expect(result.status).toBe('deadlock');
    expect(result.minTime).toBeUndefined();
  });

  // SPIN notices on the next line.
  it('that SPIN rejects is rejected at its line', async () => {
    const text = MODEL.replace('FIN = true', 'FIN = nonsense');
    await expect(resultOf(bisection, checker(text))).rejects.toThrow(/line 1[34] .*nonsense/);
  });
});

describe('a model that does not always come to its end', () => {
  const VARIABLES = 'int time; bool FIN; int WG, TS; chan never_sent = [0] of { int };';

  it('is said to never set FIN where no run does', { timeout: 120_000 }, async () => {
    const text = `${VARIABLES} active proctype p() { WG = 4; if :: time = 5 :: never_sent?time fi }`;
    const result = await resultOf(bisection, checker(text));
    expect(result).toMatchObject({ status: 'deadlock', optima: [] });
    expect(result.reason).toMatch(/^No run of the model sets FIN: /);
  });

  it('is tuned by the runs that do', { timeout: 120_000 }, async () => {
    const text = `${VARIABLES}
      active proctype p() { WG = 4; if :: never_sent?time :: TS = 4; time = 5; FIN = true fi }`;
    // A simulation may take either way.
    const result = await resultOf(bisection, checker(text));
    expect(result).toMatchObject({ status: 'proved', minTime: 5, optima: [{ WG: 4, TS: 4 }] });
    const stuck = `${VARIABLES} active proctype p() { WG = 4; do :: time < 9 -> time++ :: else -> break od }`;
    const { status, reason } = await resultOf(sweep, checker(stuck));
    expect([status, reason]).toEqual(['deadlock', 'No simulation reached the end (FIN).']);
  });
});
