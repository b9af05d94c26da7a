import type { Span } from '../base/span.ts';
import { lineBefore, resolve, scan, within, wordAt } from './scan.ts';

/** Where the name at an offset is declared: a variable, an argument, a function, a macro or a tuning
 * parameter. From an argument's own declaration it goes on to the tuning parameter of that name. */
export function definition(source: string, offset: number): Span | undefined {
  const word = wordAt(source, offset);
  if (word === undefined || lineBefore(source, word.span.end) === undefined) return undefined;
  const text = scan(source);
  const parameter = text.names.find(({ name, kind }) => name === word.name && kind === 'parameter');
  const inPragma = text.pragmas.some(({ span }) => within(span, word.span.start));
  if (inPragma && parameter !== undefined) return place(parameter.span);
  const found =
    resolve(text, word.name, word.span.start) ??
    // A pragma stands outside of the function whose arguments or variables it is about.
    (inPragma ? text.names.find(({ name }) => name === word.name) : undefined);
  if (found === undefined) return undefined;
  const atItself = found.span.start === word.span.start;
  return place(atItself && parameter !== undefined ? parameter.span : found.span);
}

const place = ({ start, end }: Span): Span => ({ start, end });
