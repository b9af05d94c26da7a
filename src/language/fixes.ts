import type { Diagnostic } from '../base/diagnostic.ts';

/** A piece of text that is put into another one. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Where the lines that would settle a diagnostic go, in the order of the text. */
export function insertionsOf(
  text: string,
  { fixes = [], span }: Pick<Diagnostic, 'fixes' | 'span'>,
): readonly Insertion[] {
  return fixes.map(({ line, where }) =>
    where === 'top' ? atTop(text, line) : before(text, span.start, line),
  );
}

/** Behind the pragmas of the text that stand alone at its top, so that they stay in the order of writing. */
function atTop(text: string, line: string): Insertion {
  const [head = ''] = /^(?:[^\S\n]*(?:#pragma\s+tuner\b[^\n]*|\/\/[^\n]*)?\n)*/.exec(text) ?? [];
  return { at: head.length, text: `${line}\n` };
}

/** On a line of its own right before a place. */
function before(text: string, place: number, line: string): Insertion {
  const start = text.lastIndexOf('\n', place - 1) + 1;
  const lead = text.slice(start, place);
  return /^\s*$/.test(lead)
    ? { at: start, text: `${lead}${line}\n` }
    : { at: place, text: `\n${line}\n` };
}

const inserted = (text: string, { at, text: piece }: Insertion): string =>
  text.slice(0, at) + piece + text.slice(at);

/** A line that was put into a text. */
export interface Added {
  /** Where it stands in the end, counted from 1. */
  readonly line: number;
  readonly text: string;
  /** What it settles. */
  readonly why: string;
}

/** A text with the pragmas that what there is to say about it names. */
export interface Suggestion {
  readonly text: string;
  readonly added: readonly Added[];
  /** Whether it has no errors any more. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** What is put in at most. */
const MOST_ADDED = 100;

/** Puts the lines in that would settle the errors of a text, one error after the other, until it has none or
 * none of those left can be settled so. An error that a line did not settle is not tried again. */
export function suggestPragmas(
  source: string,
  read: (text: string) => { readonly ok: boolean; readonly diagnostics: readonly Diagnostic[] },
): Suggestion {
  let text = source;
  const added: (Insertion & { readonly line: string; readonly why: string })[] = [];
  const tried = new Set<string>();
  for (;;) {
    const { ok, diagnostics } = read(text);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const next = ok
      ? undefined
      : errors.find(
          ({ fixes, ...error }) => (fixes ?? []).length > 0 && !tried.has(keyOf(error, added)),
        );
    if (!next || added.length >= MOST_ADDED)
      return { text, added: placed(text, added), ok, diagnostics };
    tried.add(keyOf(next, added));
    // Several lines for one error stand at the top, one behind the other.
    let shift = 0;
    for (const [index, insertion] of insertionsOf(text, next).entries()) {
      const moved = { ...insertion, at: insertion.at + shift };
      text = inserted(text, moved);
      added.push({ ...moved, line: next.fixes?.[index]?.line ?? '', why: next.message });
      shift += insertion.text.length;
    }
  }
}

/** An error by its kind and by its place in the text as it was. */
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
