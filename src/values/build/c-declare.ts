import type { Span } from '../../base/span.ts';
import type { Declarator } from '../../front/syntax.ts';
import { store } from './access.ts';
import { evaluate } from './c-expression.ts';
import { initialise } from './c-initialise.ts';
import { typeOf } from './c-type.ts';
import type { Context, Place, RValue } from './context.ts';
import { inArray } from './member-array.ts';
import { objectOf } from './memory.ts';
import { type CType, innermost, laneName, laneOf, lanesOf } from '../../front/types.ts';

/** Declares a function's variable with its initial value. */
export function declare(context: Context, declarator: Declarator): void {
  const { name, nameSpan, init, unsupported } = declarator;
  if (unsupported !== undefined)
    context.refuse(nameSpan, `Values of ${unsupported} are not followed.`);
  const isList = init?.kind === 'list' && !init.comma;
  const type = typeOf(context, declarator.type, nameSpan);
  if (type.kind === 'void') context.refuse(nameSpan, `${name} has no type that has values.`);
  const { space } = declarator;
  // `__global int *p[4]` is a private array of pointers to global memory.
  const isOwn = innermost(type).kind === 'pointer' || space === undefined || space === 'private';
  if (!isOwn && space !== 'local')
    context.refuse(nameSpan, `${name} cannot be declared in __${space} memory inside a function.`);
  const given =
    init === undefined || isList
      ? undefined
      : context.emitter.capture(() => evaluate(context, init));
  // Also of a constant: what it is computed by may write.
  context.emitter.append(given?.items ?? []);
  if (given !== undefined && staysConstant(context, declarator, given.result) && isOwn) {
    context.scope.set(name, { kind: 'value', ...given.result });
    return;
  }
  const place = context.once(declarator, type, () =>
    variable(context, declarator, type, {
      space: isOwn ? 'private' : 'local',
      unset: init === undefined,
    }),
  );
  if (init === undefined && isOwn) forget(context, place, nameSpan);
  if (given !== undefined) {
    store(context, place, given.result, nameSpan, name);
    context.scope.set(name, inArray(context, place, name, given.result, nameSpan));
    return;
  }
  context.scope.set(name, inArray(context, place, name, undefined, nameSpan));
  if (init !== undefined) initialise(context, place, init, name);
}

/** Each time a declaration is come to, its variable is a new one. */
function forget({ emitter }: Context, place: Place, span: Span): void {
  if (place.kind === 'registers')
    for (const target of place.registers) emitter.emit({ kind: 'forget', target, span });
  else if (place.kind === 'memory' && place.address.kind === 'address')
    emitter.emit({ kind: 'forget', memory: place.address, span });
}

/** A variable declared as a number and never changed is that number. */
function staysConstant(context: Context, { name }: Declarator, value: RValue): boolean {
  const { assigned, addressed } = context.frame;
  if (value.type.kind !== 'scalar' || assigned.has(name) || addressed.has(name)) return false;
  return value.lanes.every((lane) => lane.kind === 'constant');
}

/** Registers or memory for a variable. */
export function variable(
  context: Context,
  { name, nameSpan: span, isVolatile = false }: Declarator,
  type: CType,
  { space, unset }: { readonly space: 'private' | 'local'; readonly unset: boolean },
): Place {
  const inRegisters = /^(scalar|vector|pointer)$/.test(type.kind) && space === 'private';
  if (!inRegisters || context.frame.addressed.has(name))
    return {
      kind: 'memory',
      type,
      address: context.object(objectOf(name, type, { space, span, length: 'stated', isVolatile })),
    };
  const lanes = lanesOf(type);
  const registers = Array.from({ length: lanes }, (_, i) => {
    const register = context.emitter.variable({
      type: laneOf(type),
      name: lanes === 1 ? name : `${name}.${laneName(i, lanes)}`,
      span,
    });
    if (unset) context.mayBeUnset.add(register);
    return register;
  });
  return { kind: 'registers', type, registers };
}
