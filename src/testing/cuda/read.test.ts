import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { outline, parser } from '../kernels.ts';
import { verdictOf } from '../verdict-of.ts';
import { CUDA_CASES, CUDA_EXAMPLES, REFUSED_CASES, TWINS } from './index.ts';

const costsOf = (text: string): readonly string[] => {
  const lowered = parser.lower(text);
  if (!lowered.ok) throw new Error(JSON.stringify(lowered.diagnostics));
  return outline(lowered.value);
};

it.each(TWINS)('$name costs the same in both languages', ({ opencl, cuda }) => {
  expect(costsOf(cuda)).toEqual(costsOf(opencl));
});

/** Its text cannot be posed: bfloat16, pragmas of another kernel or with C++ constants. */
const NOT_POSED = [
  'bfloat16_convert',
  'bfloat16_rows',
  'bfloat16_too_fine',
  'two_kernels_in_order',
];

const CONSTANTS = { ...usualConstants(), size: 64 };

describe('verdicts by running', () => {
  const said = new Map<string, string>();

  it.each(
    CUDA_CASES.filter(({ name }) => !NOT_POSED.includes(name) && name !== 'lock_never_given_back'),
  )(
    '$name is not said to be what it is not',
    { timeout: 120_000 },
    async ({ name, text, known }) => {
      const { status } = await verdictOf(text, CONSTANTS);
      said.set(name, status);
      expect(status).not.toBe(known === 'right' ? 'wrong' : 'right');
    },
  );

  it('most are decided', () => {
    const right = CUDA_CASES.filter(({ known }) => known === 'right');
    const found = right.filter(({ name }) => said.get(name) === 'right').length;
    expect(found / right.length).toBeGreaterThan(0.6);
    const wrong = CUDA_CASES.filter(({ known }) => known !== 'right');
    const named = wrong.filter(({ name }) => said.get(name) === 'wrong').length;
    expect(named / wrong.length).toBeGreaterThan(0.8);
  });

  it.each(CUDA_EXAMPLES)('the example $name is right', { timeout: 120_000 }, async ({ text }) => {
    expect((await verdictOf(text, CONSTANTS)).status).toBe('right');
  });
});

it.each(REFUSED_CASES)(
  '$name is refused: $reason; another kernel of the text is not',
  ({ text, line }) => {
    const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
    const { kernels } = parser.parse(text);
    const kernel = kernels.findLast(({ span }) => lineOf(span.start) <= line)?.name;
    const errors = parser
      .lower(text, kernel)
      .diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'no-parameters');
    expect(errors.map(({ span }) => lineOf(span.start)).filter((each) => each >= line)).not.toEqual(
      [],
    );
    expect(
      parser.lower(text, 'copy').diagnostics.filter(({ severity }) => severity === 'error'),
    ).toEqual([]);
  },
);
