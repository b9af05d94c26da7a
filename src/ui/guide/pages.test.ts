import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHAPTERS, chaptersOf, headingId, LICENCES, pageText, targetOf } from './pages.ts';

const every = CHAPTERS.flatMap(({ pages }) => pages).filter(({ path }) => path !== LICENCES.path);

test('the table of contents is that of the documentation, and every page of it is there', async () => {
  expect(CHAPTERS.map(({ title }) => title)).toEqual([
    'To use it',
    'To teach with it',
    'To rely on it',
    'To pass it on and to change it',
    'About',
  ]);
  const listed = every.map(({ path }) => path);
  const files = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(files.filter((name) => !listed.includes(`docs/${name}`))).toEqual([]);
  expect(every.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['docs/guide.md', 'docs/semantics.md', 'CONTRIBUTING.md']),
  );
  for (const { path } of every) expect(await pageText(path)).toMatch(/^# /);
});

test('links lead to pages and their headings, or on the web, or nowhere', () => {
  expect(targetOf('proof.md#levels', 'docs/guide.md')).toEqual({
    kind: 'page',
    path: 'docs/proof.md',
    heading: 'levels',
  });
  expect(targetOf('../src/README.md', 'docs/architecture.md')).toEqual({
    kind: 'page',
    path: 'src/README.md',
  });
  expect(targetOf('https://spinroot.com', 'docs/guide.md').kind).toBe('web');
  expect(targetOf('../package.json', 'docs/guide.md').kind).toBe('nowhere');
});

test('every link among the pages leads to a page and a heading that are there', async () => {
  const broken: string[] = [];
  for (const { path } of every) {
    const text = (await pageText(path)) ?? '';
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+\.md(?:#[^)]*)?)\)/g)) {
      const target = targetOf(link, path);
      const heading = target.kind === 'page' ? target.heading : undefined;
      const there = target.kind === 'page' ? ((await pageText(target.path)) ?? '') : '';
      const ids = [...there.matchAll(/^#+ (.*)$/gm)].map(([, words = '']) => headingId(words));
      if (there === '' || (heading !== undefined && !ids.includes(heading)))
        broken.push(`${path}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});

test('a chapter begins with a bold line', () => {
  expect(chaptersOf('**A**\n\n1. [One](guide.md): words\n2. Not a link\n')).toEqual([
    { title: 'A', pages: [{ path: 'docs/guide.md', title: 'One' }] },
  ]);
});
