import { type ComponentType, memo, useCallback, useLayoutEffect, useRef } from 'react';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('$$typeof' in value);

/** The same data, even if it was made anew. */
function areSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => areSame(each, other[at]));
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && areSame(one[name], other[name]))
  );
}

/** A control that is drawn anew only where what it shows is other data: while a constant is dragged that is the largest
 * part of an answer's time. */
export const steady = <Props extends object>(View: ComponentType<Props>) => memo(View, areSame);

/** A function that stays the same and does what the newest one does. */
export function useSteady<Given extends readonly unknown[]>(
  act: (...given: Given) => void,
): (...given: Given) => void {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...given: Given) => newest.current(...given), []);
}
