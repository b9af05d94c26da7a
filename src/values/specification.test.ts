import { describe, expect, it } from 'vitest';
import type { Pragma } from '../front/pragma.ts';
import { platform } from '../testing/engine.ts';
import { verdictOf } from '../testing/verdict-of.ts';
import { ReadError } from '../front/token-reader.ts';
import { parseEnsures } from './specification-parser.ts';
import { specificationOf, type Specified } from './specification-of.ts';
import { NoValue, type SpecificationMemory, termValue } from './specification-value.ts';

const ARRAYS: Readonly<Record<string, readonly (number | bigint)[]>> = {
  A: [3n, 1n, 4n, 1n],
  R: [1n, 1n, 3n, 4n],
  F: [0.5, 1.5],
};
const OLD: Readonly<Record<string, readonly (number | bigint)[]>> = { R: [9n, 9n, 9n, 9n] };

const memory: SpecificationMemory = {
  element: (array, index, old) => ((old ? OLD[array] : undefined) ?? ARRAYS[array])?.[index],
  lengthOf: (array) => ARRAYS[array]?.length ?? 0,
  valueOf: (name) => (name === 'n' ? 2n : undefined),
};

const scope = {
  lengthOf: (name: string) => ARRAYS[name]?.length,
  membersOf: () => [],
  numberOf: (name: string) => ({ size: 4n, WG: 2n })[name],
  isArgument: (name: string) => name === 'n',
  names: ['A', 'R', 'F', 'size', 'WG'],
};

const valueOf = (text: string): number | bigint => termValue(parseEnsures(text, 0, scope), memory);

describe('what ensures is followed by', () => {
  it.each([
    ['1 + 2 * 3', 7n],
    ['-7 / 2', -3n],
    ['-7 % 2', -1n],
    ['7 / 2.0', 3.5],
    ['1 == 1.0', 1n],
    ['(1 << 40) + 1', 1099511627777n],
    ['0x10', 16n],
    ['n * size', 8n],
    ['size == 4 && WG < size', 1n],
    ['size > 4 ==> A[100] == 0', 1n],
    ['size == 4 ==> A[0] == 0', 0n],
    ['0 => 0 => 0', 1n],
    ['1 implies 0', 0n],
    ['size > 4 ? 1 : 2', 2n],
    ['sum(A)', 9n],
    ['min(A)', 1n],
    ['max(A)', 4n],
    ['max(A[0], 2)', 3n],
    ['min(5, 4, 3)', 3n],
    ['count(A, 1)', 2n],
    ['count(i: A[i] > 1)', 2n],
    ['sum(i: A[i] * R[i])', 3n + 1n + 12n + 4n],
    ['sum(i < 2: A[i])', 4n],
    ['sum(1 <= i < 3: A[i])', 5n],
    ['sum(i in 1..3: A[i])', 5n],
    ['sum(i <= 1: A[i])', 4n],
    ['forall i: R[i] >= 1', 1n],
    ['forall i: R[i] == A[i]', 0n],
    ['forall i < size - 1: R[i] <= R[i + 1]', 1n],
    ['forall i, j: i < j ==> R[i] <= R[j]', 1n],
    ['exists i: A[i] == 4', 1n],
    ['exists i: A[i] == 7', 0n],
    ['(forall i: R[i] > 0) && 1', 1n],
    ['forall i: exists j: A[i] == R[j]', 1n],
    ['forall i: R[i] == (i == 0 ? 1 : R[i])', 1n],
    ['sorted(R)', 1n],
    ['sorted(A)', 0n],
    ['sorted(old(R))', 1n],
    ['old(R[2])', 9n],
    ['old(sum(R))', 36n],
    ['sum(old(R))', 36n],
    ['sum(F)', 2],
    ['abs(F[0] - 1) < 0.51', 1n],
    ['abs(-3)', 3n],
    ['sqrt(16)', 4],
    ['min(A) == R[0]', 1n],
    ['!(A[0] == 3)', 0n],
    ['~0', -1n],
  ])('%s is %s', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each([
    ['A == 3', 'A is an array'],
    ['B[0]', 'B is not known here'],
    ['forall i: i >= 0', 'how far i goes is not known'],
    ['forall size: A[size] == 0', 'size has a meaning already'],
    ['sum(3)', 'sum takes'],
    ['foo(3)', 'foo cannot be called here'],
    ['A[0', "expected ']'"],
    ['A[0] ==', 'expected a number, a name or a parenthesis'],
    ['A[0] == 1 1', "did not expect '1'"],
    [`${'('.repeat(100)}1`, 'nested too deeply'],
    [`${'- '.repeat(100)}1`, 'nested too deeply'],
  ])('%s is refused', (text, message) => {
    expect(() => parseEnsures(text, 0, scope)).toThrow(ReadError);
    expect(() => parseEnsures(text, 0, scope)).toThrow(message);
  });

  it.each(['A[9] == 1', '1 / (size - 4)', '1 << 5000', 'min(i < 0: A[i])'])(
    '%s has no value',
    (text) => {
      expect(() => valueOf(text)).toThrow(NoValue);
    },
  );
});

const span = { start: 0, end: 1 };
const pragma = (kind: 'input' | 'ensures', text: string): Pragma => ({
  kind,
  text,
  textSpan: { start: 10, end: 10 + text.length },
  span,
  word: span,
});

const specified: Specified = {
  arrays: new Map([
    ['A', { length: 4, members: [] }],
    ['P', { length: 2, members: ['x', 'n'] }],
  ]),
  numbers: new Map([['size', 4]]),
  scalars: new Set(['n']),
};

describe('what input is followed by', () => {
  const inputsOf = (...texts: string[]) =>
    specificationOf(
      texts.map((text) => pragma('input', text)),
      specified,
    );

  it('gives a value for each element, exact and as C divides', () => {
    const { inputs, diagnostics } = inputsOf('A[i] = (i * 7 + 3) % 11', 'n = size / 3');
    expect(diagnostics).toEqual([]);
    expect(inputs.get('A')).toEqual({ kind: 'given', values: [3n, 10n, 6n, 2n] });
    expect(inputs.get('n')).toEqual({ kind: 'given', values: [1n] });
  });

  it('gives one value for all elements of an array, however long it is', () => {
    const long = { ...specified, arrays: new Map([['A', { length: 2 ** 40, members: [] }]]) };
    const { inputs } = specificationOf([pragma('input', 'A[i] = size')], long);
    expect(inputs.get('A')).toEqual({ kind: 'given', values: [4n] });
  });

  it('gives ranges, and members of structs', () => {
    const { inputs, diagnostics } = inputsOf('A[i] = any(-1, size)', 'P[k].n = k');
    expect(diagnostics).toEqual([]);
    expect(inputs.get('A')).toEqual({ kind: 'any', low: -1, high: 4 });
    expect(inputs.get('P.n')).toEqual({ kind: 'given', values: [0n, 1n] });
  });

  it.each([
    ['B[i] = 1', 'neither an array nor an argument', 10],
    ['A = 1', 'A is an array', 10],
    ['n[i] = 1', 'n is no array', 10],
    ['A[i] = any(3, 1)', 'has no values', 10],
    ['A[i] = 1 / (i - 1)', 'divides by zero', 10],
    ['A[i] = j', 'j is not known here', 17],
    ['P[i].y = 1', 'has no member y', 10],
  ])('%s is refused where it is wrong', (text, message, start) => {
    const { diagnostics } = inputsOf(text);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.message).toContain(message);
    expect(diagnostics[0]?.span.start).toBe(start);
  });

  it('refuses two inputs of one array', () => {
    expect(inputsOf('A[i] = 1', 'A[i] = 2').diagnostics[0]?.message).toContain('two inputs of A');
  });
});

it('takes inputs of members of an argument that is a struct', async () => {
  const text = (limit: number): string => `struct Lock { int *mutex; int limit; };
__global__ void k(Lock lock, int *o) {
  if (lock.mutex[0] == 7 && lock.limit == 3) o[blockIdx.x] = 1;
}
#pragma tuner items 8
#pragma tuner local_size 4
#pragma tuner array o = 2
#pragma tuner array lock.mutex = 1
#pragma tuner input lock.mutex[i] = 7
#pragma tuner input lock.limit = ${limit}
#pragma tuner input o[i] = 0
#pragma tuner ensures o[0] == 1
`;
  expect((await verdictOf(text(3), platform({ size: 16 }))).status).toBe('right');
  expect((await verdictOf(text(4), platform({ size: 16 }))).status).toBe('wrong');
});
