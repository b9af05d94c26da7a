import { useEffect } from 'react';

/** The full text of a cut element without its own title. */
const OWN = 'data-full-title';

/** Gives cut texts their full text as title on hover. */
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
