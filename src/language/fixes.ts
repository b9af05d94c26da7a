import type { Diagnostic } from '../base/diagnostic.ts';

/** Text to insert. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Insertions that would settle a diagnostic, in text order. */
export function insertionsOf(
  text: string,
  { fixes = [], span }: Pick<Diagnostic, 'fixes' | 'span'>,
): readonly Insertion[] {
  return fixes.map(({ line, where }) =>
    where === 'top' ? atTop(text, line) : before(text, span.start, line),
  );
}

/** After the pragmas at the top, keeping the order of writing. */
function atTop(text: string, line: string): Insertion {
  const [head = ''] = /^(?:[^\S\n]*(?:#pragma\s+tuner\b[^\n]*|\/\/[^\n]*)?\n)*/.exec(text) ?? [];
  return { at: head.length, text: `${line}\n` };
}

/** On its own line before a place. */
function before(text: string, place: number, line: string): Insertion {
  const start = text.lastIndexOf('\n', place - 1) + 1;
  const lead = text.slice(start, place);
  return /^\s*$/.test(lead)
    ? { at: start, text: `${lead}${line}\n` }
    : { at: place, text: `\n${line}\n` };
}

const inserted = (text: string, { at, text: piece }: Insertion): string =>
  text.slice(0, at) + piece + text.slice(at);

/** A text with the lines that would settle something. */
export const withFixes = (text: string, settled: Pick<Diagnostic, 'fixes' | 'span'>): string =>
  insertionsOf(text, settled).reduce(inserted, text);

/** A line that was put into a text. */
export interface Added {
  /** Where it stands in the end, counted from 1. */
  readonly line: number;
  readonly text: string;
  /** The diagnostic it settles. */
  readonly why: string;
}

/** A text with suggested pragmas. */
export interface Suggestion {
  readonly text: string;
  readonly added: readonly Added[];
  /** No errors remain. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

const RANKS: Readonly<Record<string, number>> = {
  'unknown-name': -1,
  'missing-local-size': 1,
  'needs-dimensions': 1,
};

/** In the order to mend in: a name that is declared first may tell trips and the launch. */
export const namesFirst = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.toSorted((a, b) => (RANKS[a.code] ?? 0) - (RANKS[b.code] ?? 0));

/** Lines inserted at most. */
const MOST_ADDED = 100;

/** Inserts lines that settle errors, one at a time, until none can be settled; never retries an
 * error. */
export function suggestPragmas(
  source: string,
  read: (text: string) => { readonly ok: boolean; readonly diagnostics: readonly Diagnostic[] },
): Suggestion {
  let text = source;
  const added: (Insertion & { readonly line: string; readonly why: string })[] = [];
  const tried = new Set<string>();
  for (;;) {
    const { ok, diagnostics } = read(text);
    const errors = namesFirst(diagnostics).filter(({ severity }) => severity === 'error');
    const next = ok
      ? undefined
      : errors.find(
          ({ fixes, ...error }) => (fixes ?? []).length > 0 && !tried.has(keyOf(error, added)),
        );
    if (!next || added.length >= MOST_ADDED)
      return { text, added: placed(text, added), ok, diagnostics };
    tried.add(keyOf(next, added));
    // Several lines for one error stack at the top.
    let shift = 0;
    for (const [index, insertion] of insertionsOf(text, next).entries()) {
      const moved = { ...insertion, at: insertion.at + shift };
      text = inserted(text, moved);
      added.push({ ...moved, line: next.fixes?.[index]?.line ?? '', why: next.message });
      shift += insertion.text.length;
    }
  }
}

/** Identifies an error by kind and original place. */
function keyOf(
  { code, span }: Pick<Diagnostic, 'code' | 'span'>,
  added: readonly Insertion[],
): string {
  const place = added
    .toReversed()
    .reduce((at, one) => (at >= one.at + one.text.length ? at - one.text.length : at), span.start);
  return `${code} ${place}`;
}

/** The lines by where they stand in the end. */
function placed(
  text: string,
  added: readonly (Insertion & { readonly line: string; readonly why: string })[],
): readonly Added[] {
  const lines = added.map(({ at, line, why }, index) => {
    const place = added
      .slice(index + 1)
      .reduce((now, one) => (one.at <= now ? now + one.text.length : now), at);
    const start = text.indexOf(line, place);
    return { line: text.slice(0, start).split('\n').length, text: line, why };
  });
  return lines.toSorted((a, b) => a.line - b.line);
}
