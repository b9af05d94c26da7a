import { useEffect } from 'react';
import { moves } from './moves.ts';
import { useTraceState } from './trace-state.ts';

/** Moves the cursor while playback runs: as many steps as time has passed for, at most one update a
 * frame, so that fast playback of a long run costs no more than a slow one. */
export function usePlaying(): void {
  const playing = useTraceState((state) => state.playing);
  const speed = useTraceState((state) => state.speed);
  useEffect(() => {
    if (!playing) return undefined;
    let due = 0;
    let last = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      due += (Math.max(0, now - last) / 1000) * speed;
      last = now;
      const steps = Math.floor(due);
      if (steps > 0) {
        due -= steps;
        moves.advance(steps);
      }
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, speed]);
}
