import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { notices, noticesAsText } from './notices.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Whoever passes the site on has to pass on notices, and nothing else. */
const PERMISSIVE = /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0( WITH LLVM-exception)?|OFL-1\.1)$/;

test('everything of others that is shipped can be passed on with a notice alone', () => {
  const all = notices(root);
  const names = all.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['SPIN', 'react', 'monaco-editor', 'comlink']));
  const others = all.filter(({ licence }) => {
    const choices = licence.replaceAll(/[()]/g, '').split(' OR ');
    return !choices.some((choice) => choice.split(' AND ').every((one) => PERMISSIVE.test(one)));
  });
  expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
});

test('each has its terms, in the page and in the file beside it', () => {
  const all = notices(root);
  const text = noticesAsText(all);
  for (const notice of all) {
    expect(notice.text.length).toBeGreaterThan(200);
    expect(text).toContain(notice.text);
  }
  expect(all.find(({ name }) => name === 'SPIN')?.text).toContain('Gerard J. Holzmann');
});
