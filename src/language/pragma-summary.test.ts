import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { pragmaBlock } from './pragma-summary.ts';

const example = (name: string): string =>
  readFileSync(new URL(`../../examples/${name}.cl`, import.meta.url), 'utf8');

test.each([
  ['sum', 'tunes WG and TS, ensures the sum, 4 more lines'],
  ['twin', /ensures the same as plain/],
  ['transpose', /^tunes .*, ensures output, /],
  ['minimum', /ensures the minimum/],
])('the pragmas of %s say %s', (name, words) => {
  const text = example(name);
  const block = pragmaBlock(text);
  if (words instanceof RegExp) expect(block?.words).toMatch(words);
  else expect(block?.words).toBe(words);
  // Exactly the lines that are hidden, and each of them a pragma.
  const hidden = text.split('\n').slice((block?.first ?? 0) - 1, block?.last);
  expect(hidden.join('\n')).toBe(block?.text);
  for (const line of hidden) expect(line).toMatch(/^#pragma tuner /);
});

test('a single pragma, or none, is no block; a line that goes on is one', () => {
  expect(pragmaBlock('#pragma tuner items 4\nvoid f() {}\n')).toBeUndefined();
  expect(pragmaBlock('// #pragma tuner items 4\nvoid f() {}\n')).toBeUndefined();
  const text = 'int a;\n#pragma tuner items \\\n  4\n#pragma tuner local a = 4\n';
  expect(pragmaBlock(text)).toMatchObject({ first: 2, last: 4, words: '2 lines' });
});
