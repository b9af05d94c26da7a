import type { Diagnostic } from '../src/base/diagnostic.ts';
import type { Subject } from '../src/checker/index.ts';
import { UsageError } from './usage-error.ts';
import { type Place, placeIn, type PlaceOf, placesIn } from './places.ts';

/** A diagnostic as `--json` has it. */
export interface PlacedDiagnostic
  extends Place, Pick<Diagnostic, 'severity' | 'code' | 'message' | 'hint'> {}

/** Text that cannot be tuned; the message says why, and where. */
export class InputError extends UsageError {
  readonly diagnostics: readonly PlacedDiagnostic[];

  constructor(message: string, diagnostics: readonly PlacedDiagnostic[]) {
    super(message);
    this.diagnostics = diagnostics;
  }
}

/** Diagnostics with their places in the text. */
export const placed = (
  text: string,
  diagnostics: readonly Diagnostic[],
  placeOf: PlaceOf = placesIn(text),
): readonly PlacedDiagnostic[] =>
  diagnostics.map(({ severity, code, span, message, hint }) => ({
    severity,
    code,
    ...placeOf(span),
    message,
    ...(hint !== undefined && { hint }),
  }));

const words = ({ message, hint }: PlacedDiagnostic): string =>
  hint === undefined ? message : `${message} ${hint}`;

/** One line in compilers' style: `NAME:line:column: severity: message hint`. */
export const said = (name: string, diagnostic: PlacedDiagnostic): string =>
  `${placeIn(name, diagnostic)}: ${diagnostic.severity}: ${words(diagnostic)}`.replace(/\s+/g, ' ');

const counted = (count: number, what: string): string =>
  count === 1 ? `1 ${what}` : `${count} ${what}s`;

/** The first error, or with `strict` the first warning; undefined if tunable. */
export function refusal(
  name: string,
  diagnostics: readonly PlacedDiagnostic[],
  strict: boolean,
): InputError | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const warnings = diagnostics.filter(({ severity }) => strict && severity === 'warning');
  const [first, ...others] = errors.length > 0 ? errors : warnings;
  if (!first) return undefined;
  const what = first.severity === 'error' ? '' : ' warning:';
  const more = others.length === 0 ? '' : ` (and ${counted(others.length, first.severity)} more)`;
  const refused = first.severity === 'error' ? '' : ' This is refused by --strict.';
  const message = `${placeIn(name, first)}:${what} ${words(first)}${refused}${more}`;
  return new InputError(message, diagnostics);
}

/** Rethrows a failure, as bad input if the text caused it. @throws */
export const faultOf =
  ({ name, faultIn }: Subject) =>
  (error: unknown): never => {
    const fault = faultIn(error);
    throw fault === undefined ? error : new UsageError(`${name}: ${fault}`);
  };
