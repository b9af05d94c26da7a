import guide from '../../../docs/guide.md?raw';
import language from '../../../docs/language.md?raw';
import proof from '../../../docs/proof.md?raw';
import semantics from '../../../docs/semantics.md?raw';
import { BUILTIN_HELP, PRAGMA_HELP } from '../../language/index.ts';
import { CONSTANTS, SEMANTICS } from '../../platform/index.ts';
import { LEVEL_TABLE } from '../../promela/index.ts';
import { METHODS } from '../../tuning/index.ts';
import { STATUS_WORDS } from '../shared/status-words.ts';
import { VERDICT_WORDS } from '../shared/verdict-words.ts';

/** Something that the help explains. */
export interface Topic {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** Paragraphs, with the marks of Markdown for words that stand out. */
  readonly text: readonly string[];
  /** A line to put into the kernel. */
  readonly insert?: string;
}

const slug = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** A list as one paragraph an item. */
const paragraphsOf = (block: string): readonly string[] =>
  block.split(/\n(?=- |\d+\. )/).map((item) => item.replace(/^- /, '• '));

/** Paragraphs that begin with their subject, each with those that belong to it. */
export function guideTopics(markdown: string): readonly Topic[] {
  const topics: { id: string; group: string; title: string; text: string[] }[] = [];
  let group = 'The guide';
  for (const block of markdown.split(/\n{2,}/)) {
    const heading = /^#{1,3} (.*)/.exec(block)?.[1];
    if (heading !== undefined) {
      group = heading;
      continue;
    }
    const [, title, rest = ''] = /^\*\*([^*]+?)\.?\*\*\s*([\s\S]*)/.exec(block.trim()) ?? [];
    // Tables and commands are for a wider page.
    if (/^(\||<!--|```|$)/.test(block.trim())) continue;
    if (title === undefined) topics.at(-1)?.text.push(...paragraphsOf(block.trim()));
    else {
      const text = /^[a-z]/.test(rest) ? `${title} ${rest}` : rest;
      topics.push({ id: `guide-${slug(title)}`, group, title, text: [text] });
    }
  }
  return topics;
}

const ofGuide = [guide, semantics, proof, language].flatMap(guideTopics);
const fromGuide = (title: string): readonly string[] =>
  ofGuide.find((topic) => topic.title === title)?.text ?? [];

/** An example of a line, from one with places to fill in. */
const example = (snippet: string): string =>
  `#pragma tuner ${snippet.replaceAll(/\$\{\d+(?::([^}]*)|\|([^,|]*)[^}]*)\}/g, '$1$2')}`;

/** All topics in order; words defined elsewhere come from there. */
export const TOPICS: readonly Topic[] = [
  {
    id: 'page',
    group: 'In short',
    title: 'What this page is for',
    text: [
      'A kernel and a platform become a Promela model. SPIN is asked whether the model *cannot finish within T ticks*. Where it can, SPIN shows a run that does: the counterexample to what was claimed. It is no error but a fast run, and is shown here step by step. Where it cannot, the minimum is proved.',
      'All of it happens in this page: nothing is sent to a server.',
    ],
  },
  { id: 'tick', group: 'In short', title: 'What a tick is', text: fromGuide('Model time') },
  { id: 'question', group: 'In short', title: 'What is asked', text: fromGuide('The question') },
  ...Object.entries(STATUS_WORDS).map(([id, { word, meaning }]) => ({
    id,
    group: 'How sure an answer is',
    title: word,
    text: [meaning, ...(id === 'proved' ? fromGuide('Proved') : [])],
  })),
  ...Object.entries(VERDICT_WORDS).map(([id, { word, meaning }]) => ({
    id,
    group: 'Whether the values are right',
    title: word,
    text: [meaning],
  })),
  ...Object.entries(PRAGMA_HELP).map(([id, { syntax, snippet, about }]) => ({
    id: `pragma-${id}`,
    group: 'Pragmas',
    title: `#pragma tuner ${id}`,
    text: [`\`#pragma tuner ${syntax}\``, about],
    insert: example(snippet),
  })),
  {
    id: 'wg',
    group: 'Words of the page',
    title: 'WG',
    text: [
      'Work-items of a group: the tuning parameter that every kernel has, in one way or other.',
    ],
  },
  {
    id: 'ts',
    group: 'Words of the page',
    title: 'TS',
    text: [
      'The size of a tile in the kernels of the papers: how many elements of the input an item or a group works on at a time.',
    ],
  },
  ...CONSTANTS.map(({ name, meaning, unit, about }) => ({
    id: slug(name),
    group: 'Words of the page',
    title: name,
    text: [`${meaning}, in ${unit}.`, ...(about === undefined ? [] : [about])],
  })),
  {
    id: 'method',
    group: 'Words of the page',
    title: 'Method',
    text: METHODS.map(({ label, help }) => `**${label}**: ${help}.`),
  },
  {
    id: 'semantics',
    group: 'Words of the page',
    title: 'Semantics',
    text: SEMANTICS.map(({ label, help }) => `**${label}**: ${help}.`),
  },
  {
    id: 'level',
    group: 'Words of the page',
    title: 'Level',
    text: LEVEL_TABLE.map(({ label, help }) => `**${label}**: ${help}.`),
  },
  ...ofGuide.map((topic) => ({ ...topic, group: `Guide: ${topic.group}` })),
  ...BUILTIN_HELP.map(({ name, signature, about }) => ({
    id: name,
    group: 'Built-in functions',
    title: name,
    text: [`\`${signature}\``, about],
  })),
];

/** Too long to list unless searched for. */
const FOUND_ONLY: ReadonlySet<string> = new Set(['Built-in functions']);

/** Topics with every searched word, titles first; all without a search. */
export function topicsFor(search: string): readonly Topic[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return TOPICS.filter(({ group }) => !FOUND_ONLY.has(group));
  const rank = ({ title, text }: Topic): number => {
    const head = title.toLowerCase();
    if (head === words.join(' ')) return 0;
    if (words.every((word) => head.includes(word))) return 1;
    const all = `${head} ${text.join(' ').toLowerCase()}`;
    return words.every((word) => all.includes(word)) ? 2 : 3;
  };
  return TOPICS.map((topic) => ({ topic, rank: rank(topic) }))
    .filter((one) => one.rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ topic }) => topic);
}
