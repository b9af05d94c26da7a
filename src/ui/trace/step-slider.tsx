import { useLayoutEffect, useRef } from 'react';
import { whole } from '../../base/words.ts';
import type { LiveCursor } from './cursor.ts';

interface Props {
  /** The last step that the cursor can be at. */
  readonly last: number;
  readonly isDisabled: boolean;
  readonly live: LiveCursor;
  /** The step at the cursor, as texts tell it. */
  readonly position: number;
  readonly onScrub: (position: number) => void;
}

/** A slider is fewer pixels long. */
const FINE = 2000;

/** The browser's own slider; it follows the playing run without React, which would be too slow. */
export function StepSlider({ last, isDisabled, live, position, onScrub }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(0);
  const most = Math.max(1, last);
  const words = `step ${whole(position + 1)} of ${whole(last + 1)}`;
  useLayoutEffect(() => {
    const follow = (): void => {
      const node = input.current;
      if (!node) return;
      const { position, seen } = live.getState();
      // Less than a pixel can wait.
      if (position !== seen.position && Math.abs(position - shown.current) * FINE < most) return;
      shown.current = position;
      if (node.valueAsNumber !== position) node.value = String(position);
      node.style.setProperty('--way', `${(100 * position) / most}%`);
    };
    follow();
    return live.subscribe(follow);
  }, [live, most]);
  return (
    <input
      ref={input}
      className="slider"
      type="range"
      aria-label="Step of the run"
      aria-valuetext={isDisabled ? undefined : words}
      min={0}
      max={most}
      step={1}
      defaultValue={0}
      disabled={isDisabled}
      onInput={(event) => onScrub(event.currentTarget.valueAsNumber)}
    />
  );
}
