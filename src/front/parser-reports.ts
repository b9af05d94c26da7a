import { type Diagnostic, Reports } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import type { Choices } from './conditions.ts';
import { declaredNames } from './declared-names.ts';
import type { Assembled } from './includes.ts';
import type { Preprocessed } from './preprocess.ts';
import type { FunctionDeclaration } from './syntax.ts';
import { type Decision, MOST_VARIANTS, showPath } from './variants.ts';

/** For a text without kernels, or without the named one. */
export function noKernel(
  source: string,
  kernels: readonly FunctionDeclaration[],
  wanted = '',
): readonly Diagnostic[] {
  const reports = new Reports();
  reports.error(
    'no-kernel',
    { start: 0, end: Math.min(source.length, 1) },
    `There is no kernel ${wanted === '' ? '' : `named ${wanted} `}in this text.`,
    kernels.length === 0
      ? 'A kernel begins with __kernel void NAME(...).'
      : `There is ${listed(kernels)}.`,
  );
  return reports.all;
}

/** Tells which of several kernels is taken where none is named. */
export function severalKernels(kernels: readonly FunctionDeclaration[]): readonly Diagnostic[] {
  const [first, ...others] = kernels;
  if (first === undefined || others.length === 0) return [];
  const reports = new Reports();
  reports.warning(
    'several-kernels',
    first.nameSpan,
    `This text has ${kernels.length} kernels; ${first.name}, the first, is taken, and not ${listed(others)}.`,
    'Name the one that is meant: on the command line with --kernel-name.',
  );
  return reports.all;
}

const listed = (kernels: readonly FunctionDeclaration[]): string =>
  kernels.map(({ name }) => name).join(', ');

/** For a text that refuses itself by #error. */
export function refused({ refusal }: Preprocessed): readonly Diagnostic[] {
  if (refusal === undefined) return [];
  const reports = new Reports();
  const words = refusal.text.replace(/^#\s*error\b\s*/, '');
  reports.error('error-directive', refusal.span, `The text says: ${words || '#error'}.`);
  return reports.all;
}

/** While the grammar of CUDA C++ is on its way. */
export function notLoaded(span: Span): readonly Diagnostic[] {
  const reports = new Reports();
  reports.error('not-loaded', span, 'The grammar of CUDA C++ is not loaded yet.');
  return reports.all;
}

/** For conditions with too many outcomes, at `span`. */
export function tooManyVariants(span: Span): readonly Diagnostic[] {
  const reports = new Reports();
  reports.error(
    'too-many-variants',
    span,
    `The conditions of #if make more different kernels of this text than are read: ${MOST_VARIANTS}, and fewer of a long text.`,
    'Write some of them as an ordinary if, or rule some out with #pragma tuner require.',
  );
  return reports.all;
}

/** For a parameter that differs between variants. */
export function conditionalParameter(span: Span): readonly Diagnostic[] {
  const reports = new Reports();
  reports.error(
    'conditional-parameter',
    span,
    'The tuning parameters and their values may not depend on the values of others.',
    'Declare them outside of #if, and say the rest with #pragma tuner require.',
  );
  return reports.all;
}

/** Diagnostics of the variants, each once; an error of some says where it is. */
export function saidOfVariants(
  variants: readonly { readonly path: readonly Decision[]; readonly said: readonly Diagnostic[] }[],
  choices: Choices,
): readonly Diagnostic[] {
  const where = new Map<string, { diagnostic: Diagnostic; paths: (readonly Decision[])[] }>();
  for (const { path, said } of variants)
    for (const diagnostic of said) {
      const { code, span, message } = diagnostic;
      const key = `${code} ${span.start} ${span.end} ${message}`;
      const known = where.get(key);
      if (known === undefined) where.set(key, { diagnostic, paths: [path] });
      else if (known.paths.at(-1) !== path) known.paths.push(path);
    }
  return [...where.values()].map(({ diagnostic, paths }) => {
    if (diagnostic.severity !== 'error' || paths.length === variants.length) return diagnostic;
    const cases = paths.slice(0, MOST_CASES).map((path) => showPath(path, choices));
    const more = paths.length > MOST_CASES ? ', and so on' : '';
    return { ...diagnostic, message: `Where ${cases.join(', or ')}${more}: ${diagnostic.message}` };
  });
}

const MOST_CASES = 2;

/** In an included text nothing can be put before its place. */
const fixesOf = ({ fixes }: Diagnostic, isIncluded: boolean): Pick<Diagnostic, 'fixes'> =>
  fixes !== undefined && isIncluded ? { fixes: fixes.filter(({ where }) => where === 'top') } : {};

/** In text order, the first of each kind at a place, spans inside the text. */
export function tidy(
  diagnostics: readonly Diagnostic[],
  { source, place }: Assembled,
): Diagnostic[] {
  const seen = new Set<string>();
  const clamp = (span: Span): Span => {
    const start = Math.max(0, Math.min(span.start, source.length));
    return { start, end: Math.max(start, Math.min(span.end, source.length)) };
  };
  const moved = <T extends { readonly span: Span; readonly message: string }>(each: T): T => {
    const { span, included } = place(each.span);
    if (included === undefined) return { ...each, span: clamp(span) };
    const message = `In ${included.name}, line ${included.line}: ${each.message}`;
    return { ...each, span: clamp(span), message };
  };
  const said = diagnostics
    .filter(({ code, span }) => {
      const key = `${code} ${span.start} ${span.end}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .map((diagnostic) => ({
      ...moved(diagnostic),
      ...fixesOf(diagnostic, place(diagnostic.span).included !== undefined),
      ...(diagnostic.related && { related: diagnostic.related.map(moved) }),
    }))
    .filter((diagnostic) => !isOfBrokenParameter(diagnostic, source));
  return said.toSorted((a, b) => a.span.start - b.span.start);
}

/** A parameter with a broken pragma is still declared: the pragma is reported. */
const isOfBrokenParameter = ({ code, fixes = [] }: Diagnostic, source: string): boolean =>
  code === 'no-parameters'
    ? /^[^\S\n]*#[^\S\n]*pragma[^\S\n]+tuner[^\S\n]+param\b/m.test(source)
    : code === 'unknown-name' &&
      fixes.some(({ name }) => name !== undefined && declaredNames(source).has(name));
