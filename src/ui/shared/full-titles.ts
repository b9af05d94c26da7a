import { useEffect } from 'react';

/** What an element that ends in an ellipsis says in full, where it has no title of its own. */
const OWN = 'data-full-title';

/** Tells what is cut short in full when the pointer comes to it: whatever ends in an ellipsis gets its text
 * as its title, as long as it is cut. */
export function useFullTitles(): void {
  useEffect(() => {
    const ending = new AbortController();
    const tell = ({ target }: PointerEvent): void => {
      for (let node = target, up = 0; node instanceof HTMLElement && up < 3; up += 1) {
        if (getComputedStyle(node).textOverflow === 'ellipsis') return titled(node);
        node = node.parentElement;
      }
    };
    document.addEventListener('pointerover', tell, { signal: ending.signal, passive: true });
    return () => ending.abort();
  }, []);
}

function titled(node: HTMLElement): void {
  if (node.title !== '' && !node.hasAttribute(OWN)) return;
  const isCut = node.scrollWidth > node.clientWidth;
  node.toggleAttribute(OWN, isCut);
  if (isCut) node.title = node.textContent.trim();
  else node.removeAttribute('title');
}
