import { type Repetitions, repetitionsAt, timeRun, type Trace, unfold } from '../../trace/index.ts';
import { replaceRun } from './moves.ts';
import { traceStore, type Unfolding } from './trace-state.ts';

/** The event that tells the repetition around another. */
export function repeatAround({ columns }: Trace, event: number): number | undefined {
  if (columns.repeats.has(event)) return event;
  const now = columns.tick[event] ?? 0;
  let found: number | undefined;
  for (const told of columns.repeats.keys())
    if (told <= event && (columns.until[told] ?? 0) > now) found = told;
  return found;
}

/** Shows a repetition in its place. The run that it is taken from stays as it is. */
function show(base: Trace, repeated: Repetitions, number: number, before: Unfolding | null): void {
  const run = unfold(base, repeated, number);
  const [from, until] = [Number(run.from), Number(run.until)];
  const period = until - from;
  replaceRun(timeRun(run.trace), run.first, {
    unfolding: { base, repeated, number, run, before },
    // With as much around it, where it is one of many.
    range: repeated.count > 2 ? { from: Math.max(0, from - period), to: until + period } : null,
  });
}

/** Unfolds the first repetition of what is repeated at the cursor. Says whether there is one. */
export function unfoldHere(): boolean {
  const { layout, event, unfolding } = traceStore.getState();
  const trace = layout?.run.timed;
  if (!trace) return false;
  const told = repeatAround(trace, event);
  const repeated = told === undefined ? undefined : repetitionsAt(trace, told);
  if (!repeated) return false;
  show(trace, repeated, 1, unfolding);
  return true;
}

/** To another repetition, as near to the number as there is one. */
export function showRepetition(number: number): void {
  const { unfolding } = traceStore.getState();
  if (!unfolding) return;
  const { base, repeated, before } = unfolding;
  show(base, repeated, Math.max(1, Math.min(repeated.count, number)), before);
}

/** The run is again as the model went through it; one that was unfolded in another leaves that open. */
export function foldBack(): void {
  const { unfolding } = traceStore.getState();
  if (!unfolding) return;
  const { base, repeated, before } = unfolding;
  replaceRun(timeRun(base), repeated.event, { unfolding: before, range: null });
}
