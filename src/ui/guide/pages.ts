import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import contents from '../../../docs/README.md?raw';

/** A page of the documentation, by its path in the project. */
export interface PageEntry {
  readonly path: string;
  readonly title: string;
}

/** Pages under what they are for. */
export interface Chapter {
  readonly title: string;
  readonly pages: readonly PageEntry[];
}

/** Licences of what is built in; not a file. */
export const LICENCES: PageEntry = { path: 'licences', title: 'Licences of what is built in' };

const FILES = import.meta.glob<string>(
  ['/docs/*.md', '/CONTRIBUTING.md', '/CHANGELOG.md', '/src/README.md', '/wasm/README.md'],
  { query: '?raw', import: 'default' },
);

/** The text of a page; undefined for an unknown path. */
export const pageText = (path: string): Promise<string> | undefined => FILES[`/${path}`]?.();

/** The target of a link. */
export type Target =
  | { readonly kind: 'page'; readonly path: string; readonly heading?: string }
  | { readonly kind: 'web'; readonly url: string }
  | { readonly kind: 'nowhere' };

/** @param from the page that the link stands in. */
export function targetOf(link: string, from: string): Target {
  if (link.startsWith('https://')) return { kind: 'web', url: link };
  const { pathname, hash } = new URL(link, `file:///${from}`);
  const path = pathname.slice(1);
  if (FILES[pathname] === undefined) return { kind: 'nowhere' };
  return { kind: 'page', path, ...(hash !== '' && { heading: hash.slice(1) }) };
}

/** A heading's name in links, as hosts of Markdown make it. */
export const headingId = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The table of contents in docs/README.md: bold lines begin chapters, lists hold pages. */
export function chaptersOf(text: string): readonly Chapter[] {
  const chapters: { title: string; pages: PageEntry[] }[] = [];
  for (const node of fromMarkdown(text).children) {
    if (node.type === 'paragraph' && node.children[0]?.type === 'strong')
      chapters.push({ title: toString(node.children[0]), pages: [] });
    if (node.type !== 'list') continue;
    for (const item of node.children) {
      const [paragraph] = item.children;
      for (const part of paragraph?.type === 'paragraph' ? paragraph.children : []) {
        const target = part.type === 'link' && targetOf(part.url, 'docs/README.md');
        if (!target || target.kind !== 'page') continue;
        chapters.at(-1)?.pages.push({ path: target.path, title: toString(part) });
      }
    }
  }
  return chapters;
}

export const CHAPTERS: readonly Chapter[] = [
  ...chaptersOf(contents),
  { title: 'About', pages: [{ path: 'CHANGELOG.md', title: 'Changes' }, LICENCES] },
];

/** Where the guide opens first. */
export const FIRST_PAGE = 'docs/guide.md';
