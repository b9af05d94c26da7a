import { expect, test } from 'vitest';
import { traceOf } from '../../testing/traces.ts';
import { choiceInWords } from './choice-words.ts';
import { kernelLines } from './kernel-lines.ts';

const text = 'kernel\nA[i] = B[i];\n';
const span = { start: 7, end: 19 };
const trace = traceOf([[4, 'unit']], [], { sources: [{ kernel: span }] });
const words = (label: string, statement: string, line?: number): string =>
  choiceInWords(
    trace,
    { number: 1, label, statement, ...(line !== undefined && { line }) },
    kernelLines(text),
  );

test('messages say who would tell whom what', () => {
  expect(words('pex 0.1', 'pex_b!done,me')).toBe('pex 0.1 reaches the barrier');
  expect(words('unit 0', 'u_pex!go,i')).toBe('unit 0 gives an element its next work-items');
  expect(words('clock', 'clk_p!tick,i')).toBe('clock wakes whose tick has come');
});

test('other steps are named by their form, and by the line of the kernel', () => {
  expect(words('pex 0', 'wake = (time+GMT)', 1)).toBe(
    'pex 0 settles until when it works or waits at line 2 of the kernel',
  );
  expect(words('clock', '(running==0)')).toBe('clock finds that it can go on');
  expect(words('device', '(run unit(started))')).toBe('device starts another process');
});

test('of a model that is not ours nothing is made up', () => {
  const foreign = traceOf([[0, 'P']], []);
  expect(
    choiceInWords(
      foreign,
      { number: 1, label: 'P', statement: 'pex_b!done' },
      kernelLines(undefined),
    ),
  ).toBe('P takes part in a message');
});
