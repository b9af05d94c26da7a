import type { Span } from '../../base/span.ts';
import type { Value } from '../program.ts';
import type { Context, RValue, Within } from './context.ts';
import { some } from './make.ts';

/** Stays as it is when variables change. */
export function remembered(context: Context, value: RValue, span: Span): RValue {
  const { emitter } = context;
  const changes = (part: Value): boolean =>
    part.kind === 'register' && emitter.registers[part.register]?.name !== undefined;
  return {
    ...value,
    lanes: value.lanes.map((lane) => (some(lane, changes) ? emitter.keep(lane, span) : lane)),
    within: settledWithin(context, value.within, span),
  };
}

/** Computes now, before its inputs change. */
export const settledValue = (context: Context, value: RValue, span: Span): RValue => ({
  ...value,
  lanes: value.lanes.map((lane) => settled(context, lane, span)),
  within: settledWithin(context, value.within, span),
});

export const settled = (context: Context, value: Value, span: Span): Value =>
  value.kind === 'constant' || value.kind === 'address' ? value : context.emitter.keep(value, span);

/** It stays as it is when variables change. */
export const settledWithin = (
  context: Context,
  within: Within | undefined,
  span: Span,
): Within | undefined =>
  within && {
    ...within,
    elements: settled(context, within.elements, span),
    index: settled(context, within.index, span),
  };
