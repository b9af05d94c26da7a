import { type Interval, sure } from '../../base/interval.ts';
import { SCALARS } from '../../front/scalar.ts';
import type { Instruction, ValueProgram } from '../program.ts';
import { type Bounded, boundedBy } from './bounded.ts';
import type { waysOf } from './guards.ts';
import { elementBytes } from './names.ts';
import { areAlike, areSame, type Form, type Id, rangeOf } from './form.ts';
import type { Forms } from './place-form.ts';
import { onlyTarget, type Targets } from './points-to.ts';
import { extentsOf } from './extents.ts';
import type { scansOf } from './scans.ts';
import { reachedArguments } from './reached-arguments.ts';
import { constantIn } from './steps.ts';
import { unguardedAccesses } from './unguarded.ts';

export type Accessing = Extract<Instruction, { kind: 'load' | 'store' | 'atomic' }>;

export type Atomic = Extract<Instruction, { kind: 'atomic' }>;

interface Known {
  readonly program: ValueProgram;
  readonly targets: ReadonlyMap<number, Targets>;
  readonly ways: ReturnType<typeof waysOf>;
  readonly forms: Forms;
  readonly scans: ReturnType<typeof scansOf>;
  readonly usersOf: (object: number) => readonly number[];
}

/** Forms of the places that instructions access. */
export function accessedPlaces({ program, targets, ways, forms, scans, usersOf }: Known) {
  const { code, objects } = program;
  const placesIn = (found: Forms, isTaken: (place: Form, index: number) => boolean) => {
    const places = new Map<number, Form | undefined>();
    return (index: number): Form | undefined => {
      const access = code[index];
      if (!places.has(index)) {
        const place = isAccessing(access) ? found.place(access.address, index) : undefined;
        places.set(index, place && isTaken(place, index) ? place : undefined);
      }
      return places.get(index);
    };
  };
  const placeOf = placesIn(forms, ({ terms }, index) =>
    [...terms.values()].every((term) => term.kind !== 'ticket' || scans.isOwn(term.counter, index)),
  );
  const unitsOf = (index: number): readonly number[] => {
    const access = code[index];
    const object = objects[onlyTarget(targets.get(index)) ?? -1];
    if (!isAccessing(access) || object === undefined) return [];
    return [...new Set([SCALARS[access.type].bytes, elementBytes(object)])];
  };
  const unwrapped = forms.unwrapped();
  const unwrappedPlaceOf = placesIn(unwrapped, () => true);
  const bounded = new Map<number, readonly Bounded[]>();
  const boundedAt = (access: number): readonly Bounded[] => {
    const known = bounded.get(access);
    if (known !== undefined) return known;
    const found = boundedBy(ways(access).limits, (value) => unwrapped.integer(value, access));
    bounded.set(access, found);
    return found;
  };
  const reachesArguments = reachedArguments({
    unitsOf,
    placeOf: unwrappedPlaceOf,
    boundedAt,
    besides: (access) => {
      const object = onlyTarget(targets.get(access));
      return object === undefined ? [] : usersOf(object);
    },
  });
  const isUnguarded = unguardedAccesses({
    code: program.code,
    unitsOf,
    placeOf: unwrappedPlaceOf,
    boundedAt,
    integer: (value, at) => unwrapped.integer(value, at),
  });
  const extents = extentsOf({
    placeOf: unwrappedPlaceOf,
    boundedAt,
    sizeOf: (access) => {
      const [bytes = 1, unit = bytes] = unitsOf(access);
      return { bytes, unit };
    },
  });
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
  return {
    placeOf,
    reachesArguments,
    isUnguarded,
    ...extents,
    numbered,
    onlyId,
    isSameConstant,
    isAtOnePlace,
    isSamePlace,
  };
}

export const isAccessing = (instruction: Instruction | undefined): instruction is Accessing =>
  instruction?.kind === 'load' || instruction?.kind === 'store' || instruction?.kind === 'atomic';

export const writes = (access: Accessing): boolean =>
  access.kind === 'store' || (access.kind === 'atomic' && access.operation !== 'load');
