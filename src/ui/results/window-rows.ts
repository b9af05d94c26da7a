import { type RefObject, useEffect, useState } from 'react';
import { ROW_HEIGHT } from '../shared/table.tsx';

const MARGIN = 12;

/** The rows of a long table that are in sight, with some on either side: from the first to before the
 * second. `frame` is what scrolls. */
export function useRowsInSight(
  frame: RefObject<HTMLElement | null>,
  rows: number,
): readonly [number, number] {
  const [sight, setSight] = useState<readonly [number, number]>([0, 60]);
  useEffect(() => {
    const node = frame.current;
    if (!node) return undefined;
    const look = (): void => {
      const first = Math.max(0, Math.floor(node.scrollTop / ROW_HEIGHT) - MARGIN);
      const last = Math.ceil((node.scrollTop + node.clientHeight) / ROW_HEIGHT) + MARGIN;
      setSight((old) => (old[0] === first && old[1] === last ? old : [first, last]));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(node);
    node.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      node.removeEventListener('scroll', look);
    };
  }, [frame]);
  return [Math.min(sight[0], rows), Math.min(sight[1], rows)];
}
