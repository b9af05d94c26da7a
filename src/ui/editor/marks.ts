import type { Diagnostic, Span } from '../../session/index.ts';

/** A place of the text with something to say about it. */
export interface Mark extends Pick<Diagnostic, 'severity' | 'message'>, Span {
  /** Who says so. */
  readonly source: 'Overtime' | 'clang';
  /** Whether the whole line is marked as well: a fault between work-items is easily overlooked. */
  readonly wholeLine: boolean;
}

const FAULTS: ReadonlySet<string> = new Set(['local-race', 'barrier-divergence']);

/** Diagnostics as marks, with one more for each other place that they are about. */
export function marksOf(diagnostics: readonly Diagnostic[]): Mark[] {
  return diagnostics.flatMap(({ severity, code, span, message, hint, source, related = [] }) => {
    const common = {
      severity,
      source: source === 'clang' ? 'clang' : 'Overtime',
      wholeLine: FAULTS.has(code),
    } as const;
    const words = hint === undefined ? message : `${message}\n${hint}`;
    return [{ span, message: words }, ...related].map((place) => ({
      ...common,
      ...place.span,
      message: place.message,
    }));
  });
}
