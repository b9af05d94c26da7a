import { describe, expect, test } from 'vitest';
import { COURSE } from './course.ts';
import { readable, sealOf } from './seal.ts';

const lesson = (id: string) => {
  const found = COURSE.find((each) => each.id === id);
  if (!found) throw new Error(`there is no lesson ${id}`);
  return found;
};
const at = (
  settled: readonly string[],
  said: readonly string[],
  current: string | null = null,
) => ({
  current,
  isJudging: false,
  isSaid: (id: string) => said.includes(id),
  isSettled: (id: string) => settled.includes(id),
  isOpen: () => true,
});

describe('what comes out is kept back', () => {
  const items = lesson('items');
  test('until a prediction has its answer', () => {
    expect(sealOf(items, at([], []))).toBe('answer');
    expect(sealOf(items, at(['four'], ['four', 'best'], 'best'))).toBeNull();
  });
  test('but for the run that was asked about, where a later task asks about the same page', () => {
    const judging = { ...at([], [], 'four'), isJudging: true };
    expect(sealOf(items, judging)).toBe('others');
    expect(sealOf(items, at([], ['four'], 'four'))).toBe('others');
    expect(sealOf(items, { ...judging, isOpen: ({ id }) => id === 'four' })).toBeNull();
    expect(sealOf(items, at(['best'], ['four', 'best'], 'four'))).toBeNull();
  });
  test('where the next prediction is about the same page', () => {
    const solved = at(['four'], ['four'], 'four');
    expect(sealOf(items, solved)).toBe('answer');
    expect(sealOf(items, { ...solved, isOpen: () => false })).toBeNull();
    expect(sealOf(items, at(['four', 'best'], ['four', 'best'], 'best'))).toBeNull();
  });
  test('of orders that are steered, and not of gaps that are filled', () => {
    expect(sealOf(lesson('races'), at([], [], 'lose'))).toBe('steered');
    expect(sealOf(lesson('races'), at(['lose'], ['lose'], 'lose'))).toBe('steered');
    expect(sealOf(lesson('barriers'), at([], [], 'gap'))).toBeNull();
  });
});

test('the text goes on behind a task when that is settled', () => {
  const { blocks } = lesson('items');
  const last = (settled: readonly string[]) =>
    readable(lesson('items'), (id) => settled.includes(id)).at(-1);
  expect(last([])).toEqual({ kind: 'task', id: 'four' });
  expect(last(['four'])).toEqual({ kind: 'task', id: 'best' });
  expect(last(['four', 'best'])).toEqual(blocks.at(-1));
});
