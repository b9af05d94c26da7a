import { useEffect, useRef, useState } from 'react';
import type { Inspection } from '../../session/index.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { usePlayback } from './playback.ts';

/** The variables at the cursor, and those of the place where the cursor was before. */
export function useInspection(): { now?: Inspection; before?: Inspection } {
  const commands = useCommands();
  const trace = usePlayback(({ layout }) => layout?.trace);
  const step = usePlayback((state) => state.step);
  const now = useSessionState((state) => state.explorer.inspection);
  const [before, setBefore] = useState<Inspection>();
  const last = useRef<Inspection>(undefined);
  useEffect(() => {
    if (trace && step > 0) commands.inspect(step);
  }, [commands, trace, step]);
  useEffect(() => {
    if (now === last.current) return;
    setBefore(now ? last.current : undefined);
    last.current = now;
  }, [now]);
  return { ...(now && { now }), ...(before && { before }) };
}
