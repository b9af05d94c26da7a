import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import {
  checkerOf,
  exampleText,
  finish,
  kernelOf,
  platform,
  problemOf,
} from '../../testing/engine.ts';
import { bisection } from '../../tuning/bisection.ts';
import { branchAndBound, type Emit, type KnownBounds } from '../../tuning/index.ts';
import { createSessionWith } from '../core.ts';
import { essenceOf } from '../../checker/index.ts';
import { BoundsKeeper, keeperFor } from './bounds.ts';
import type { Run } from '../run/run.ts';
import { storageOf, world } from '../../testing/session.ts';

const create = () => createNodeToolchain();
const toolchains = await Promise.all([create(), create(), create(), create()]);
const [toolchain] = toolchains;
afterAll(() => {
  for (const each of toolchains) each.dispose();
});

const atOnce = () => Promise.resolve();
const setup = {
  kernel: kernelOf(exampleText('abstract')),
  semantics: 'published',
  level: 'baton',
  constants: platform({ size: 32 }),
} as const;

describe.each([
  ['bisection', bisection],
  ['branch-and-bound', branchAndBound],
] as const)('%s', (method, strategy) => {
  it('goes on from the bounds of a run that was cut off', { timeout: 120_000 }, async () => {
    const storage = storageOf();
    const controller = new AbortController();
    const open = () =>
      keeperFor(storage, essenceOf(problemOf(setup)), method, atOnce, new AbortController().signal);
    const first = await open();
    expect(first?.from).toBeUndefined();
    const checker = checkerOf(toolchain, setup);
    let seen = 0;
    const emit: Emit = (event) => {
      first?.see(event);
      if (event.type === 'interval') seen += 1;
      // By then bisection halved twice; branch and bound knows a path.
      if (seen === (method === 'bisection' ? 3 : 1)) controller.abort();
    };
    const cut = await strategy(checker, emit, controller.signal);
    expect(cut.status).toBe('cancelled');
    first?.end(cut);

    const second = await open();
    const { from } = second ?? {};
    expect(from).toBeDefined();
    if (!from) return;
    if (method === 'bisection') expect(from.low).toBeGreaterThan(0);
    // A search without them confirms the bounds.
    expect(from.low).toBeLessThan(584);
    expect(from.best.time).toBeGreaterThanOrEqual(584);
    const { events, result } = await finish(strategy, checker, { from });
    expect(result).toMatchObject({
      status: 'proved',
      minTime: 584,
      runnerUp: { time: 608 },
      from: { low: from.low, high: from.best.time },
    });
    expect(result.trail).toBeDefined();
    expect(events[0]).toMatchObject({ type: 'stage', text: /^Going on from an earlier run: / });
    for (const event of events) {
      if (event.type !== 'run' || event.run.purpose !== 'over-time') continue;
      expect(event.run.bound).toBeGreaterThan(Number(from.low));
      expect(event.run.bound).toBeLessThanOrEqual(Number(from.best.time));
    }
    second?.end(result);
    expect((await open())?.from).toBeUndefined();
  });
});

it('counts for the same problem alone', { timeout: 60_000 }, async () => {
  const storage = storageOf();
  const { signal } = new AbortController();
  const of = (changes: Partial<typeof setup>, method: 'bisection' | 'branch-and-bound') =>
    keeperFor(storage, essenceOf(problemOf({ ...setup, ...changes })), method, atOnce, signal);
  const keeper = await of({}, 'bisection');
  await Promise.resolve();
  keeper?.see({ type: 'best', finish: { time: 608, values: { WG: 16, TS: 2 } } });
  keeper?.see({ type: 'interval', low: 300, high: 608 });
  const known = { low: 300, best: { time: 608, values: { WG: 16, TS: 2 } } };
  expect((await of({}, 'bisection'))?.from).toEqual(known);
  const others = [
    of({}, 'branch-and-bound'),
    of({ constants: platform({ size: 64 }) } as object, 'bisection'),
    of({ constants: platform({ size: 32, GMT: 5 }) } as object, 'bisection'),
    of({ level: 'accelerated' } as object, 'bisection'),
    of({ semantics: 'opencl' } as object, 'bisection'),
    of({ kernel: kernelOf(exampleText('abstract').replace('GMT * TS', 'TS')) }, 'bisection'),
  ];
  for (const other of await Promise.all(others)) expect(other?.from).toBeUndefined();
});

test('what is in the storage is not trusted', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      const storage = storageOf(new Map([['overtime.bounds.1', text]]));
      expect(new BoundsKeeper(storage, 'key').from).toBeUndefined();
    }),
  );
  const entry = { key: 'key', low: '5', best: { time: '9', values: { WG: 4 } } };
  const read = (changes: object): KnownBounds | undefined =>
    new BoundsKeeper(
      storageOf(new Map([['overtime.bounds.1', JSON.stringify([{ ...entry, ...changes }])]])),
      'key',
    ).from;
  expect(read({})).toEqual({ low: 5, best: { time: 9, values: { WG: 4 } } });
  expect(read({ low: '9223372036854775806' })?.low).toBe(9223372036854775806n);
  expect(read({ low: 5 })).toBeUndefined();
  expect(read({ low: 'five' })).toBeUndefined();
  expect(read({ best: { time: '9', values: { WG: 4.5 } } })).toBeUndefined();
  expect(read({ trail: { words: ['T=9'], text: 'not a trail' } })).toBeUndefined();
});

test('a full storage disturbs nobody', () => {
  const keeper = new BoundsKeeper(
    {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    },
    'key',
  );
  expect(() => {
    keeper.begin();
    keeper.see({ type: 'best', finish: { time: 9, values: { WG: 4 } } });
    keeper.end({ status: 'proved', optima: [] });
  }).not.toThrow();
});

test('a session goes on where the one before the reload was', { timeout: 120_000 }, async () => {
  const entries = new Map<string, string>();
  const open = (which: number) =>
    createSessionWith(
      world({
        toolchain: (() => {
          let next = 2 * which;
          return () => toolchains[next++] ?? toolchain;
        })(),
        storage: storageOf(entries),
        date: () => Date.now(),
        pause: atOnce,
      }),
    );
  const until = (session: ReturnType<typeof open>, what: (run: Run) => boolean): Promise<Run> =>
    new Promise((resolve) => {
      const stop = session.store.subscribe(({ run }) => {
        if (!what(run)) return;
        stop();
        resolve(run);
      });
    });

  const before = open(0);
  await Promise.resolve();
  const halved = until(before, ({ runs }) => runs.length === 2);
  before.commands.tune();
  await halved;
  // The page goes away, and its run with it.
  before.commands.cancel();

  const after = open(1);
  await Promise.resolve();
  const going = until(after, ({ stage }) => stage.startsWith('Going on from an earlier run'));
  const ended = until(after, ({ phase }) => phase === 'ended');
  after.commands.tune();
  await going;
  const { result } = await ended;
  expect(result).toMatchObject({ status: 'proved', minTime: 584 });
  expect(result?.from).toBeDefined();
  // A solved problem begins anew.
  after.commands.tune();
  const again = until(after, ({ phase }) => phase === 'ended');
  expect((await again).result?.from).toBeUndefined();
});
