import { expect, test } from 'vitest';
import { sure } from '../../../base/interval.ts';
import { randomNumbers } from '../../../base/random.ts';
import { binary, constant, convert, unary } from '../../build/make.ts';
import type { Value } from '../../program.ts';
import { Evaluation, isPointer } from './evaluate.ts';
import { only, type Sum } from './sum.ts';
import { NO_FACTS, Symbols } from './symbols.ts';

type Type = 'int' | 'uint';

const TRUTHS = 4;
const OPERATORS = ['+', '-', '*', '&', '|', '^', '<<', '>>', '<', '==', '>=', '%', '/'] as const;

/** A drawn value of truths, and the same of numbers for them. */
function drawn(next: () => number, depth: number, type: Type): (truths: readonly Value[]) => Value {
  const below = (count: number): number => Math.floor(next() * count);
  const kind = depth === 0 ? below(2) : below(7);
  if (kind === 0) {
    const at = below(TRUTHS);
    return (truths) => convert(type, truths[at] ?? constant(type, 0));
  }
  if (kind === 1) {
    const value = [0, 1, 2, 3, 5, 8, 31, -1][below(8)] ?? 0;
    return () => constant(type, value);
  }
  if (kind === 2) {
    const inner = drawn(next, depth - 1, type === 'int' ? 'uint' : 'int');
    return (truths) => convert(type, inner(truths));
  }
  if (kind === 3) {
    const inner = drawn(next, depth - 1, type);
    const operator = next() < 0.5 ? '-' : '~';
    return (truths) => unary(operator, inner(truths));
  }
  const operator = OPERATORS[below(OPERATORS.length)] ?? '+';
  const left = drawn(next, depth - 1, type);
  const isShift = operator === '<<' || operator === '>>';
  const by = 1 + below(7);
  const isDivided = operator === '/' || operator === '%';
  const right = drawn(next, depth - 1, type);
  return (truths) => {
    const other = isShift ? constant('uint', by) : isDivided ? constant(type, by) : right(truths);
    return convert(type, binary(operator, left(truths), other));
  };
}

/** The number that a sum is for some truths; undefined where it has others. */
function numberOf(symbols: Symbols, sum: Sum, truths: readonly number[]): number | undefined {
  const facts = new Map(truths.map((each, symbol) => [symbol, sure(each, each)]));
  const { low, high } = symbols.rangeOf(symbols.simplified(sum, facts), facts);
  return low === high ? low + 0 : undefined;
}

test('sums are what the constants of make.ts come to', () => {
  const next = randomNumbers(7);
  let told = 0;
  for (let round = 0; round < 3000; round += 1) {
    const symbols = new Symbols(() => undefined);
    const type: Type = next() < 0.5 ? 'int' : 'uint';
    const value = drawn(next, 4, type);
    for (let each = 0; each < TRUTHS; each += 1) symbols.make(`truth ${each}`, sure(0, 1));
    const registers = Array.from({ length: TRUTHS }, (_, register): Value => ({
      kind: 'register',
      type: 'int',
      register,
    }));
    const scene = { facts: NO_FACTS, id: () => 0, register: only };
    const sum = new Evaluation(symbols).held(value(registers), scene);
    if (isPointer(sum)) throw new Error('no pointer was drawn');
    for (let bits = 0; bits < 2 ** TRUTHS; bits += 1) {
      const truths = Array.from({ length: TRUTHS }, (_, at) => (bits >> at) & 1);
      const is = value(truths.map((each) => constant('int', each)));
      const found = numberOf(symbols, sum, truths);
      if (found === undefined || is.kind !== 'constant') continue;
      told += 1;
      expect(found, JSON.stringify(value(registers))).toBe(Number(is.value) + 0);
    }
  }
  expect(told).toBeGreaterThan(20_000);
});
