import { useEffect, useRef, useState } from 'react';
import type { Inspection } from '../../session/index.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { usePlayback } from './playback.ts';

/** Steps that the verifier follows within a frame or two. */
const MANY_STEPS = 50_000;
/** Milliseconds. */
const REST = 200;

/** The variables at the cursor, and those of the place where the cursor was before. */
export function useInspection(): { now?: Inspection; before?: Inspection } {
  const commands = useCommands();
  const trace = usePlayback(({ layout }) => layout?.trace);
  const step = usePlayback((state) => state.seen.step);
  const now = useSessionState((state) => state.explorer.inspection);
  const [before, setBefore] = useState<Inspection>();
  const last = useRef<Inspection>(undefined);
  useEffect(() => {
    if (!trace || step <= 0) return undefined;
    if (trace.columns.steps < MANY_STEPS) {
      commands.inspect(step);
      return undefined;
    }
    // A long trail takes a while to follow: once the cursor rests.
    const timer = setTimeout(() => commands.inspect(step), REST);
    return () => clearTimeout(timer);
  }, [commands, trace, step]);
  useEffect(() => {
    if (now === last.current) return;
    setBefore(now ? last.current : undefined);
    last.current = now;
  }, [now]);
  return { ...(now && { now }), ...(before && { before }) };
}
