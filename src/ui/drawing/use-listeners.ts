import { type RefObject, useEffect, useEffectEvent } from 'react';

type Listeners = {
  readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void;
};

/** Listens to an element's own events; what is not passive can keep the page from scrolling with it. */
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
