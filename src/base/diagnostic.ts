import type { Span } from './span.ts';

export type Severity = 'error' | 'warning' | 'info';

/** A line that would settle a diagnostic, at the top or before its place; numbers may be guesses. */
export interface Fix {
  readonly line: string;
  readonly where: 'top' | 'before';
  /** The name that it says something of. */
  readonly name?: string;
}

/** A message about a place in the user's text. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Stable name of the problem: `unknown-trip-count`. */
  readonly code: string;
  readonly span: Span;
  /** The problem in one sentence. */
  readonly message: string;
  /** Advice, if we have any. */
  readonly hint?: string;
  /** Lines that would settle it, all of them together. */
  readonly fixes?: readonly Fix[];
  /** The sign that lacks behind the place. */
  readonly missing?: string;
  /** Other places involved, and their role. */
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  /** Set if a real compiler says so. */
  readonly source?: 'clang';
}

/** Codes of facts that a time rests on though no text states them. */
const ASSUMPTIONS: ReadonlySet<string> = new Set(['unknown-trip-count', 'assumed-address']);

export const isAssumption = ({ code, severity }: Pick<Diagnostic, 'code' | 'severity'>): boolean =>
  severity !== 'error' && ASSUMPTIONS.has(code);

type Report = (
  code: string,
  span: Span,
  message: string,
  hint?: string,
  fixes?: readonly Fix[],
) => void;

/** Collects what there is to say about a text. */
export class Reports {
  readonly all: Diagnostic[] = [];
  readonly #isWanted: (diagnostic: Diagnostic) => boolean;

  constructor(isWanted: (diagnostic: Diagnostic) => boolean = () => true) {
    this.#isWanted = isWanted;
  }

  readonly error = this.#of('error');
  readonly warning = this.#of('warning');
  readonly info = this.#of('info');

  #of(severity: Severity): Report {
    return (code, span, message, hint, fixes = []) => {
      const diagnostic = {
        severity,
        code,
        span,
        message,
        ...(hint !== undefined && { hint }),
        ...(fixes.length > 0 && { fixes }),
      };
      if (this.#isWanted(diagnostic)) this.all.push(diagnostic);
    };
  }
}

/** A value with remarks, or the reasons there is none. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Makes a forgotten case a type error, and a bug loud. */
export function assertUnreachable(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
