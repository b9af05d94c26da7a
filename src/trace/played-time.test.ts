import { afterAll, expect, test } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { exampleText, kernelOf, platform, simulatedTraceOf } from '../testing/engine.ts';
import { playedTime, stepAt, timeSplit } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const text = exampleText('sum');
const constants = platform({ size: 16, NP: 2, NU: 2 });
const setup = { kernel: kernelOf(text), semantics: 'opencl', level: 'baton', constants } as const;
const trace = await simulatedTraceOf(toolchain, setup, { WG: 4, TS: 2 });
const played = playedTime(trace, text);
const { stage, run } = played;

test('each element has a column, and its bars add up to how its time is split', () => {
  expect(stage.items.map(({ label }) => label)).toEqual(['0.0', '0.1', '1.0', '1.1']);
  expect(stage.items[0]?.name).toBe('pex 0.0: work-items 0 and 2');
  expect(stage.length).toBe(Number(trace.endTick));
  const spent = (column: number, wanted: string): number =>
    stage.bars
      .filter((bar) => bar.column === column && bar.kind === wanted)
      .reduce((sum, { from, until }) => sum + until - from, 0);
  const elements = timeSplit(trace).elements;
  for (const [column, { ticks }] of elements.entries())
    expect([spent(column, 'global'), spent(column, 'local'), spent(column, 'gate')]).toEqual([
      ticks.global,
      ticks.local,
      ticks.barrier,
    ]);
});

test('steps go on in time, and each says what it does, where, and until when', () => {
  const lines = new Set(stage.lines.map(({ number }) => number));
  let before = 0;
  for (const [at, { event, column }] of stage.steps.entries()) {
    const state = played.stateAt(event);
    expect(state.step).toBe(at);
    expect(stepAt(stage, event)).toBe(at);
    expect(state.place).toBeGreaterThanOrEqual(before);
    before = state.place;
    const item = state.items[column];
    if (!item) continue;
    expect(lines.has(item.line ?? 0)).toBe(true);
    expect(item.doing?.state).not.toBe('idle');
    expect(item.status === 'waits').toBe(item.doing?.state === 'barrier');
    for (const { waiting, of } of state.gates) expect(waiting).toBeLessThanOrEqual(of);
  }
  expect(played.wordsOf(played.stateAt(stage.steps[0]?.event ?? 0), false)).toMatch(
    /^pex \d\.\d works in global memory for \d+ ticks, until tick \d+$/,
  );
});

test('it begins with nothing done and ends with all done, at the last tick', () => {
  expect(played.stateAt(0)).toMatchObject({ step: -1, place: 0 });
  const end = played.stateAt(run.count - 1);
  expect(end.step).toBe(stage.steps.length - 1);
  expect(end.place).toBe(Number(trace.endTick));
  expect(end.items.map(({ status }) => status)).toEqual(['ended', 'ended', 'ended', 'ended']);
});

test('where some never come, the others wait at the gate for ever', async () => {
  const divergent = exampleText('divergent');
  const stuck = await simulatedTraceOf(
    toolchain,
    { ...setup, kernel: kernelOf(divergent) },
    { WG: 4, TS: 2 },
  );
  expect(stuck.isStuck).toBe(true);
  const end = playedTime(stuck, divergent);
  const { items, gates } = end.stateAt(end.run.count - 1);
  expect(items.some(({ status }) => status === 'waits')).toBe(true);
  expect(gates.length).toBeGreaterThan(0);
});
