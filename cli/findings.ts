import type { Configuration } from '../src/tuning/index.ts';
import type { Finding } from '../src/values/index.ts';
import { type Place, placeIn, type PlaceOf, placesIn } from './places.ts';

/** A finding, or a remark, as `--json` has it. */
export interface SaidFinding<Kind extends string> extends Place {
  readonly kind: Kind;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly related?: readonly (Place & { readonly message: string })[] | undefined;
  readonly configuration: Configuration;
  /** An unstated fact it rests on, with the lines that settle it. */
  readonly assumed?:
    | {
        readonly words: string;
        readonly so: readonly string[];
        readonly otherwise: readonly string[];
      }
    | undefined;
}

/** A finding with its places in the text. */
export function placedFinding<Kind extends string>(
  text: string,
  one: Omit<Finding, 'kind'> & { readonly kind: Kind },
  placeOf: PlaceOf = placesIn(text),
): SaidFinding<Kind> {
  const { kind, span, message, hint, related, configuration, assumed } = one;
  return {
    kind,
    ...placeOf(span),
    message,
    ...(hint !== undefined && { hint }),
    ...(related && {
      related: related.map((other) => ({ ...placeOf(other.span), message: other.message })),
    }),
    configuration,
    ...(assumed && {
      assumed: {
        words: assumed.words,
        so: assumed.so.map(({ line }) => line),
        otherwise: assumed.otherwise.map(({ line }) => line),
      },
    }),
  };
}

const answerLines = (asked: string, lines: readonly string[] = []): readonly string[] =>
  lines.length === 0 ? [] : [`  ${asked} ${lines.join(' ')}`];

/** `NAME:line:column: kind: message (configuration)`, and details line by line. */
export const saidFinding = (name: string, one: SaidFinding<string>): string => {
  const { kind, message, hint, related = [], assumed } = one;
  const values = Object.entries(one.configuration).map(([of, value]) => `${of} ${value}`);
  return [
    `${placeIn(name, one)}: ${assumed ? `${kind}, if ${assumed.words}` : kind}: ${message}${values.length === 0 ? '' : ` (${values.join(', ')})`}`,
    ...related.map((other) => `  ${placeIn(name, other)}: ${other.message}`),
    ...(hint === undefined || assumed ? [] : [`  ${hint}`]),
    ...answerLines('Is it?', assumed?.so),
    ...answerLines('Or not:', assumed?.otherwise),
  ].join('\n');
};
