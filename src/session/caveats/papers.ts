import { type SemanticsId, semanticsOf } from '../../platform/index.ts';

/** True if a publication has its own kernels for this semantics. */
export const isOfPaper = (semantics: SemanticsId): boolean =>
  semanticsOf(semantics).meantFor !== undefined;

/** Least share of token pairs in common with an edited text. Unrelated kernels share less than half
 * of that. */
const EDITED = 0.65;

export type Likeness = 'same' | 'edited' | 'other';

/** Compares a text with its semantics' published kernels, without blanks and remarks. Undefined for
 * a semantics of no publication.
 * @param exampleText the text of an example. */
export function likePapers(
  text: string,
  semantics: SemanticsId,
  exampleText: (id: string) => string | undefined,
): Likeness | undefined {
  const { meantFor } = semanticsOf(semantics);
  if (!meantFor) return undefined;
  const likeness = Math.max(0, ...meantFor.map((id) => similarity(text, exampleText(id) ?? '')));
  if (likeness === 1) return 'same';
  return likeness >= EDITED ? 'edited' : 'other';
}

/** Dice's coefficient of neighbouring token pairs, 0 to 1. Blanks and remarks do not count. */
export function similarity(one: string, other: string): number {
  if (one === other) return 1;
  // Texts so different in length cannot be alike.
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
