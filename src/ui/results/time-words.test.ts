import { expect, it } from 'vitest';
import type { TimePart, TimeSplit } from '../../trace/index.ts';
import { classInWords, differenceInWords, elementsInWords } from './time-words.ts';

const split = (ticks: Partial<Record<TimePart, number>>, barriers: number): TimeSplit => {
  const all = { global: 0, local: 0, private: 0, masked: 0, barrier: 0, dispatch: 0, idle: 0 };
  const time = Object.values(ticks).reduce((sum, value) => sum + value, 0);
  return {
    time,
    elements: [{ pid: 5, label: 'pex 0', count: 1, ticks: { ...all, ...ticks }, barriers }],
  };
};

it('says what sets two configurations apart, the largest part first', () => {
  const fast = split({ global: 400, local: 80, barrier: 104 }, 32);
  const slow = split({ global: 404, local: 80, barrier: 200, idle: 1 }, 64);
  expect(differenceInWords(slow, fast)).toBe(
    '101 ticks slower: 32 more barriers, 96 ticks more waiting at barriers, 4 ticks more in global memory, 1 tick more idle',
  );
  expect(differenceInWords(fast, slow)).toContain(
    '101 ticks faster: 32 fewer barriers, 96 ticks less waiting at barriers',
  );
  expect(differenceInWords(fast, fast)).toBe('as fast, and its time goes the same way');
});

it('gives barriers as a reason only where the wait at them changes with their number', () => {
  const few = split({ global: 400 }, 32);
  expect(differenceInWords(split({ global: 404 }, 128), few)).toBe(
    '4 ticks slower: 4 ticks more in global memory; its 96 more barriers cost no more waiting',
  );
  expect(differenceInWords(few, split({ global: 404 }, 33))).toBe(
    '4 ticks faster: 4 ticks less in global memory; its 1 fewer barrier saves no waiting',
  );
  const waits = split({ global: 400, barrier: 9 }, 30);
  expect(differenceInWords(waits, few)).toBe('9 ticks slower: 9 ticks more waiting at barriers');
});

it('says how many elements one stands for', () => {
  expect(classInWords({ labels: ['pex 0', 'pex 1'], count: 2 })).toBe('pex 0 and 1');
  expect(classInWords({ labels: ['pex 0', 'pex 1'], count: 4 })).toBe('pex 0 and 1, 4 in all');
  expect(classInWords({ labels: ['pex 0'], count: 62 })).toBe('pex 0 × 62');
  expect(classInWords({ labels: ['pex 0'], count: 1400, apart: 'a group fewer' })).toBe(
    'pex 0 × 1,400, a group fewer',
  );
  expect(classInWords({ labels: ['pex 0'], count: 1, apart: 'idle in the tail' })).toBe(
    'pex 0, idle in the tail',
  );
});

it('names elements in few words', () => {
  expect(elementsInWords(['pex 0'])).toBe('pex 0');
  expect(elementsInWords(['pex 0', 'pex 1', 'pex 2', 'pex 3'])).toBe('pex 0 to 3');
  expect(elementsInWords(['pex 0', 'pex 2'])).toBe('pex 0 and 2');
  expect(elementsInWords(['pex 0.0', 'pex 1.0', 'pex 2.0', 'pex 3.5'])).toBe(
    'pex 0.0, 1.0, 2.0 and 1 more',
  );
});
