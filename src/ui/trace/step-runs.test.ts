import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunMessage, StepRun } from '../../spin/step-run.ts';
import { modelRun, ModelTrace, plainStatement, playedValues } from '../../trace/index.ts';
import { load, moves, setPlaying } from './moves.ts';
import { layOut, loopRows, NO_FILTER } from './sequence-layout.ts';
import { traceStore } from './trace-state.ts';
import { RUNS } from '../../testing/amounts.ts';

const numRuns = RUNS * 40;

const message = (kind: RunMessage['kind'], fields: string): RunMessage => ({
  kind,
  queue: 1,
  channel: 'c',
  fields: fields.split(','),
  isRendezvous: false,
});

const step = (
  process: number,
  statement: string,
  more: Partial<StepRun['steps'][number]> = {},
) => ({ number: 1, process, line: 1, statement, printed: [], changes: [], ...more });

/** A sends 1 and 2, B takes 1; a claim watches; then A and B go round. */
const RUN: StepRun = {
  processes: [{ name: 'watch' }, { pid: 1, name: 'B' }, { pid: 0, name: 'A' }],
  variables: [{ name: 'c', queue: 1 }],
  steps: [
    step(0, '(1)'),
    step(2, 'c!1', { message: message('send', '1'), changes: [[0, '[1]']] }),
    step(2, 'c!2', { message: message('send', '2'), changes: [[0, '[1][2]']] }),
    step(0, '(1)'),
    step(1, 'c?x', { message: message('receive', '1'), changes: [[0, '[2]']] }),
    step(2, '(y)'),
    step(1, '((x>0))'),
  ],
  cycleStart: 5,
};

const laidOut = (trace: ModelTrace, onlyMessages = false) =>
  layOut(modelRun(trace), { collapse: 'none', filter: { ...NO_FILTER, onlyMessages } });

describe('the chart of a run', () => {
  it('has lifelines by number, no claim, messages that join their ends, and the loop', () => {
    const layout = laidOut(new ModelTrace(RUN));
    const { run, lanes, rows, crossing } = layout;
    expect(lanes.map(({ label }) => label)).toEqual(['A', 'B']);
    expect(rows).toEqual([1, 2, 4, 5, 6]);
    expect(crossing).toEqual([{ row: 0, until: 2 }]);
    expect(run.markAt(1)).toMatchObject({ kind: 'message', from: 2, to: 1, taken: 4 });
    expect(run.markAt(2)).toMatchObject({ kind: 'message', from: 2, to: undefined });
    expect(loopRows(layout)).toEqual({ first: 3, last: 4 });
    const messages = laidOut(new ModelTrace(RUN), true);
    expect(messages.rows).toEqual([1, 2, 4]);
    expect(loopRows(messages)).toBeUndefined();
    expect(run.wordsAt(1)).toBe('A sends 1 to c; B takes it in step 3');
    expect(run.wordsAt(2)).toBe('A sends 2 to c, where it stays');
    expect(run.wordsAt(4)).toBe('B takes 1 from c, sent by A in step 1');
    expect(run.wordsAt(6)).toBe('B: x>0');
  });

  it('has its steps told on cards, and found by their words either way', () => {
    const run = modelRun(new ModelTrace(RUN));
    expect(run.cardAt(4, { lines: { at: () => undefined }, promela: false })).toEqual({
      title: 'B takes 1 from c, sent by A in step 1',
      lines: ['step 3, line 1', 'c: [1][2] → [2]'],
    });
    const at = (): number => traceStore.getState().position;
    load(run);
    expect(moves.find('TAKES 1', 1)).toBe(true);
    expect(at()).toBe(2);
    expect(moves.find('sends', -1)).toBe(true);
    expect(at()).toBe(1);
    moves.seek(2);
    expect(moves.find('sends', 1)).toBe(false);
    expect(moves.find(' ', 1)).toBe(false);
    expect(at()).toBe(2);
    load(undefined);
  });

  it('is played round its loop, and not beyond the end of a run without one', () => {
    load(modelRun(new ModelTrace(RUN)));
    moves.advance(4);
    expect(traceStore.getState().position).toBe(4);
    moves.advance(3);
    expect(traceStore.getState()).toMatchObject({ position: 3, rounds: 2 });
    load(modelRun(new ModelTrace({ ...RUN, cycleStart: undefined })));
    setPlaying(true);
    moves.advance(40);
    expect(traceStore.getState()).toMatchObject({ position: 4, rounds: 0, playing: false });
    load(undefined);
  });

  it('takes only brackets away that stand around the whole', () => {
    expect(plainStatement('(!(a))')).toBe('!(a)');
    expect(plainStatement('(a)&&(b)')).toBe('(a)&&(b)');
    expect(plainStatement('((x  >\n0))')).toBe('x > 0');
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z()! ]{0,20}$/), (text) => {
        const plain = plainStatement(text);
        expect(plainStatement(plain)).toBe(plain);
        expect(plainStatement(`(${plain})`).length).toBeLessThanOrEqual(plain.length + 2);
      }),
      { numRuns },
    );
  });
});

describe('a run with data', () => {
  const span = { start: 0, end: 1 };
  const access = { group: 0, span, array: 0, cell: 0 } as const;
  const run = playedValues(
    {
      language: 'opencl',
      configuration: { WG: 2 },
      items: 2,
      arrays: [{ name: 'sum', space: 'local', group: 0, cells: [7] }],
      events: [
        { ...access, kind: 'read', item: 1, value: 7 },
        { kind: 'variable', group: 0, item: 1, span, name: 't', value: 7 },
        { ...access, kind: 'write', item: 0, value: 5 },
      ],
      wrong: { event: 2, other: 0 },
    },
    '',
  ).run;

  it('has a lifeline for each item, a row for each access, and opens where it goes wrong', () => {
    const layout = layOut(run, { collapse: 'none', filter: NO_FILTER });
    expect(layout.lanes.map(({ label }) => label)).toEqual(['work-item 0', 'work-item 1']);
    expect(layout.rows).toEqual([0, 1, 2, 3]);
    expect(run.markAt(3)).toMatchObject({ words: 'writes 5 to sum[0]', isWrong: true });
    expect(run.markAt(2)).toMatchObject({ words: 'sets t to 7', isWrong: false });
    expect(run.variablesAt?.(2)).toEqual([
      {
        title: 'work-item 1 of work-group 0',
        owner: 'work-item 1 of work-group 0',
        variables: [{ name: 't', value: '7', before: '' }],
      },
    ]);
    load(run);
    expect(traceStore.getState().event).toBe(3);
    moves.seekEvent(run.landmarks[0]?.event);
    expect(run.wordsAt(traceStore.getState().event)).toBe(
      'work-item 1 of work-group 0 reads sum[0], which is 7',
    );
    moves.seek(0);
    expect(run.wordsAt(traceStore.getState().event)).toBe('Nothing has happened yet');
    load(undefined);
  });
});

describe('variables of a run', () => {
  it('are at any step what the changes up to it have made them', () => {
    const change = fc.tuple(fc.nat(4), fc.nat(3).map(String));
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 200 }), (all) => {
        const variables = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }));
        const steps = all.map((changes, number) => step(0, 'x', { number, changes }));
        const trace = new ModelTrace({ processes: [{ pid: 0, name: 'P' }], variables, steps });
        const values = new Map<string, string>();
        steps.forEach(({ changes }, index) => {
          const before = new Map(values);
          for (const [at, value] of changes) values.set(variables[at]?.name ?? '', value);
          const told = trace.variablesAt(index);
          expect(new Map(told.map(({ variable, value }) => [variable.name, value]))).toEqual(
            values,
          );
          for (const { variable, value, before: was } of told) {
            const old = before.get(variable.name);
            expect(was).toBe(old === undefined || old === value ? undefined : old);
          }
        });
      }),
      { numRuns },
    );
  });
});
