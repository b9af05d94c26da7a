import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createReplayParser, type PanReplay } from './pan-replay-text.ts';

const text = (name: string): string =>
  readFileSync(new URL(`../spin/fixtures/pan-replay-${name}.txt`, import.meta.url), 'utf8');

function parse(all: string): PanReplay {
  const parser = createReplayParser();
  for (const line of all.replace(/\n$/, '').split('\n')) parser.push(line);
  return parser.end();
}

function replay(all: string) {
  const parsed = parse(all);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed;
}

describe('the replay of a trail', () => {
  const merged = replay(text('merged'));

  it('tells process, line and statement of each step', () => {
    expect(merged.steps).toHaveLength(29);
    expect(merged.steps[0]).toEqual({
      depth: 1,
      process: ':init:',
      pid: 0,
      line: 14,
      state: 3,
      output: [],
      values: {},
      statement: '(run worker(0,c))',
    });
    expect(merged.steps.map(({ depth }) => depth)).toEqual(
      Array.from({ length: 29 }, (_, i) => i + 1),
    );
  });

  it('has both halves of a rendezvous, and tells it from a buffer', () => {
    expect(merged.steps[2]).toMatchObject({
      statement: 'c!go,3',
      message: { direction: 'send', rendezvous: true, channel: 'c', queue: 1, fields: ['go', '3'] },
    });
    // The receiver's own name for the channel.
    expect(merged.steps[3]).toMatchObject({
      pid: 2,
      statement: 'in?go,x',
      message: { direction: 'receive', rendezvous: true, channel: 'in', queue: 1 },
    });
    expect(merged.steps[5]).toMatchObject({
      message: { direction: 'send', rendezvous: false, channel: 'buf', fields: ['done', '6'] },
    });
  });

  it('gives what a step printed to that step', () => {
    const printed = merged.steps.filter(({ output }) => output.length > 0);
    expect(printed.map(({ depth, output }) => [depth, ...output])).toEqual([
      [5, 'worker 1 got 3'],
      [10, 'no newline '],
      [12, 'worker 0 got 4'],
    ]);
  });

  it('tells text without a line break from the number that follows', () => {
    const { steps } = replay(text('assertion'));
    const numbers = steps.flatMap(({ output }) => output).filter((line) => /^\d+$/.test(line));
    expect(numbers).toEqual([
      '40',
      '41',
      '42',
      '43',
      '44',
      '45',
      '46',
      '47',
      '48',
      '49',
      '50',
      '51',
    ]);
    // From step 100 the separating space is missing.
    const glued = text('assertion').replaceAll(
      /^(.*?)( *)(\d+):\tproc {2}(\d+) \(/gm,
      (_, before: string, __: string, n: string, p: string) =>
        `${before}${Number(n) + 100}:\tproc  ${p} (`,
    );
    const first = '100:\tproc  0 (a) model.pml:3 (state 1)\t[skip]\n';
    const { steps: later } = replay(first + glued);
    expect(later.map(({ depth }) => depth)).toEqual(Array.from({ length: 64 }, (_, i) => i + 100));
    expect(later[1]?.output).toEqual(['40']);
  });

  it('ends with the error, the processes and all values', () => {
    expect(merged.problems).toMatchObject([{ kind: 'assertion', depth: 30 }]);
    expect(merged.processes).toEqual([
      { pid: 0, line: 21, next: ['assert((total!=((15+seen)+g.a)))'] },
    ]);
    expect(merged.globals).toMatchObject({
      total: 16,
      seen: 1,
      'arr[0]': 4,
      'arr[3]': 0,
      'g.a': 0,
      'g.b[1]': 4,
    });
    expect(merged.locals).toEqual([{ pid: 0, process: ':init:', values: { i: 2, y: 0, z: 6 } }]);
  });

  it('of a cycle says where it begins', () => {
    expect(replay(text('cycle'))).toMatchObject({ cycleStart: 0, steps: [{}, {}] });
    expect(merged.cycleStart).toBeUndefined();
  });

  it('keeps C of several lines together', () => {
    const { steps } = replay(
      text('merged').replace('[ now.total = now.total + 1; ]', '[ now.total = a[1]\n + b[2];\n]'),
    );
    expect(steps.at(-1)?.statement).toBe(' now.total = a[1]\n + b[2];\n');
  });
});

describe('a replay that cannot be read', () => {
  it('is an error', () => {
    expect(parse('').ok).toBe(false);
    expect(parse('pan: cannot find trail').ok).toBe(false);
    const short = text('merged').split('\n').slice(0, 20).join('\n');
    expect(parse(short)).toMatchObject({ ok: false, reason: 'the replay did not come to its end' });
    const foreign = text('merged').replace(/^ {2}4:/m, 'pan: Error, proc 2 type 0 state 3: ');
    expect(parse(foreign)).toMatchObject({ ok: false });
    expect(parse(text('merged').replace('\tint    z:\t6', '\tint    z = 6'))).toMatchObject({
      ok: false,
      reason: 'not understood: \tint    z = 6',
    });
  });
});
