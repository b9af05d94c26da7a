import type { Span } from '../base/span.ts';
import type { Trace } from './trace.ts';

/** Elements that stand at a barrier of the kernel when a run ends. */
export interface Waiting {
  /** The barrier's place in the kernel. */
  readonly span: Span;
  /** Labels of the elements, in order of the processes. */
  readonly elements: readonly string[];
}

/** Who waits at which barrier at the end of a run: the elements that have told the barrier of their unit
 * `done` and have not been told to `go` since. At the end of a deadlock they wait for ever. */
export function waitingAtBarriers(trace: Trace): readonly Waiting[] {
  const at = new Map<number, Span>();
  for (let index = 0; index < trace.count; index += 1) {
    const event = trace.event(index);
    if (event.kind !== 'message') continue;
    const { channel, message, from, to, kernel } = event;
    if (channel === 'pex_b' && message === 'done' && kernel !== undefined) at.set(from, kernel);
    // The baton's `wait` is no permission to go on.
    else if (message === 'go' || message === 'stop') at.delete(to);
  }
  const places = new Map<string, { span: Span; elements: string[] }>();
  for (const { pid, label } of trace.processes) {
    const span = at.get(pid);
    if (span === undefined) continue;
    const key = `${span.start} ${span.end}`;
    const place = places.get(key) ?? { span, elements: [] };
    places.set(key, place);
    place.elements.push(label);
  }
  return [...places.values()].toSorted((a, b) => a.span.start - b.span.start);
}
