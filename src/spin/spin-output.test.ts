import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepareModel } from './spin-model-text.ts';
import { parseSimulation } from './spin-output.ts';
import { parseProblems } from './spin-problems.ts';

// Recorded from native SPIN 6.5.2 on model.pml.
function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/spin-${name}`, import.meta.url), 'utf8');
}

function simulation(name: string) {
  const parsed = parseSimulation(fixture(`simulation-${name}.txt`));
  if (!parsed.ok) throw new Error(`unexpected: ${parsed.unexpected}`);
  return parsed.value;
}

describe('problems', () => {
  const problemsOf = (name: string) => parseProblems(fixture(`problem-${name}.txt`)).problems;

  it('are told in plain words at their line, without what follows from them', () => {
    expect(problemsOf('syntax')).toEqual([
      {
        severity: 'error',
        line: 3,
        message: 'Unexpected `=`: something is missing or misplaced here or just before.',
        original: "syntax error\tsaw 'operator: ='",
      },
    ]);
    expect(problemsOf('unclosed')).toMatchObject([
      { line: 6, message: expect.stringContaining('ends too early') },
    ]);
    expect(problemsOf('undeclared')).toMatchObject([
      { line: 4, message: '`y` is not declared before this line.' },
    ]);
    expect(problemsOf('paren')).toMatchObject([
      { line: 7, message: expect.stringContaining('Unexpected `}`') },
    ]);
    expect(problemsOf('field')).toMatchObject([{ line: 2, message: '`t` has no field `b`.' }]);
    expect(problemsOf('redecl')).toMatchObject([{ line: 2, message: '`x` is declared twice.' }]);
  });

  it('have their severity', () => {
    expect(problemsOf('warnings')).toMatchObject([
      { severity: 'warning', line: 2, message: 'Empty inline definition (f).' },
      {
        severity: 'error',
        line: 4,
        message: expect.stringContaining('progress placed incorrectly'),
      },
    ]);
  });

  it('may stand behind what a model prints without a line break', () => {
    const { problems, rest } = parseProblems('hispin: model.pml:6, Error: assertion violated\n');
    expect(rest).toEqual(['hi']);
    expect(problems).toMatchObject([{ line: 6 }]);
  });
});

describe('a simulation', () => {
  it('that finished with all processes gone has no final state', () => {
    expect(simulation('finished')).toEqual({
      outcome: { kind: 'finished' },
      final: undefined,
      problems: [],
      output: ['got 0', 'got 1', 'got 2'],
    });
  });

  it('that stopped at end labels is finished and has its values', () => {
    const { outcome, final } = simulation('end-labels');
    expect(outcome).toEqual({ kind: 'finished' });
    expect(final?.steps).toBe(33);
    expect(final?.variables).toEqual({
      x: 3,
      y: 3,
      'arr[0]': 1,
      'arr[1]': 1,
      'arr[2]': 1,
      's.a': 0,
      's.b[0]': 0,
      's.b[1]': 5,
    });
  });

  it('that blocked elsewhere is a deadlock', () => {
    const { outcome, output } = simulation('deadlock');
    expect(outcome).toEqual({ kind: 'deadlock' });
    expect(output).toEqual([]);
  });

  it('that violated an assertion names it, and it is no other problem', () => {
    const { outcome, final, problems, output } = simulation('assertion');
    expect(outcome).toEqual({ kind: 'assertion-violated', line: 6, assertion: '(x!=3)' });
    expect(final?.variables['x']).toBe(3);
    expect(problems).toEqual([]);
    expect(output).toEqual(['got 0', 'got 1', 'got 2']);
  });

  it('that ran into the limit says so', () => {
    const { outcome, final, output } = simulation('step-limit');
    expect(outcome).toEqual({ kind: 'step-limit' });
    expect(final?.steps).toBe(5);
    expect(output).toEqual(['got 0']);
  });

  it('that left a range goes on, with problems', () => {
    const { outcome, problems } = simulation('range');
    expect(outcome).toEqual({ kind: 'finished' });
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [2, '300 does not fit into 8 bits: 44 was stored.'],
      [2, 'Index 3 is outside `a`, which has 2 elements.'],
      [2, 'Index 3 is outside `a`, which has 2 elements.'],
    ]);
  });

  it('that broke off is not taken for a result', () => {
    const whole = fixture('simulation-end-labels.txt');
    expect(parseSimulation(whole.slice(0, -30)).ok).toBe(false);
    expect(parseSimulation('').ok).toBe(false);
    expect(parseSimulation(whole.replace('y = 3', 'y is 3'))).toEqual({
      ok: false,
      unexpected: '\t\ty is 3',
    });
  });
});

describe('a model', () => {
  it('loses its comments and keeps its lines and strings', () => {
    const text = 'byte x; // it\'s\n/* "a\n b */ int y;\nprintf("// no /* no */");\r\n';
    expect(prepareModel(text)).toEqual({
      ok: true,
      text: 'byte x;  \n \n int y;\nprintf("// no /* no */");\n',
    });
  });

  it('with preprocessor lines is refused at those lines, line markers pass', () => {
    const text = '/*\n#if 0 */\n# 1 "x.pml"\n  #define N 3\nbyte x\n';
    expect(prepareModel(text)).toMatchObject({ ok: false, problems: [{ line: 4 }] });
    expect(prepareModel('# 1 "x.pml"\nbyte x').ok).toBe(true);
  });
});
