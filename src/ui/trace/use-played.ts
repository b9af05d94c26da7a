import { useEffect } from 'react';

/** Moves a cursor while playback runs: as many steps as time has passed for, at most one update a
 * frame, so that fast playback of a long run costs no more than a slow one. */
export function usePlayed(playing: boolean, speed: number, advance: (by: number) => void): void {
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
        advance(steps);
      }
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, advance]);
}
