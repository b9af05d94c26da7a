import { expect, test } from 'vitest';
import { REFUSED_CASES } from './index.ts';

test('each refused construct has its text, with another kernel that has none of them', () => {
  expect(REFUSED_CASES.map(({ reason }) => reason).toSorted()).toEqual([
    'dynamic parallelism',
    'inline PTX',
    'mma',
    'surfaces',
    'wmma',
  ]);
  for (const { name, text, line } of REFUSED_CASES) {
    expect(text, name).toContain('__global__ void copy(');
    expect(line, name).toBeLessThan(
      text.split('\n').findIndex((each) => each.includes('void copy(')),
    );
  }
});
