import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { builtValues } from '../../testing/value-listing.ts';
import { VERDICT_CASES } from '../../testing/verdicts/index.ts';
import {
  GROUP_SIZES,
  type GroupSize,
  knownAt,
  type VerdictCase,
} from '../../testing/verdicts/verdict-case.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';
import { isAll } from '../../testing/amounts.ts';

/** `OVERTIME_VERDICTS=all` takes every size of groups, as is done of endless loops. */
const all = isAll('VERDICTS');
const sizesOf = ({ known }: VerdictCase): readonly GroupSize[] =>
  all || known === 'non-termination' ? GROUP_SIZES : GROUP_SIZES.slice(0, 2);

/** Right, but with more than 4 items there are too many orders of the atomics to try. */
const UNDECIDED: readonly string[] = ['places from an atomic counter'];

const CASES = VERDICT_CASES.flatMap((each) =>
  sizesOf(each).map((size) => ({ ...each, each, size })),
);

test.each(CASES)('$name in groups of $size', ({ each, size, text, groups, name }) => {
  const constants = { ...usualConstants(), size: size * groups };
  const verdict = checkByRunning(builtValues(text, { size: size * groups, WG: size }), {
    text,
    constants,
  });
  const known = knownAt(each, size);
  if (known === 'right') {
    expect(verdict.findings).toEqual([]);
    const isOpen = UNDECIDED.includes(name) && size > 4;
    expect(statusOf(verdict)).toBe(isOpen ? 'not-checked' : 'right');
    return;
  }
  const found = verdict.findings.filter(({ kind }) => kind === known);
  expect(found).not.toEqual([]);
  if (known === 'non-termination') return;
  // The table marks some line of the pair.
  const lines = found
    .flatMap(({ span, related }) => [span, ...(related ?? []).map((other) => other.span)])
    .map(({ start }) => text.slice(0, start).split('\n').length);
  const marked = text
    .split('\n')
    .flatMap((line, index) => (line.includes('// !') ? [index + 1] : []));
  if (marked.length > 0) expect(lines.some((line) => marked.includes(line))).toBe(true);
});
