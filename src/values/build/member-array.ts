import type { Span } from '../../base/span.ts';
import { bytesOf } from '../../front/layout.ts';
import { type CType, innermost } from '../../front/types.ts';
import type { Value } from '../program.ts';
import type { Context, Within } from './context.ts';
import { binary, constant, convert, unary } from './make.ts';

/** One of a single element is mostly as long as memory is. */
export function memberArray(context: Context, type: CType, span: Span): Within | undefined {
  if (type.kind !== 'array' || type.length < 2) return undefined;
  const bytes = bytesOf(innermost(type));
  const elements = bytesOf(type) / bytes;
  return { array: context.text(span), elements, bytes, index: constant('long', 0) };
}

/** So many elements of the array on, or nothing where that is part of one. */
export function movedWithin(
  within: Within | undefined,
  step: number,
  by: Value,
  operator: '+' | '-' = '+',
): Within | undefined {
  const elements = within === undefined ? 0 : step / within.bytes;
  if (within === undefined || !Number.isInteger(elements)) return undefined;
  const more = binary('*', convert('long', by), constant('long', elements));
  const index = binary('+', within.index, operator === '-' ? unary('-', more) : more);
  return { ...within, index };
}

/** Claims that an access of some elements in a row is inside of the array. */
export function staysWithin(
  context: Context,
  within: Within | undefined,
  span: Span,
  count = 1,
): void {
  if (within === undefined) return;
  const { array, elements, index } = within;
  const last = constant('ulong', Math.max(0, elements - count + 1));
  const condition = binary('<', convert('ulong', index), last);
  if (condition.kind === 'constant' && Number(condition.value) !== 0) return;
  const text = context.text(span);
  context.emitter.emit({ kind: 'assert', condition, text, within: { array, elements }, span });
}
