import type { Diagnostic } from '../../base/diagnostic.ts';
import { insertionsOf } from '../fixes.ts';
import { barrierMendings } from './barriers.ts';
import { bracketMendings } from './brackets.ts';
import { edited, insertion, type Mending, movedBy } from './edit.ts';
import { sizeMendings } from './guessed-sizes.ts';
import { nearNames } from './near-names.ts';

/** Diagnoses a text. */
export type ReadDiagnostics = (text: string) => readonly Diagnostic[];

/** Fixes for a diagnostic, best first; each is tried, and offered only if it works.
 * @param read diagnoses another text; without it nothing is tried. */
export function mendings(
  text: string,
  diagnostic: Diagnostic,
  read?: ReadDiagnostics,
): readonly Mending[] {
  const offered: Mending[] = [];
  for (const each of guesses(text, diagnostic)) {
    if (offered.length >= MOST_OFFERED) break;
    if (offered.some(({ title }) => title === each.title)) continue;
    if (!read || diagnostic.source === 'clang' || settles(text, diagnostic, each, read))
      offered.push(each);
  }
  return offered;
}

const MOST_OFFERED = 4;

/** Diagnostics of texts that do not parse. */
const isOfSyntax = ({ code }: Diagnostic): boolean => code === 'syntax';

function settles(
  text: string,
  diagnostic: Diagnostic,
  { edits }: Mending,
  read: ReadDiagnostics,
): boolean {
  const after = read(edited(text, edits));
  const place = movedBy(diagnostic.span.start, edits);
  if (after.some((one) => isOfSyntax(one) || one.code === 'broken-pragma'))
    // With several syntax errors, the next one lies further on.
    return (
      isOfSyntax(diagnostic) &&
      after.every((one) => !isOfSyntax(one) || one.span.start > Math.max(place, endOf(edits)))
    );
  if (isRace(diagnostic))
    // A misplaced barrier is an error or leaves a race; races that this reader does not see cannot
    // be tried.
    return read(text).some(isRace) && !after.some((one) => isRace(one) || one.severity === 'error');
  return !after.some(
    ({ code, message, span }) =>
      code === diagnostic.code && message === diagnostic.message && span.start === place,
  );
}

/** Seen in the text, or while the work-items were run. */
const isRace = ({ code }: Diagnostic): boolean => code === 'local-race' || code === 'race-local';

const endOf = (edits: Mending['edits']): number => edits.at(-1)?.span.end ?? 0;

function guesses(text: string, diagnostic: Diagnostic): readonly Mending[] {
  const { code, span, message } = diagnostic;
  const added = addedLines(text, diagnostic);
  switch (code) {
    case 'syntax':
      return [...missingSign(diagnostic), ...bracketMendings(text)];
    case 'unknown-name':
    case 'unknown-call':
      return [...renamed(text, span), ...added];
    case 'values-unsupported':
    case 'clang':
      return /undeclared|not declared|implicit declaration|unknown type/i.test(message)
        ? renamed(text, span)
        : [];
    case 'local-race':
    case 'race-local':
      return [...barrierMendings(text, diagnostic), ...added];
    case 'no-parameters':
    case 'missing-local-size':
    case 'needs-dimensions':
    case 'required-group-size':
      return [...sizeMendings(text, code), ...added];
    default:
      return added;
  }
}

/** The lines that a diagnostic itself names. */
function addedLines(text: string, diagnostic: Diagnostic): readonly Mending[] {
  const { fixes = [] } = diagnostic;
  if (fixes.length === 0) return [];
  return [
    {
      title: `Add ${fixes.map(({ line }) => line).join(' and ')}`,
      edits: insertionsOf(text, diagnostic).map(({ at, text: line }) => insertion(at, line)),
    },
  ];
}

function renamed(text: string, span: Diagnostic['span']): readonly Mending[] {
  const written = /^\w+/.exec(text.slice(span.start))?.[0] ?? '';
  const name = { start: span.start, end: span.start + written.length };
  return nearNames(text, written, span.start).map((near) => ({
    title: `Change ${written} to ${near}`,
    edits: [{ span: name, text: near }],
  }));
}

const missingSign = ({ missing, span }: Diagnostic): readonly Mending[] =>
  missing === undefined
    ? []
    : [{ title: `Insert '${missing}'`, edits: [insertion(span.end, missing)] }];
