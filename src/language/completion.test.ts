import { describe, expect, test } from 'vitest';
import { completions } from './completion.ts';
import { caret, exampleText } from '../testing/language.ts';

const labels = (marked: string): string[] => {
  const { text, at } = caret(marked);
  return completions(text, at).map(({ label }) => label);
};

const KERNEL = `#define TWICE(x) (2 * (x))
#pragma tuner param WG = pow2(4, size/2)
float cost_of(int n);
__kernel void k(__global const float *input, __local float *tile, int length) {
  int lid = get_local_id(0);
  for (int i = 0; i < 4; ++i) { int inside = i; }
  later();
`;

describe('in pragmas', () => {
  test('the words, with their syntax', () => {
    const { text, at } = caret(`#pragma tuner pa|\n`);
    const param = completions(text, at).find(({ label }) => label === 'param');
    expect(param?.insert).toBe('param ${1:WG} = pow2(${2:4}, ${3:size/2})');
    expect(param?.detail).toBe(
      'param NAME = pow2(LOW, HIGH), range(LOW, HIGH, STEP) or {VALUE, ...}',
    );
    expect(param?.replace).toEqual({ start: 14, end: 16 });
    expect(labels('#pragma tuner |')).toEqual(
      'param require cost value assume items local_size trips local barrier lockstep registers stride instructions before array input ensures'.split(
        ' ',
      ),
    );
  });

  test('same after ensures, and in it kernels and functions', () => {
    expect(labels(`${KERNEL}}\n#pragma tuner ensures sa|`)).toContain('same');
    expect(labels(`${KERNEL}}\n#pragma tuner ensures same(|`)).toEqual(['cost_of', 'k']);
    expect(labels(`${KERNEL}}\n#pragma tuner ensures 1 + |`)).not.toContain('same');
  });

  test('tuner itself, and directives', () => {
    expect(labels('#pragma |')).toEqual(['tuner']);
    expect(labels('  #pr|')).toContain('pragma tuner');
  });

  test('functions of this file after cost, those without a cost only', () => {
    expect(labels(`${KERNEL}}\n#pragma tuner cost |`)).toEqual(['cost_of', 'later']);
    const abstract = exampleText('abstract');
    expect(labels(`${abstract}\n#pragma tuner cost |`)).toEqual([]);
  });

  test('local arrays after local, arguments after param', () => {
    expect(labels(`${KERNEL}}\n#pragma tuner local |`)).toEqual(['tile']);
    expect(labels(`${KERNEL}}\n#pragma tuner param |`)).toEqual(['length', 'TS']);
  });

  test('domains and constants after the equals sign of param, no parameters', () => {
    const found = labels(`${KERNEL}}\n#pragma tuner param TS = |`);
    expect(found).toEqual(expect.arrayContaining(['pow2', 'range', 'size', 'GMT', 'TWICE']));
    expect(found).not.toContain('WG');
    expect(found).not.toContain('lid');
  });

  test('parameters, constants and arguments in a cost', () => {
    const found = labels(`${KERNEL}}\n#pragma tuner cost cost_of = GMT * |`);
    expect(found).toEqual(expect.arrayContaining(['WG', 'size', 'n', 'lid', 'gid', 'group']));
    expect(found).not.toContain('input');
    expect(labels(`${KERNEL}}\n#pragma tuner require |`)).not.toContain('lid');
  });
});

describe('in code', () => {
  test('names of the text where they can be seen, the platform, and built-in functions', () => {
    const found = labels(`${KERNEL}  |\n}`);
    expect(found).toEqual(
      expect.arrayContaining(['lid', 'input', 'tile', 'k', 'cost_of', 'TWICE', 'WG', 'NP', 'size']),
    );
    expect(found).toEqual(
      expect.arrayContaining(['barrier', 'get_local_size', 'float4', '__local']),
    );
    expect(found).not.toContain('inside');
    expect(found).not.toContain('i');
    expect(labels(`${KERNEL}}\nvoid other() { | }`)).not.toContain('lid');
  });

  test('the signature and the declaration', () => {
    const { text, at } = caret(`${KERNEL} ba|`);
    const list = completions(text, at);
    const detail = (name: string): string | undefined =>
      list.find(({ label }) => label === name)?.detail;
    expect(detail('barrier')).toBe('void barrier(cl_mem_fence_flags flags)');
    expect(detail('input')).toBe('__global const float *input');
    expect(detail('cost_of')).toBe('float cost_of(int n)');
  });

  test('nothing in comments, strings and numbers', () => {
    expect(labels('// get|')).toEqual([]);
    expect(labels('/* get|')).toEqual([]);
    expect(labels('printf("get|')).toEqual([]);
    expect(labels('int x = 10u|')).toEqual([]);
  });
});
