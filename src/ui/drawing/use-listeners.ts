import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

type Listeners = {
  readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void;
};

/** Listens to an element's own events; what is not passive can keep the page from scrolling with it. */
export function useListeners(element: RefObject<HTMLElement | null>, listeners: Listeners): void {
  const latest = useRef(listeners);
  useLayoutEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    const names = Object.keys(latest.current) as (keyof HTMLElementEventMap)[];
    const tell = (event: Event): void => {
      const listener = latest.current[event.type as keyof HTMLElementEventMap];
      (listener as ((event: Event) => void) | undefined)?.(event);
    };
    for (const name of names) node.addEventListener(name, tell, { passive: false });
    return () => {
      for (const name of names) node.removeEventListener(name, tell);
    };
  }, [element]);
}
