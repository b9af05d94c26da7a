import { lazy } from '../../base/lazy.ts';
import type { Value, ValueProgram } from '../program.ts';
import { valuesIn, valuesOf } from '../walk.ts';
import { type Bounded, read } from './bounded.ts';
import { type Form, hasId, number, onlyAlike, sum, times } from './form.ts';
import { limitIn } from './guards.ts';

interface Known {
  readonly code: ValueProgram['code'];
  readonly unitsOf: (access: number) => readonly number[];
  readonly placeOf: (access: number) => Form | undefined;
  readonly boundedAt: (access: number) => readonly Bounded[];
  readonly integer: (value: Value, at: number) => Form;
}

/** Accesses that no guard bounds, at an index that guards elsewhere keep below an argument: there may be more
 * work-items than elements. */
export function unguardedAccesses({
  code,
  unitsOf,
  placeOf,
  boundedAt,
  integer,
}: Known): (access: number) => boolean {
  const compared = lazy(() =>
    [...code.entries()]
      .flatMap(([at, step]) =>
        valuesOf(step)
          .flatMap((value) => [...valuesIn(value)])
          .flatMap((value) => [true, false].flatMap((holds) => limitIn(value, holds) ?? []))
          .map((limit) => read(limit, (value) => integer(value, at))),
      )
      .filter(({ operator }) => operator === '<' || operator === '<='),
  );
  return (access) => {
    const place = placeOf(access);
    if (place === undefined || !hasId(place)) return false;
    const isBounded = boundedAt(access).some(({ value }) =>
      [...value.terms.keys()].some((name) => place.terms.has(name)),
    );
    if (isBounded) return false;
    return compared().some(({ apart, operator }) =>
      unitsOf(access).some((unit) => {
        const last = sum(times(place, 1 / unit), apart, -1);
        const { rest } = operator === '<' ? sum(last, number(1), -1) : last;
        return rest >= -1 && onlyAlike({ ...last, rest: 0 })?.factor === 1;
      }),
    );
  };
}
