import { type RefObject, useState, useSyncExternalStore } from 'react';
import { type Point, pointIn } from '../drawing/brush.ts';
import { useListeners } from '../shared/hooks.ts';
import type { Cursor, LiveCursor } from './cursor.ts';

/** The thing under the pointer, unless it presses or drags. */
export function useHover<Hit>(
  frame: RefObject<HTMLElement | null>,
  hitAt: (point: Point) => Hit | undefined,
): Hit | undefined {
  const [hit, setHit] = useState<Hit>();
  const leave = (): void => setHit(undefined);
  useListeners(frame, {
    pointermove(event) {
      // A finger that rests on the chart presses it.
      if (event.buttons !== 0 || event.pointerType === 'touch') return leave();
      const found = hitAt(pointIn(frame.current, event));
      setHit(() => found);
    },
    pointerdown: leave,
    pointerleave: leave,
    wheel: leave,
    scroll: leave,
  });
  return hit;
}

/** True while the keyboard focuses a chart, so that it tells about the cursor. */
export function useKeyboardFocus(frame: RefObject<HTMLElement | null>): boolean {
  const [focused, setFocused] = useState(false);
  useListeners(frame, {
    focus: () => setFocused(frame.current?.matches(':focus-visible') === true),
    // Escape puts the card away.
    keydown: ({ key }) => setFocused(key !== 'Escape'),
    pointerdown: () => setFocused(false),
    blur: () => setFocused(false),
  });
  return focused;
}

/** The cursor at the pace of reading; none while it plays. */
export function useRestingCursor(live: LiveCursor): Cursor | undefined {
  const seen = useSyncExternalStore(live.subscribe, () => live.getState().seen);
  const playing = useSyncExternalStore(live.subscribe, () => live.getState().playing);
  return playing ? undefined : seen;
}
