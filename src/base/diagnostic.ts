import type { Span } from './span.ts';

export type Severity = 'error' | 'warning' | 'info';

/** A line that would settle what a diagnostic is about: at the top of the text, or right before the place. Its
 * numbers may be a guess. */
export interface Fix {
  readonly line: string;
  readonly where: 'top' | 'before';
}

/** Something to tell the user about a place in a text they can edit. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Stable name of the kind of problem, such as `unknown-trip-count`. */
  readonly code: string;
  readonly span: Span;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to do about it, where we know. */
  readonly hint?: string;
  /** Lines that would settle it, all of them together. */
  readonly fixes?: readonly Fix[];
  /** Other places that it is about, with what they have to do with it. */
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  /** Set where a real compiler says so, not our own analysis. */
  readonly source?: 'clang';
}

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
        ...{ severity, code, span, message },
        ...(hint !== undefined && { hint }),
        ...(fixes.length > 0 && { fixes }),
      };
      if (this.#isWanted(diagnostic)) this.all.push(diagnostic);
    };
  }
}

/** The outcome of a stage: a value with remarks, or the reasons why there is none. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Makes a forgotten case of a union a type error, and a bug loud at run time. */
export function assertUnreachable(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
