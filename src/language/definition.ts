import type { Span } from '../base/span.ts';
import { lineBefore, parameterOf, resolve, scan, within, wordAt } from './scan.ts';

/** The declaration of the name at an offset; from an argument's declaration, its tuning parameter. */
export function definition(source: string, offset: number): Span | undefined {
  const word = wordAt(source, offset);
  if (word === undefined || lineBefore(source, word.span.end) === undefined) return undefined;
  const text = scan(source);
  const parameter = parameterOf(text, word.name);
  const inPragma = text.pragmas.some(({ span }) => within(span, word.span.start));
  if (inPragma && parameter !== undefined) return parameter.span;
  const found =
    resolve(text, word.name, word.span.start) ??
    // Pragmas stand outside the function they describe.
    (inPragma ? text.names.find(({ name }) => name === word.name) : undefined);
  const atItself = found?.span.start === word.span.start;
  return (atItself ? parameter : undefined)?.span ?? found?.span;
}
