import { useEffect } from 'react';

/** Moves a cursor while playback runs: once a frame at most, so that fast playback costs no more. */
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
