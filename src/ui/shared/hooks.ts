import {
  useCallback,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

export function useMedia(query: string): boolean {
  const list = mediaOf(query);
  const listen = useCallback(
    (onChange: () => void) => {
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [list],
  );
  return useSyncExternalStore(listen, () => list.matches);
}

const media = new Map<string, MediaQueryList>();

/** Asked for once: the browser takes its time. */
function mediaOf(query: string): MediaQueryList {
  const list = media.get(query) ?? matchMedia(query);
  media.set(query, list);
  return list;
}

/** A changing value, at most once per interval; the last always arrives. */
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

/** The content box in CSS pixels, 0 by 0 at first. */
export function useSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

type Listeners = {
  readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void;
};

/** Native listeners: unlike React's, these can stop scrolling. */
export function useListeners(element: RefObject<HTMLElement | null>, listeners: Listeners): void {
  const tell = useEffectEvent((event: Event) => {
    const listener = listeners[event.type as keyof HTMLElementEventMap];
    (listener as ((event: Event) => void) | undefined)?.(event);
  });
  const names = Object.keys(listeners).join(' ');
  useEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const hear = (event: Event): void => tell(event);
    for (const name of names.split(' '))
      node.addEventListener(name, hear, { passive: false, signal });
    return () => ending.abort();
  }, [element, names]);
}

/** Takes the focus before a dialog does, so no letter is lost. */
export const toTypeInto = (input: HTMLInputElement | null): void => input?.focus();
