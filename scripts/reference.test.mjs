import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONSTANTS } from '../src/base/constants.ts';
import { PRAGMA_WORDS } from '../src/front/pragma.ts';
import { PAGES, withTables } from './reference.ts';

const read = (page) => readFileSync(new URL(`../${page}`, import.meta.url), 'utf8');
// Prettier pads tables.
const words = (text) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

test.each(PAGES)('%s has the tables of today (npm run -s reference)', (page) => {
  expect(words(read(page))).toBe(words(withTables(read(page))));
});

test('every pragma and constant is in the reference', () => {
  const text = read('docs/language.md');
  // Most pragmas say something after their word.
  const isThere = (name) =>
    [`\n| \`${name} `, `\n| \`${name}\` `].some((row) => text.includes(row));
  const names = [...Object.keys(PRAGMA_WORDS), ...CONSTANTS.map(({ name }) => name)];
  expect(names.filter((name) => !isThere(name))).toEqual([]);
  for (const name of ['`get_global_id`', '`min(a, b)`']) expect(text).toContain(name);
});

test('a table that nobody makes is an error', () => {
  expect(() => withTables('<!-- unheard of -->\n<!-- end -->')).toThrow('unheard of');
});
