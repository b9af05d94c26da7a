import type { Span } from '../base/span.ts';
import { tokensOf } from '../promela/index.ts';
import { promelaNames } from './promela-names.ts';
import { scan } from './scan.ts';

/** A declaration with what it holds. */
export interface Outline {
  readonly name: string;
  readonly kind:
    | 'kernel'
    | 'function'
    | 'argument'
    | 'variable'
    | 'type'
    | 'macro'
    | 'parameter'
    | 'message'
    | 'label'
    | 'claim'
    | 'process';
  /** All of it. */
  readonly span: Span;
  /** Its name. */
  readonly selection: Span;
  /** Its declaration, on one line. */
  readonly detail: string;
  readonly children: readonly Outline[];
}

type Entry = Omit<Outline, 'children'>;

/** Declarations of a kernel text, half typed too. */
export const kernelOutline = (text: string): readonly Outline[] =>
  nested(
    scan(text).names.map(({ name, kind, span, whole = span, declaration }) => ({
      name,
      kind,
      span: whole,
      selection: span,
      detail: declaration,
    })),
  );

/** Declarations of a Promela text, half typed too. */
export function promelaOutline(text: string): readonly Outline[] {
  const tokens = tokensOf(text);
  /** From a head up to the brace that closes its body. */
  const bodyFrom = (start: number, end: number): Span => {
    let depth = 0;
    for (const token of tokens) {
      if (token.start < end) continue;
      if (token.text === '{') depth += 1;
      if (token.text === '}' && (depth -= 1) <= 0) return { start, end: token.end };
    }
    return { start, end: text.length };
  };
  const starts = tokens.flatMap((token, at): readonly Entry[] => {
    if (token.text !== 'init' || tokens[at + 1]?.text !== '{') return [];
    const { start, end } = token;
    const span = bodyFrom(start, end);
    return [{ name: 'init', kind: 'process', span, selection: { start, end }, detail: 'init' }];
  });
  const names = promelaNames(text).map(({ name, kind, span, code }): Entry => {
    const hasBody = kind === 'process' || kind === 'inline' || kind === 'type' || kind === 'claim';
    return {
      name,
      kind: kind === 'inline' ? 'function' : kind,
      span: hasBody ? bodyFrom(headOf(text, span.start), span.end) : span,
      selection: span,
      detail: code,
    };
  });
  return nested([...starts, ...names]);
}

/** Where the words before a name begin, on its line. */
const headOf = (text: string, name: number): number => {
  const head = /[\w \t[\]]*$/.exec(text.slice(0, name))?.[0] ?? '';
  return name - head.trimStart().length;
};

/** Each below the innermost that holds it. */
function nested(entries: readonly Entry[]): readonly Outline[] {
  const roots: Outline[] = [];
  const open: (Entry & { readonly children: Outline[] })[] = [];
  const inOrder = entries.toSorted(
    (a, b) => a.span.start - b.span.start || b.span.end - a.span.end,
  );
  for (const entry of inOrder) {
    while ((open.at(-1)?.span.end ?? Infinity) < entry.span.end) open.pop();
    const one = { ...entry, children: [] };
    (open.at(-1)?.children ?? roots).push(one);
    open.push(one);
  }
  return roots;
}
