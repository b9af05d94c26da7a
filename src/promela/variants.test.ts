import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { censusTimes, checkerOf, kernelOf, platform, simulatedTimes } from '../testing/engine.ts';
import { simulateEvents } from '../testing/event-simulation.ts';
import { nativelyPreprocessed } from '../testing/native-preprocessor.ts';
import type { Constants } from '../platform/index.ts';
import { MOST_TICKS } from '../base/ticks.ts';
import { generateModel, type Level } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** Copies as many elements as the parameter says, chosen by #if. */
const COPIES = `#pragma tuner param V = {1, 2, 4}
#pragma tuner param WG = {4}
#pragma tuner items size / V
__kernel void k(__global int *a, __global int *b) {
  int i = get_global_id(0);
#if V == 1
  b[i] = a[i];
#elif V == 2
  b[i] = a[i];
  b[i + 8] = a[i + 8];
#elif V == 4
  b[i] = a[i];
  b[i + 4] = a[i + 4];
  b[i + 8] = a[i + 8];
  b[i + 12] = a[i + 12];
#endif
}
`;

/** A tile that some configurations have, and whose barriers the others do not need. */
const TILED = `#pragma tuner param WG = {2, 4}
#pragma tuner param TILED = {0, 1}
#pragma tuner param V = {1, 2, 4}
__kernel void k(__global int *a, __global int *b) {
  int i = get_global_id(0), l = get_local_id(0), sum = 0;
#if TILED
  __local int t[WG];
#endif
  for (int j = 0; j < 6; ++j) {
#if TILED && WG > 2
    t[l] = a[i + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += t[WG - 1 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
#elif TILED
    barrier(CLK_LOCAL_MEM_FENCE);
#else
    sum += a[i + WG - 1 - l];
#endif
#if V * WG == 8
    b[i] = sum;
#endif
  }
#if V > 1
  if (l < V) b[i] = sum;
#endif
  b[i] = sum;
}
`;

/** Published models add a tick to each phase's cost, so that phases are counted. */
const STAGED = `#pragma tuner param WG = {2, 4}
#pragma tuner param TS = {2}
#pragma tuner param V = {1, 2, 3}
__kernel void k(__global int *a, __local int *t) {
  int l = get_local_id(0);
  t[0] = a[l];
  for (int j = 0; j < TS; ++j) {
    t[l] = a[l] + t[l];
#if V == 1
    barrier(CLK_LOCAL_MEM_FENCE);
    a[l] = t[0] + t[1];
#elif V == 2
    a[l] = t[l] + 1;
#endif
    a[l] = t[1];
  }
#if V > 1
  a[l] = t[0] + t[1];
#else
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  a[l] = 1;
}
`;

/** The C compiler's reading of each configuration, by the event simulation. */
function natively(text: string, constants: Constants) {
  const { parameters } = kernelOf(text);
  let all: Record<string, number>[] = [{}];
  for (const { name, domain } of parameters)
    all = all.flatMap((values) =>
      domain.kind === 'list'
        ? domain.values.map((value) => ({
            ...values,
            [name]: value.kind === 'number' ? value.value : 0,
          }))
        : [],
    );
  return all.map((values) => {
    const own = kernelOf(nativelyPreprocessed(text, { ...constants, ...values }));
    const simulated = simulateEvents(own, values, constants);
    return { values, time: simulated.kind === 'finished' ? simulated.time : simulated.kind };
  });
}

const setup = (text: string, level: Level, constants: Constants) =>
  ({ kernel: kernelOf(text), semantics: 'opencl', level, constants }) as const;

describe('a kernel whose code is chosen by #if', () => {
  const usual = platform({ size: 16 });

  it('takes what the code of each configuration takes', { timeout: 60_000 }, async () => {
    const times = await simulatedTimes(toolchain, setup(COPIES, 'accelerated', usual));
    expect(times.map(({ time }) => time)).toEqual([2 * (1 + 8), 1 + 16, 1 + 32]);
  });

  it.each<Level>(['baton', 'representatives', 'accelerated'])(
    'does so at level %s',
    { timeout: 120_000 },
    async (level) => {
      for (const constants of [usual, platform({ size: 16, NP: 3, NU: 1, BT: 3, LMT: 2, DT: 0 })])
        for (const text of [COPIES, TILED]) {
          const times = await simulatedTimes(toolchain, setup(text, level, constants));
          expect(times).toEqual(natively(text, constants));
        }
    },
  );

  it('does so in every schedule at level free', { timeout: 120_000 }, async () => {
    const constants = platform({ size: 8, NP: 2, NU: 1 });
    const text = COPIES.replace('{4}', '{2}');
    const checker = checkerOf(toolchain, setup(text, 'free', constants));
    const { finishes, cut } = await checker.search({ bound: MOST_TICKS, all: true });
    expect(cut).toBeUndefined();
    const inOrder = [...finishes].map(({ values, time }) => ({ values, time }));
    expect(inOrder.toSorted((a, b) => (a.values['V'] ?? 0) - (b.values['V'] ?? 0))).toEqual(
      natively(text, constants),
    );
  });

  it('has a time where the code of others has none', { timeout: 120_000 }, async () => {
    for (const barrier of ['', 'barrier(CLK_LOCAL_MEM_FENCE);']) {
      const text = `#pragma tuner param WG = {4}
#pragma tuner param V = {0, 2}
__kernel void k(__global int *a) {
#if V > 0
  for (int j = 0; j < 8 / V; ++j) { a[j] = 1; ${barrier} }
#else
  a[0] = 2;
#endif
}`;
      const at = setup(text, 'accelerated', usual);
      // Two rounds of groups, dispatched in a tick: a store, or four with one-tick barriers.
      const [one, four] = [2 * (1 + 4), 2 * (1 + 4 * (4 + (barrier === '' ? 0 : 1)))];
      const both = [
        { values: { WG: 4, V: 0 }, time: one },
        { values: { WG: 4, V: 2 }, time: four },
      ];
      expect(await simulatedTimes(toolchain, at)).toEqual(both);
      expect(await censusTimes(toolchain, at)).toEqual(both);
    }
  });

  it('keeps the phases of its code as published', { timeout: 120_000 }, async () => {
    const constants = platform({ size: 8, GMT: 4 });
    const published = { semantics: 'published', level: 'baton', constants } as const;
    const { kernel } = setup(STAGED, 'baton', constants);
    const times = await simulatedTimes(toolchain, { kernel, ...published });
    expect(times.map(({ values }) => values['V'])).toEqual([1, 2, 3, 1, 2, 3]);
    for (const { values, time } of times) {
      const own = kernelOf(nativelyPreprocessed(STAGED, { ...constants, ...values }));
      const all = await simulatedTimes(toolchain, { kernel: own, ...published });
      expect(all).toContainEqual({ values, time });
    }
  });

  it('is folded as far as its code is', () => {
    const result = generateModel(kernelOf(COPIES), 'opencl', 'accelerated');
    expect(result).toMatchObject({
      ok: true,
      diagnostics: [],
      value: { folding: { elements: true, units: true, repeats: true }, canDiverge: false },
    });
  });
});
