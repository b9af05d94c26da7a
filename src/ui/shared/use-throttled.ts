import { useEffect, useRef, useState } from 'react';

/** A value that changes often, at most once in some milliseconds; the last one always arrives. */
export function useThrottled<T>(value: T, milliseconds: number): T {
  const [shown, setShown] = useState(value);
  const shownAt = useRef(-Infinity);
  useEffect(() => {
    if (Object.is(value, shown)) return undefined;
    const wait = Math.max(0, shownAt.current + milliseconds - performance.now());
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setShown(() => value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, shown, milliseconds]);
  return shown;
}
