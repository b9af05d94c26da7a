import type { Span } from '../../base/span.ts';
import type { Value } from '../program.ts';
import { type CType, showType } from '../../front/types.ts';
import type { Context, RValue } from './context.ts';
import { staysWithin } from './member-array.ts';

/** A call of a built-in function, with its arguments. */
export interface BuiltInCall {
  readonly context: Context;
  readonly name: string;
  readonly args: readonly RValue[];
  readonly span: Span;
  /** Somebody uses its result. */
  readonly wanted: boolean;
  /** An atomic that is one within its group alone. */
  readonly isOfGroup?: boolean;
}

/** @throws {Refused} */
export type Handler = (call: BuiltInCall) => RValue;

/** An argument that must be there. */
export function argument({ context, args, name, span }: BuiltInCall, index: number): RValue {
  const arg = args[index];
  if (arg !== undefined) return arg;
  return context.refuse(span, `${name} needs more than ${args.length} arguments.`);
}

/** An argument that is a scalar. */
export function one(call: BuiltInCall, index: number): Value {
  const { type, lanes } = argument(call, index);
  const [value] = lanes;
  if (value !== undefined && type.kind === 'scalar') return value;
  return call.context.refuse(
    call.span,
    `${call.name} has a ${showType(type)} where it needs a number.`,
  );
}

export interface PointerArgument {
  readonly type: Extract<CType, { kind: 'pointer' }>;
  readonly address: Value;
}

/** A pointer that so many elements are accessed behind. */
export function accessed(call: BuiltInCall, index: number, count = 1): PointerArgument {
  const { context, span } = call;
  staysWithin(context, argument(call, index).within, span, count);
  return pointer(call, index);
}

/** An argument that is a pointer. */
export function pointer(call: BuiltInCall, index: number): PointerArgument {
  const { type, lanes } = argument(call, index);
  const [address] = lanes;
  if (address !== undefined && type.kind === 'pointer') return { type, address };
  return call.context.refuse(
    call.span,
    `${call.name} has a ${showType(type)} where it needs a pointer.`,
  );
}
