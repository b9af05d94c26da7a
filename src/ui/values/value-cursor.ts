import { create } from 'zustand';
import type { Span, ValueTrace } from '../../session/index.ts';

interface Cursor {
  readonly trace: ValueTrace | undefined;
  /** Index of the event that was last; -1 before the first. */
  readonly at: number;
}

/** Where the run that is looked at stands. */
export const useValueCursor = create<Cursor>()(() => ({ trace: undefined, at: -1 }));

/** Opens a trace where it goes wrong, or puts it away. */
export function openTrace(trace: ValueTrace | undefined): void {
  if (useValueCursor.getState().trace === trace) return;
  useValueCursor.setState({
    trace,
    at: trace ? (trace.wrong?.event ?? trace.events.length - 1) : -1,
  });
}

/** Moves to an event, within the trace. */
export function moveTo(at: number): void {
  const { trace } = useValueCursor.getState();
  if (!trace) return;
  useValueCursor.setState({ at: Math.max(-1, Math.min(trace.events.length - 1, at)) });
}

/** Where in the kernel the event at the cursor is; nothing where no trace is open. */
export const useValuePlace = (): Span | undefined =>
  useValueCursor(({ trace, at }) => trace?.events[at]?.span);
