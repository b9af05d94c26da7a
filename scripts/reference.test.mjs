import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGES, withTables } from './reference.ts';

const read = (page) => readFileSync(new URL(`../${page}`, import.meta.url), 'utf8');
// Prettier pads tables.
const words = (text) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

test.each(PAGES)('%s has the tables of today (npm run -s reference)', (page) => {
  expect(words(read(page))).toBe(words(withTables(read(page))));
});

test('every pragma and constant is in the reference', () => {
  const text = read('docs/language.md');
  for (const name of ['`GMT`', '`param NAME', 'get_global_id', '`min(a, b)`'])
    expect(text).toContain(name);
});

test('a table that nobody makes is an error', () => {
  expect(() => withTables('<!-- unheard of -->\n<!-- end -->')).toThrow('unheard of');
});
