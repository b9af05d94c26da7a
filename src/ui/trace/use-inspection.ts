import { useEffect, useRef, useState } from 'react';
import type { Inspection } from '../../session/index.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { usePlayback, playback } from './playback.ts';

/** Steps that the verifier follows within a frame or two. */
const MANY_STEPS = 50_000;
/** Milliseconds. */
const REST = 200;

/** The variables at the cursor, and those of the place where the cursor was before. */
export function useInspection(): { now?: Inspection; before?: Inspection } {
  const commands = useCommands();
  const trace = usePlayback(({ layout }) => layout?.trace);
  const now = useSessionState((state) => state.explorer.inspection);
  const [before, setBefore] = useState<Inspection>();
  const last = useRef<Inspection>(undefined);
  useEffect(() => {
    if (!trace) return undefined;
    // A long trail takes a while to follow: once the cursor rests.
    const rest = trace.columns.steps < MANY_STEPS ? 0 : REST;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = 0;
    const follow = (): void => {
      const { step } = playback().seen;
      if (step <= 0 || step === asked) return;
      asked = step;
      clearTimeout(timer);
      if (rest === 0) commands.inspect(step);
      else timer = setTimeout(() => commands.inspect(step), rest);
    };
    follow();
    const leave = usePlayback.subscribe(follow);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [commands, trace]);
  useEffect(() => {
    if (now === last.current) return;
    setBefore(now ? last.current : undefined);
    last.current = now;
  }, [now]);
  return { ...(now && { now }), ...(before && { before }) };
}
