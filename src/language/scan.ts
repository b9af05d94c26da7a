import { Reports } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { blankComments, blanked, directivesIn, tokenize, type Token } from '../front/lexer.ts';
import { parseDefine } from '../front/macro.ts';
import { parsePragma, type Pragma } from '../front/pragma.ts';
import { Declarations, type Declared } from './declarations.ts';

/** A name that a text declares. */
export interface Named extends Declared {
  /** The expansion or domain, for macros and parameters. */
  readonly meaning?: string;
}

/** An editor's view of a text, even half typed. */
export interface Scan {
  readonly names: readonly Named[];
  readonly pragmas: readonly Pragma[];
  /** Tokens of the code: no comments, no directives. */
  readonly tokens: readonly Token[];
}

let last: { readonly source: string; readonly scan: Scan } | undefined;

/** Finds declarations by tokens: a parse fails on text that is being typed. */
export function scan(source: string): Scan {
  if (last?.source !== source) last = { source, scan: read(source) };
  return last.scan;
}

function read(source: string): Scan {
  const clean = blankComments(source).text;
  const names: Named[] = [];
  const pragmas: Pragma[] = [];
  const whole: Span = { start: 0, end: source.length };
  const directives = directivesIn(clean);
  for (const { start, end } of directives) directive(start, end);
  const tokens = tokenize(blanked(clean, directives));
  names.push(...new Declarations(clean, tokens).read());
  return { names, pragmas, tokens };

  function directive(at: number, end: number): void {
    const define = /^#\s*define\b/.exec(clean.slice(at, end));
    if (define !== null) {
      const macro = parseDefine(clean, at + define[0].length, end);
      if (macro === undefined) return;
      const { name } = macro;
      const { start } = macro.span;
      const meaning = clean.slice(macro.span.end, end).replace(/\s+/g, ' ').trim();
      const span = { start, end: start + name.length };
      const parameters = macro.parameters === undefined ? '' : `(${macro.parameters.join(', ')})`;
      const declaration = `#define ${name}${parameters}${meaning === '' ? '' : ` ${meaning}`}`;
      names.push({ name, kind: 'macro', span, scope: whole, declaration, meaning });
    }
    const pragma = parsePragma(clean, at, end, new Reports());
    if (pragma === undefined) return;
    pragmas.push(pragma);
    if (pragma.kind !== 'param') return;
    const { name, span } = pragma.target;
    const meaning = source.slice(pragma.domainSpan.start, pragma.domainSpan.end).trim();
    const declaration = `#pragma tuner param ${name} = ${meaning}`;
    names.push({ name, kind: 'parameter', span, scope: whole, declaration, meaning });
  }
}

/** The tuning parameter of a name. */
export const parameterOf = ({ names }: Scan, name: string): Named | undefined =>
  names.find((one) => one.name === name && one.kind === 'parameter');

/** The innermost visible declaration. Definitions precede prototypes, and code precedes tuning
 * parameters. */
export function resolve({ names }: Scan, name: string, offset: number): Named | undefined {
  let best: Named | undefined;
  for (const candidate of names) {
    if (candidate.name !== name) continue;
    if (within(candidate.span, offset)) return candidate; // the declaration itself
    if (!within(candidate.scope, offset)) continue;
    if (best === undefined || rank(candidate) > rank(best)) best = candidate;
  }
  return best;
}

/** Scopes that begin later are further inside. */
const rank = ({ kind, scope, defined }: Named): number =>
  scope.start * 4 + (kind === 'parameter' ? 0 : defined === true ? 2 : 1);

export const within = (span: Span, offset: number): boolean =>
  span.start <= offset && offset <= span.end;

/** The identifier at an offset, or ending there. */
export function wordAt(text: string, offset: number): { name: string; span: Span } | undefined {
  const at = Math.max(0, Math.min(Math.trunc(offset), text.length));
  const end = at + (/^\w*/.exec(text.slice(at))?.[0].length ?? 0);
  let start = at;
  while (start > 0 && /\w/.test(text.charAt(start - 1))) start -= 1;
  const name = text.slice(start, end);
  return /^[A-Za-z_]/.test(name) ? { name, span: { start, end } } : undefined;
}

/** The line up to an offset, without comments; undefined inside one. */
export function lineBefore(source: string, offset: number): string | undefined {
  const before = source.slice(0, Math.max(0, offset));
  // Inside a comment the probe letter is blanked.
  const { text } = blankComments(`${before}x`);
  if (!text.endsWith('x')) return undefined;
  return text.slice(text.lastIndexOf('\n') + 1, -1);
}
