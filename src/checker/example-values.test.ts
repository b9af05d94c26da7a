import { expect, test } from 'vitest';
import { usualConstants } from '../base/constants.ts';
import { exampleText } from '../testing/engine.ts';
import { parser } from '../testing/kernels.ts';
import { statusOf } from '../values/index.ts';
import { checkByRunning } from '../values/run/check.ts';
import { poseValues } from './pose-values.ts';

const constants = { ...usualConstants(), size: 16 };

/** Verdicts on the first, middle and last configuration. */
function verdictsOf(text: string) {
  const { programs, obstacle } = poseValues(parser, text, { constants, given: {} });
  expect(obstacle).toBeUndefined();
  const chosen = new Set([0, programs.length >> 1, programs.length - 1]);
  return [...chosen].flatMap((index) => {
    const program = programs[index];
    return program === undefined ? [] : [checkByRunning(program, { text, constants })];
  });
}

/** A mutation per example that makes it wrong. */
const MISTAKES = [
  ['sum', 's > 0; s >>= 1', 's > 1; s >>= 1'],
  ['max', 'scratch[lid] = max(', 'scratch[lid] = min('],
  ['minimum', 'i < TS;', 'i < TS - 1;'],
  ['matmul', '(t * TK + k) * N + column', 'column * N + t * TK + k'],
  ['stencil', 'weights[i + R]', 'weights[R - i]'],
  ['transpose', 'tile[x * (TS + 1) + i]', 'tile[i * (TS + 1) + x]'],
  ['histogram', 'value % BINS', '(value + 1) % BINS'],
  ['scan', 'if (lid >= offset)', 'if (lid > offset)'],
] as const;

test.each(MISTAKES)('%s: the result is right, and a mistake is found', (name, part, mistake) => {
  const text = exampleText(name);
  for (const verdict of verdictsOf(text)) {
    expect(statusOf(verdict)).toBe('right');
    expect(verdict.checked.join()).toContain('What should hold in the end');
  }
  expect(text).toContain(part);
  const kinds = verdictsOf(text.replace(part, mistake)).flatMap(({ findings }) =>
    findings.map(({ kind }) => kind),
  );
  expect(kinds).toContain('result');
});

test('the plain twin differs where columns are left out, and nowhere else', () => {
  const text = exampleText('twin');
  const { programs } = poseValues(parser, text, { constants, given: {} });
  for (const program of programs) {
    const { findings } = checkByRunning(program, { text, constants });
    const isLeftOut = program.configuration['UNROLL'] === 3;
    expect(findings.map(({ kind }) => kind)).toEqual(isLeftOut ? ['result'] : []);
  }
});

test('the race gives a wrong result', () => {
  for (const { findings } of verdictsOf(exampleText('racy')))
    expect(findings.map(({ kind }) => kind)).toEqual(['race-local', 'result']);
});
