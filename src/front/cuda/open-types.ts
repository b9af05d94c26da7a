import type { Expression, Type } from '../syntax.ts';
import { scalarType } from '../types.ts';
import { templateIn } from './static-values.ts';
import { type Bindings, isExpression } from './templates.ts';

/** Nobody tells it. */
export const OPEN_TYPE: Type = scalarType('float');

export const openTypesIn = (bound: Bindings): readonly string[] =>
  [...bound].flatMap(([name, given]) => (given === OPEN_TYPE ? [name] : []));

/** Nobody tells it, or a template of the host's. */
export const isOpenType = (given: Type | Expression | undefined): boolean =>
  given === undefined ||
  (!isExpression(given) && given.kind === 'other' && templateIn(given) === undefined);

/** So many pointers more lead to it, or fewer. */
export function atLevel(type: Type, levels: number): Type | undefined {
  if (levels === 0) return type;
  if (levels > 0) return atLevel({ kind: 'pointer', to: type, space: 'global' }, levels - 1);
  return type.kind === 'pointer' ? atLevel(type.to, levels + 1) : undefined;
}

/** A pointer among a kernel's arguments points to global memory. */
export const inGlobal = (type: Type): Type =>
  type.kind === 'pointer' && type.space === undefined ? { ...type, space: 'global' } : type;
