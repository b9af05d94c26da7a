import { positionAt } from '../../base/span.ts';
import type { Commands } from '../../session/core.ts';
import type { Trace } from '../../trace/index.ts';
import { moves } from './moves.ts';
import { traceStore } from './trace-state.ts';

/** Goes to the next step that ran a line of the model; after the last one to the first. */
export function goToModelLine(commands: Commands, line: number): Promise<void> {
  return goTo(commands, (each) => each === line);
}

/** Goes to the next step that ran a line of the kernel. */
export function goToKernelLine(commands: Commands, text: string, line: number): Promise<void> {
  const trace = traceStore.getState().layout?.run.timed;
  return goTo(commands, (each) => {
    const span = trace?.kernelOfLine(each);
    return span !== undefined && positionAt(text, span.start).line === line;
  });
}

async function goTo(commands: Commands, isWanted: (line: number) => boolean): Promise<void> {
  const { layout, event, step } = traceStore.getState();
  const trace = layout?.run.timed;
  if (!trace) return;
  const wanted = new Map<number, number>();
  for (const [id, { line }] of trace.columns.transitions) if (isWanted(line)) wanted.set(id, line);
  if (wanted.size === 0) return;
  const near = nextEvent(trace, event, wanted);
  if (near !== undefined) return moves.seekEvent(near);
  // Steps without an event, such as the counting of a loop, are in the trail alone.
  const steps = await commands.stepsOf((transition) => wanted.has(transition));
  const next = steps.find((each) => each > step) ?? steps[0];
  const [line] = wanted.values();
  if (
    next !== undefined &&
    line !== undefined &&
    traceStore.getState().layout?.run.timed === trace
  ) {
    moves.seekStep(next, line);
  }
}

/** The next event whose statement is wanted, after the last one the first. Of a message either half
 * counts. */
function nextEvent(
  { columns: { transition, received, count } }: Trace,
  from: number,
  wanted: ReadonlyMap<number, number>,
): number | undefined {
  for (let offset = 1; offset <= count; offset += 1) {
    const at = (from + offset) % count;
    if (wanted.has(transition[at] ?? 0) || wanted.has(received[at] ?? 0)) return at;
  }
  return undefined;
}
