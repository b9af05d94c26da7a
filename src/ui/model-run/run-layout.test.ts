import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Automaton, ModelTrace } from '../../session/index.ts';
import type { RunMessage, StepRun } from '../../spin/step-run.ts';
import { placed } from '../automaton/automaton-layout.ts';
import { openRun, runMoves, runStore } from './run-cursor.ts';
import { layOutRun } from './run-layout.ts';
import { foundStop, plainStatement, stepCard, stepInWords } from './run-words.ts';

const numRuns = Number(process.env['OVERTIME_RUNS'] ?? 1) * 40;

const message = (kind: RunMessage['kind'], fields: string): RunMessage => ({
  ...{ kind, queue: 1, channel: 'c', fields: fields.split(','), isRendezvous: false },
});

const step = (
  process: number,
  statement: string,
  more: Partial<StepRun['steps'][number]> = {},
) => ({
  ...{ number: 1, process, line: 1, statement, printed: [], changes: [] },
  ...more,
});

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

describe('the chart of a run', () => {
  it('has lifelines by number, no claim, messages that join their ends, and the loop', () => {
    const trace = new ModelTrace(RUN);
    const { lanes, rows, arrows, loop } = layOutRun(trace, false);
    expect(lanes.map((lane) => trace.processes[lane]?.label)).toEqual(['A', 'B']);
    expect(rows).toEqual([1, 2, 4, 5, 6]);
    expect(arrows.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [1, undefined],
    ]);
    expect(loop).toEqual({ first: 3, last: 4 });
    expect(layOutRun(trace, true)).toMatchObject({ rows: [1, 2, 4], loop: undefined });
    expect(stepInWords(trace, 1)).toBe('A sends 1 to c; B takes it in step 3');
    expect(stepInWords(trace, 2)).toBe('A sends 2 to c, where it stays');
    expect(stepInWords(trace, 4)).toBe('B takes 1 from c, sent by A in step 1');
    expect(stepInWords(trace, 6)).toBe('B: x>0');
  });

  it('has its steps told on cards, and found by their words either way', () => {
    const trace = new ModelTrace(RUN);
    expect(stepCard(trace, 4)).toEqual({
      title: 'B takes 1 from c, sent by A in step 1',
      lines: ['step 3, line 1', 'c: [1][2] → [2]'],
    });
    expect(foundStop(trace, 0, 'TAKES 1', 1)).toBe(2);
    expect(foundStop(trace, 2, 'sends', -1)).toBe(1);
    expect(foundStop(trace, 2, 'sends', 1)).toBeUndefined();
    expect(foundStop(trace, 0, ' ', 1)).toBeUndefined();
  });

  it('is played round its loop, and not beyond the end of a run without one', () => {
    openRun(new ModelTrace(RUN));
    runMoves.advance(4);
    expect(runStore.getState().position).toBe(4);
    runMoves.advance(3);
    expect(runStore.getState()).toMatchObject({ position: 3, rounds: 2 });
    openRun(new ModelTrace({ ...RUN, cycleStart: undefined }));
    runMoves.setPlaying(true);
    runMoves.advance(40);
    expect(runStore.getState()).toMatchObject({ position: 4, rounds: 0, playing: false });
    openRun(undefined);
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

describe('the picture of an automaton', () => {
  it('has a place for every state and every transition, and no two states on one another', () => {
    const edge = fc.tuple(fc.nat(7), fc.nat(7), fc.string({ maxLength: 40 }));
    fc.assert(
      fc.property(fc.array(edge, { minLength: 1, maxLength: 14 }), (edges) => {
        const ids = [...new Set(edges.flatMap(([from, to]) => [from, to]))];
        const automaton: Automaton = {
          ...{ name: 'p', isClaim: false },
          states: ids.map((id, at) => ({ id, line: 1, isStart: at === 0, labels: [] })),
          transitions: edges.map(([from, to, statement], id) => ({
            ...{ from, to, statement, state: id, id, line: 1 },
          })),
        };
        const { states, transitions, width, height } = placed(automaton);
        expect(states.map(({ id }) => id)).toEqual(ids);
        expect(transitions).toHaveLength(edges.length);
        for (const one of states) {
          expect(one.x + one.width / 2).toBeLessThanOrEqual(width);
          expect(one.y + one.height / 2).toBeLessThanOrEqual(height);
          for (const other of states)
            if (one !== other)
              expect(
                Math.abs(one.x - other.x) >= one.width || Math.abs(one.y - other.y) >= one.height,
              ).toBe(true);
        }
      }),
      { numRuns },
    );
  });
});
