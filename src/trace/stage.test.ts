import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualConstants } from '../base/constants.ts';
import { builtValues } from '../testing/value-listing.ts';
import { checkByRunning } from '../values/run/check.ts';
import { traceByRunning } from '../values/run/trace-by-running.ts';
import { steeredRun } from '../values/run/steer.ts';
import type { ValueTrace } from '../values/index.ts';
import { MOST_COLUMNS, stageOf } from './stage.ts';
import { StagePlayer } from './stage-state.ts';
import { RUNS } from '../testing/amounts.ts';

const turned = (barrier: string, items = 2): string => `#pragma tuner param WG = {${items}}
#pragma tuner input a[i] = i + 5
#pragma tuner ensures forall i < size: b[i] == a[size - 1 - i]
__kernel void turn(__global const int *a, __global int *b) {
  __local int tile[${items}];
  int lid = get_local_id(0);
  tile[lid] = a[lid];
  ${barrier}
  b[lid] = tile[${items - 1} - lid];
}
`;
const MET = turned('barrier(CLK_LOCAL_MEM_FENCE);');
const OPEN = turned('');

const about = (text: string, size: number) => ({ text, constants: { ...usualConstants(), size } });

function steered(text: string, choices: readonly number[], size = 2): ValueTrace {
  const program = builtValues(text, { size, WG: size });
  const { trace } = steeredRun(program, choices, about(text, size));
  if (!trace) throw new Error('it runs as one group');
  return trace;
}

test('an item has a column, its next line, and the variables it has set', () => {
  const trace = steered(MET, [1]);
  const stage = stageOf(trace, MET);
  expect(stage.items.map(({ label }) => label)).toEqual(['0', '1']);
  expect(stage.lines.map(({ number }) => number)).toEqual([6, 7, 8, 9, 10]);
  expect(stage.lines.filter(({ isGate }) => isGate).map(({ number }) => number)).toEqual([8]);
  const player = new StagePlayer(stage);
  const begun = player.stateAt(-1);
  expect(begun.step).toBe(-1);
  expect(begun.items[1]).toMatchObject({ status: 'ready', line: 6 });
  const { items } = player.stateAt(trace.events.findIndex(({ kind }) => kind === 'variable'));
  expect(items[1]?.variables).toEqual([{ name: 'lid', value: 1, isNew: true }]);
  expect(items[1]?.next).toMatchObject({ kind: 'read', cell: 1, value: 6 });
  expect(items[0]?.variables).toEqual([]);
});

test('items gather at a gate, which opens when all are there', () => {
  const trace = steered(MET, [1, 1, 1, 1]);
  const stage = stageOf(trace, MET);
  const player = new StagePlayer(stage);
  const first = trace.events.findIndex(({ kind }) => kind === 'arrive');
  expect(player.stateAt(first).gates).toEqual([{ line: 8, waiting: 1, of: 2 }]);
  expect(player.stateAt(first).items[1]).toMatchObject({ status: 'waits', line: 8 });
  const second = trace.events.findLastIndex(({ kind }) => kind === 'arrive');
  expect(player.stateAt(second).gates).toEqual([{ line: 8, waiting: 2, of: 2 }]);
  const end = player.stateAt(trace.events.length - 1);
  expect(end.gates).toEqual([]);
  expect(end.items.map(({ status }) => status)).toEqual(['ended', 'ended']);
});

test('a cell that two touch without a barrier between is marked, and none where they meet', () => {
  const races = (text: string): number => {
    const trace = steered(text, [0, 0, 0, 0, 0]);
    const { arrays } = new StagePlayer(stageOf(trace, text)).stateAt(trace.events.length - 1);
    return arrays.flat().filter(({ race }) => race !== undefined).length;
  };
  expect(races(OPEN)).toBeGreaterThan(0);
  expect(races(MET)).toBe(0);
});

test('what nobody wrote stays so, also after it was read', () => {
  const program = builtValues(OPEN, { size: 2, WG: 2 });
  const trace = steered(OPEN, [0, 0, 0, 0, 0]);
  const player = new StagePlayer(stageOf(trace, OPEN));
  const tile = trace.arrays.findIndex(({ name }) => name === 'tile');
  const read = trace.events.findIndex((event) => event.kind === 'read' && event.array === tile);
  expect(player.stateAt(read).arrays[tile]?.[1]).toMatchObject({ value: undefined, readers: [0] });
  // The finding's trace ends where it goes wrong.
  const found = traceByRunning(program, 0, about(OPEN, 2));
  expect(found?.items).toBe(2);
});

test('a cell beyond the end stands where it was touched', () => {
  const text = OPEN.replace('- lid', '+ lid');
  const program = builtValues(text, { size: 2, WG: 2 });
  const { findings } = checkByRunning(program, about(text, 2));
  const beyond = findings.findIndex(({ kind }) => kind === 'bounds');
  const trace = traceByRunning(program, beyond, about(text, 2));
  expect(trace).toBeDefined();
  if (!trace) return;
  const { arrays } = new StagePlayer(stageOf(trace, text)).stateAt(trace.events.length - 1);
  const beyondCells = arrays.flat().filter(({ isBeyond }) => isBeyond);
  expect(beyondCells).toEqual([expect.objectContaining({ value: undefined })]);
});

test('more items than there is room for are folded, and those that matter stay', () => {
  const many = turned('', 32);
  const found = traceByRunning(builtValues(many, { size: 32, WG: 32 }), 0, about(many, 32));
  const { event, other } = found?.wrong ?? { event: -1 };
  expect(found).toBeDefined();
  if (!found) return;
  const stage = stageOf(found, many);
  expect([stage.items.length, stage.folded]).toEqual([MOST_COLUMNS, 32 - MOST_COLUMNS]);
  const items = stage.items.map(({ item }) => item);
  expect(items).toContain(found.events[event]?.item);
  expect(items).toContain(found.events[other ?? event]?.item);
});

test('in any order and going to and fro, memory is what the run itself says', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 24 }),
      fc.array(fc.integer({ min: -1, max: 60 }), { minLength: 1, maxLength: 6 }),
      (choices, visits) => {
        const text = turned('', 4);
        // A choice of somebody who has ended is no choice.
        const trace = firstThatRuns(text, choices);
        const stage = stageOf(trace, text);
        const player = new StagePlayer(stage);
        expect(stage.stepOf).toHaveLength(trace.events.length);
        for (const visit of visits) {
          const at = Math.min(visit, trace.events.length - 1);
          const state = player.stateAt(at);
          expect(
            state.arrays.map((row) => row.map(({ value, writers }) => [value, writers.at(-1)])),
          ).toEqual(plainMemory(trace, at));
        }
      },
    ),
    { numRuns: 20 * RUNS },
  );
});

/** Value and last writer of each cell, told by going through the events once. */
function plainMemory({ arrays, events }: ValueTrace, at: number) {
  const told = arrays.map(({ cells, isUnknown = false }) =>
    cells.map((value): [number | bigint | undefined, number | undefined] => [
      isUnknown ? undefined : value,
      undefined,
    ]),
  );
  for (const event of events.slice(0, at + 1)) {
    const row = 'array' in event ? told[event.array] : undefined;
    if (row && event.kind === 'write') row[event.cell] = [event.value, event.item];
  }
  return told;
}

function firstThatRuns(text: string, choices: readonly number[]): ValueTrace {
  const program = builtValues(text, { size: 4, WG: 4 });
  const kept: number[] = [];
  for (const choice of choices) {
    const { ready } = steeredRun(program, kept, about(text, 4));
    if (ready.some(({ item }) => item === choice)) kept.push(choice);
  }
  const { trace } = steeredRun(program, kept, about(text, 4));
  if (!trace) throw new Error('it runs as one group');
  return trace;
}
