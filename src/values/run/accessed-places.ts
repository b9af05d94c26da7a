import { type Interval, sure } from '../../base/interval.ts';
import { SCALARS } from '../../front/scalar.ts';
import type { Instruction, ValueProgram } from '../program.ts';
import type { waysOf } from './guards.ts';
import {
  areAlike,
  areSame,
  type Factors,
  type Form,
  type Forms,
  type Id,
  onlyAlike,
  rangeOf,
} from './place-form.ts';
import { onlyTarget, type Targets } from './points-to.ts';
import type { scansOf } from './scans.ts';
import { constantIn } from './steps.ts';

export type Accessing = Extract<Instruction, { kind: 'load' | 'store' | 'atomic' }>;

export type Atomic = Extract<Instruction, { kind: 'atomic' }>;

/** A product of arguments that an index may be equal to, and whether that ends a row or the whole array. */
export interface Reached {
  readonly factors: Factors;
  readonly isOfRow: boolean;
}

interface Known {
  readonly program: ValueProgram;
  readonly targets: ReadonlyMap<number, Targets>;
  readonly ways: ReturnType<typeof waysOf>;
  readonly forms: Forms;
  readonly scans: ReturnType<typeof scansOf>;
}

/** Forms of the places that instructions access. */
export function accessedPlaces({ program: { code }, targets, ways, forms, scans }: Known) {
  const places = new Map<number, Form | undefined>();
  const placeOf = (index: number): Form | undefined => {
    const access = code[index];
    if (!places.has(index)) {
      const place = isAccessing(access) ? forms.place(access.address, index) : undefined;
      const isOwn = [...(place?.terms.values() ?? [])].every(
        (term) => term.kind !== 'ticket' || scans.isOwn(term.counter, index),
      );
      places.set(index, isOwn ? place : undefined);
    }
    return places.get(index);
  };
  const reachesArguments = (access: number): Reached | undefined => {
    const step = code[access];
    const place = placeOf(access);
    if (place === undefined || !isAccessing(step)) return undefined;
    for (const { value, operator, bound } of ways(access).limits) {
      if (operator === '==') continue;
      const limit = forms.integer(bound, access);
      // `i < n + 1` is `i <= n`.
      const last = limit.rest - (operator === '<' ? 1 : 0);
      const most = onlyAlike({ ...limit, rest: 0 });
      if (most?.factor !== 1 || last < 0) continue;
      const index = forms.integer(value, access);
      const isOfRow = isBegunAt(place, index, SCALARS[step.type].bytes, most.factors);
      if (isOfRow !== undefined) return { factors: most.factors, isOfRow };
    }
    return undefined;
  };
  const numbered = (access: number): Interval | undefined => {
    const place = placeOf(access);
    const kinds = new Set([...(place?.terms.values() ?? [])].map(({ kind }) => kind));
    if (place === undefined || !kinds.has('ticket') || kinds.has('alike')) return undefined;
    const { low, high } = rangeOf(place);
    return sure(low, high);
  };
  const onlyId = (access: number): Id | undefined => {
    const terms = [...(placeOf(access)?.terms.values() ?? [])];
    const [term, another] = terms.filter(({ kind }) => kind !== 'alike');
    return another === undefined && term?.kind === 'id' ? term.id : undefined;
  };
  const isSameConstant = (first: number, second: number): boolean => {
    const [one, other] = [code[first], code[second]];
    if (one?.kind !== 'store' || other?.kind !== 'store' || one.type !== other.type) return false;
    const [x, y] = [constantIn(one.value), constantIn(other.value)];
    return x !== undefined && Object.is(x, y);
  };
  const isAtOnePlace = (access: number): boolean => {
    const place = code[access]?.kind === 'store' ? placeOf(access) : undefined;
    return place !== undefined && areAlike(place) && !isSameConstant(access, access);
  };
  const isSamePlace = (first: number, second: number): boolean => {
    const [one, other] = [code[first], code[second]];
    if (!isAccessing(one) || !isAccessing(other)) return false;
    const object = onlyTarget(targets.get(first));
    const [x, y] = [placeOf(first), placeOf(second)];
    return (
      object !== undefined &&
      object === onlyTarget(targets.get(second)) &&
      SCALARS[one.type].bytes === SCALARS[other.type].bytes &&
      x !== undefined &&
      y !== undefined &&
      areSame(x, y)
    );
  };
  return { placeOf, reachesArguments, numbered, onlyId, isSameConstant, isAtOnePlace, isSamePlace };
}

/** A place is that of an index by identifiers, from a beginning that is alike for all items, or that of a row
 * as long as a bound.
 * @returns false where no rows are; undefined where it is another place */
function isBegunAt(place: Form, index: Form, bytes: number, bound: Factors): boolean | undefined {
  const isById = [...index.terms.values()].some(({ kind }) => kind === 'id');
  const isIn = [...index.terms].every(
    ([name, { factor }]) => place.terms.get(name)?.factor === factor * bytes,
  );
  if (!isById || !isIn || place.rest !== index.rest * bytes) return undefined;
  let hasRows = false;
  for (const [name, term] of place.terms) {
    if (index.terms.has(name) || term.kind === 'alike') continue;
    if (term.kind !== 'free' || term.factors?.join() !== bound.join()) return undefined;
    hasRows = true;
  }
  return hasRows;
}

export const isAccessing = (instruction: Instruction | undefined): instruction is Accessing =>
  instruction?.kind === 'load' || instruction?.kind === 'store' || instruction?.kind === 'atomic';

export const writes = (access: Accessing): boolean =>
  access.kind === 'store' || (access.kind === 'atomic' && access.operation !== 'load');
