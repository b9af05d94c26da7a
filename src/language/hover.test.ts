import { describe, expect, test } from 'vitest';
import { costHints } from './cost-hints.ts';
import { definition } from './definition.ts';
import { hover } from './hover.ts';
import { environment, example } from '../testing/language.ts';

const { text, kernel } = example('abstract');
const values = environment(32, { WG: 16, TS: 4 });
const known = {
  hints: costHints(kernel, 'opencl', values),
  environment: values,
  parameters: kernel.parameters,
};

/** Offset of a piece of text, or of a part inside it. */
const at = (piece: string, part = ''): number => {
  const start = text.indexOf(piece);
  expect(start).toBeGreaterThanOrEqual(0);
  return start + piece.indexOf(part);
};
const words = (piece: string, part = ''): string => {
  const found = hover(text, at(piece, part), known);
  return [found?.code, ...(found?.text ?? [])].join('\n');
};

describe('hover', () => {
  test('a call, with its cost and where that comes from', () => {
    expect(words('= f(i, idx_l', 'f(i')).toBe(
      [
        'float f(int i, int idx_l, int size, __global const float *N_g)',
        'Function of this file.',
        'Its cost, in ticks, is GMT * TS, by the pragma in line 5.',
        'Costs global, GMT × TS = 16 ticks (call of f).',
        'From #pragma tuner cost f.',
      ].join('\n'),
    );
  });

  test('an array, with what an access costs', () => {
    expect(words('N_l[idx_l]')).toContain('__local float *N_l');
    expect(words('N_l[idx_l]')).toContain('In local memory, shared by a work-group');
    expect(words('N_l[idx_l]')).toContain('Costs local, LMT = 1 tick (store of N_l).');
  });

  test('a variable, an argument that is a tuning parameter, the parameter itself', () => {
    expect(words('idx_l = get_local_id', 'idx_l')).toBe('int idx_l\nVariable.');
    expect(words('size / TS', 'TS')).toContain('Its value is that of the tuning parameter TS.');
    expect(words('size / TS', 'TS')).toContain('Values: 2, 4, 8, 16.');
    expect(words('param WG', 'WG')).toContain('#pragma tuner param WG = pow2(4, size/2)');
    expect(words('param WG', 'WG')).toContain('16 in the configuration');
  });

  test('words of pragmas, constants, built-in functions', () => {
    expect(words('tuner param', 'param')).toContain('A tuning parameter and its values');
    expect(words('= GMT * TS', 'GMT')).toContain('Access to global memory, in ticks.');
    expect(words('= GMT * TS', 'GMT')).toContain('Now 4.');
    expect(words('get_local_id')).toContain('size_t get_local_id(uint dimension)');
    expect(words('barrier(CLK', 'barrier')).toContain('BT ticks after the last arrival');
    expect(words('CLK_LOCAL')).toContain('A constant of OpenCL C.');
  });

  test('nothing in comments', () => {
    expect(hover(text, at('The abstract kernel'), known)).toBeUndefined();
  });

  test('domains with macros', () => {
    const matmul = example('matmul');
    const found = hover(matmul.text, matmul.text.indexOf('TM = pow2'), {
      hints: [],
      parameters: matmul.kernel.parameters,
    });
    expect(found?.text).toContain('Values: 2, 4, 8, 16.');
  });
});

describe('definition', () => {
  const target = (piece: string, part = ''): string => {
    const span = definition(text, at(piece, part));
    if (span === undefined) return 'none';
    const line = text.slice(0, span.start).split('\n').length;
    return `${line}: ${text.slice(span.start, span.end)}`;
  };

  test('variables, arguments, functions, parameters', () => {
    expect(target('N_l[idx_l]', 'idx_l')).toBe('20: idx_l');
    expect(target('N_l[idx_l]')).toBe('18: N_l');
    expect(target('result = g1', 'g1')).toBe('12: g1');
    expect(target('cost g1', 'g1')).toBe('12: g1');
    expect(target('size / TS', 'TS')).toBe('18: TS');
    expect(target('int TS)', 'TS')).toBe('4: TS');
    expect(target('GMT * TS', 'TS')).toBe('4: TS');
    expect(target('for (int k', 'k')).toBe('26: k');
  });

  test('each loop its own counter, macros, nothing for built-in functions and comments', () => {
    expect(target('for (int k = 0; k < TS; ++k)\n        result = g2', 'k <')).toBe('29: k');
    expect(target('get_local_id')).toBe('none');
    expect(target('Listing 2')).toBe('none');
    const histogram = example('histogram').text;
    const span = definition(histogram, histogram.indexOf('BINS; i +='));
    expect(span && histogram.slice(0, span.start).split('\n').length).toBe(3);
  });
});
