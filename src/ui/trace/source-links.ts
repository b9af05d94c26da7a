import { type Commands, positionAt, type Trace } from '../../session/index.ts';
import { moves } from './moves.ts';
import { traceStore } from './trace-state.ts';

/** Goes to the next step that ran a line of the model; after the last one to the first. */
export function goToModelLine(commands: Commands, line: number): Promise<void> {
  return goTo(commands, (each) => each === line);
}

/** Goes to the next step that ran a line of the kernel. */
export function goToKernelLine(commands: Commands, text: string, line: number): Promise<void> {
  const trace = traceStore.getState().layout?.trace;
  return goTo(commands, (each) => {
    const span = trace?.kernelOfLine(each);
    return span !== undefined && positionAt(text, span.start).line === line;
  });
}

async function goTo(commands: Commands, isWanted: (line: number) => boolean): Promise<void> {
  const { layout, event, step } = traceStore.getState();
  if (!layout) return;
  const { trace } = layout;
  const known = new Map<number, boolean>();
  const wanted = (transition: number): boolean => {
    let found = known.get(transition);
    if (found === undefined) {
      found = isWanted(trace.transition(transition)?.line ?? 0);
      known.set(transition, found);
    }
    return found;
  };
  const near = nextEvent(trace, event, wanted);
  if (near !== undefined) return moves.seekEvent(near);
  if (![...trace.columns.transitions.keys()].some(wanted)) return;
  // Steps without an event, such as the counting of a loop, are in the trail alone.
  const steps = await commands.stepsOf(wanted);
  const next = steps.find((each) => each > step) ?? steps[0];
  const line = [...trace.columns.transitions].find(([id]) => wanted(id))?.[1].line;
  if (next !== undefined && line !== undefined && traceStore.getState().layout?.trace === trace) {
    moves.seekStep(next, line);
  }
}

/** The next event whose statement is wanted, after the last one the first. Of a message either half
 * counts. */
function nextEvent(
  trace: Trace,
  from: number,
  isWanted: (transition: number) => boolean,
): number | undefined {
  const { transition, received, count } = trace.columns;
  for (let offset = 1; offset <= count; offset += 1) {
    const at = (from + offset) % count;
    const other = received[at] ?? 0;
    if (isWanted(transition[at] ?? 0) || (other !== 0 && isWanted(other))) return at;
  }
  return undefined;
}
