import { expect, test } from 'vitest';
import { PUZZLES } from './puzzles.ts';
import { trialsOf } from './trials.ts';

const dot = PUZZLES.find(({ id }) => id === 'dot');

test("a puzzle's own answers are tried in both languages, but for what is wrong in one alone", () => {
  if (!dot) throw new Error('there is no puzzle dot');
  const trials = trialsOf(dot);
  const inCuda = trials.filter(({ id }) => id.endsWith('-cuda'));
  for (const { page, title } of inCuda) {
    expect(title).toMatch(/^In CUDA: /);
    expect(page.kernel).toContain('__global__ void dot');
    expect(page.kernel).not.toMatch(/get_\w+_id|barrier\(/);
  }
  // A barrier that some pass by diverges in OpenCL only.
  const wrong = (some: typeof trials) => some.filter(({ id }) => id.includes('-wrong-')).length;
  expect([wrong(trials) - wrong(inCuda), wrong(inCuda)]).toEqual([3, 2]);
  expect(trialsOf({ ...dot, cuda: false }).length).toBe(trials.length - inCuda.length);
});
