import type { Span } from '../base/span.ts';
import { EVENT } from '../spin/replay-columns.ts';
import type { TraceProcess } from './events.ts';
import type { Trace } from './trace.ts';

/** Elements that stand at a barrier of the kernel when a run ends. */
export interface Waiting {
  /** The barrier's place in the kernel. */
  readonly span: Span;
  /** Labels of the elements, in order of the processes. */
  readonly elements: readonly string[];
}

/** Elements that told a barrier `done` without a `go` since. In a deadlock they wait for ever. */
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

/** Elements of a unit that wait for ever at one barrier of the kernel, and for whom. */
export interface Stopped {
  /** The barrier's place in the kernel; absent for elements that have come to none and cannot go on either. */
  readonly span?: Span;
  readonly elements: readonly string[];
  /** Elements of the same unit that are past it or over, and that stand elsewhere. */
  readonly over: readonly string[];
  readonly elsewhere: readonly string[];
}

/** Who waits where and for whom, at the end of a run that nobody can go on with. */
export function stoppedIn(trace: Trace): readonly Stopped[] {
  const at = new Map<number, Span>();
  const state = new Map<number, 'waits' | 'works' | 'over'>();
  for (let index = 0; index < trace.count; index += 1) {
    if (trace.columns.kind[index] !== EVENT.message) continue;
    const event = trace.event(index);
    if (event.kind !== 'message') continue;
    const { channel, message, from, to, kernel } = event;
    if (message === 'done' && BARRIERS.has(channel)) {
      state.set(from, 'waits');
      if (kernel) at.set(from, kernel);
    } else if (message === 'done' && trace.process(from)?.name === 'pex') state.set(from, 'over');
    else if (message === 'stop') state.set(to, 'over');
    else if (message === 'go') state.set(to, 'works');
  }
  const stopped: Stopped[] = [];
  const units = new Set(
    trace.processes.flatMap(({ name, unit }) => (name === 'pex' ? [unit] : [])),
  );
  for (const unit of units) {
    const of = (wanted: 'waits' | 'works' | 'over') =>
      trace.processes.filter(
        (each) =>
          each.name === 'pex' && each.unit === unit && (state.get(each.pid) ?? 'over') === wanted,
      );
    const labels = (processes: readonly TraceProcess[]) => processes.map(({ label }) => label);
    const [waiting, working] = [of('waits'), of('works')];
    for (const start of new Set(waiting.map(({ pid }) => at.get(pid)?.start))) {
      const isHere = ({ pid }: TraceProcess): boolean => at.get(pid)?.start === start;
      const here = waiting.filter(isHere);
      const span = at.get(here[0]?.pid ?? -1);
      const elsewhere = [...waiting.filter((each) => !isHere(each)), ...working];
      stopped.push({
        ...(span && { span }),
        elements: labels(here),
        over: labels(of('over')),
        elsewhere: labels(elsewhere),
      });
    }
    if (working.length > 0) stopped.push({ elements: labels(working), over: [], elsewhere: [] });
  }
  return stopped;
}

const BARRIERS: ReadonlySet<string> = new Set(['pex_b', 'pex_g']);
