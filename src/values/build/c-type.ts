import type { Span } from '../../base/span.ts';
import type { Length, Type } from '../../front/syntax.ts';
import { counted, type CType } from '../../front/types.ts';
import { constantOf } from './c-expression.ts';
import type { Context } from './context.ts';
import { imageType } from './image-type.ts';
import { numberOf } from './make.ts';

/** A type with its array lengths in this configuration.
 * @throws {Refused} on types whose values are not followed. */
export const typeOf = (context: Context, type: Type, span: Span): CType =>
  counted(type, {
    length: (length) => lengthOf(context, length, span),
    other: ({ name, what }) =>
      imageType(name) ?? context.refuse(span, `Values of ${what} are not followed.`),
    ...context.structs,
  });

const MOST = 2 ** 28;

function lengthOf(context: Context, length: Length, span: Span): number {
  if (length === undefined) return context.refuse(span, 'The length of this array is not known.');
  if (typeof length === 'number') return length;
  const elements = numberOf(constantOf(context, length));
  if (elements !== undefined && elements >= 0 && elements <= MOST) return elements;
  return context.refuse(length.span, `An array cannot have ${context.text(length.span)} elements.`);
}
