import type { SemanticsId } from '../../platform/index.ts';

/** The kernels that each publication's model is of, by example. Under any other semantics none is meant. */
const MEANT: Readonly<Partial<Record<SemanticsId, readonly string[]>>> = {
  published: ['abstract', 'minimum'],
  fermi: ['fermi'],
  'fermi-printed': ['fermi'],
};

/** Whether a semantics is that of a publication, which has kernels of its own. */
export const isOfPaper = (semantics: SemanticsId): boolean => MEANT[semantics] !== undefined;

/** From this share of common pairs of tokens on a text counts as an edit of another: a cost, a bound, a
 * statement or a name are changed. A kernel that somebody wrote shares less than half of that. */
const EDITED = 0.65;

export type Likeness = 'same' | 'edited' | 'other';

/** How a text stands to the kernels of its semantics' publication: as it is there (but for blanks and
 * remarks), an edit of it, or another kernel. Undefined where the semantics is of no publication.
 * @param exampleText the text of an example. */
export function likePapers(
  text: string,
  semantics: SemanticsId,
  exampleText: (id: string) => string | undefined,
): Likeness | undefined {
  const meant = MEANT[semantics];
  if (!meant) return undefined;
  const likeness = Math.max(0, ...meant.map((id) => similarity(text, exampleText(id) ?? '')));
  if (likeness === 1) return 'same';
  return likeness >= EDITED ? 'edited' : 'other';
}

/** How much of two texts is the same, from 0 to 1: twice the pairs of neighbouring tokens that both have,
 * of all pairs (Dice's coefficient). Blanks and remarks do not count. */
export function similarity(one: string, other: string): number {
  if (one === other) return 1;
  // What is so much longer cannot be like it, and need not be read.
  if (Math.max(one.length, other.length) > 6 * Math.min(one.length, other.length) + 600) return 0;
  const [first, second] = [pairsOf(one), pairsOf(other)];
  let common = 0;
  for (const [pair, times] of first.pairs) common += Math.min(times, second.pairs.get(pair) ?? 0);
  const all = first.count + second.count;
  return all === 0 ? 1 : (2 * common) / all;
}

function pairsOf(text: string): { readonly pairs: ReadonlyMap<string, number>; count: number } {
  const code = text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  const tokens = code.match(/[A-Za-z_]\w*|\d[\w.]*|[^\s\w]/g) ?? [];
  const pairs = new Map<string, number>();
  for (let at = 1; at < tokens.length; at += 1) {
    const pair = `${tokens[at - 1] ?? ''} ${tokens[at] ?? ''}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return { pairs, count: Math.max(0, tokens.length - 1) };
}
