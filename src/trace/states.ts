import { firstIndex } from '../base/search.ts';
import { EVENT } from '../spin/replay-columns.ts';
import { type ElementState, readTimeline } from './spans.ts';
import type { Trace } from './trace.ts';

/** A state of a process, and the tick at which the next one begins, if that is known. */
export interface StateNow {
  readonly state: ElementState;
  readonly since: number;
  readonly until: number | undefined;
}

/** A process's states by event, empty ones included, so that it is right between two messages of one tick. */
class ProcessStates {
  readonly state: ElementState[] = ['idle'];
  readonly tick = [0];
  readonly event = [-1];

  enter(state: ElementState, tick: number, event: number): void {
    this.state.push(state);
    this.tick.push(tick);
    this.event.push(event);
  }

  /** State just after an event. */
  at(event: number, tick: number): StateNow {
    // The end of work is known at its beginning.
    const after = firstIndex(
      this.state.length,
      (index) => (this.event[index] ?? 0) > event || (this.tick[index] ?? 0) > tick,
    );
    const index = Math.max(0, after - 1);
    const ends = (this.event[after] ?? Infinity) <= event;
    return {
      state: this.state[index] ?? 'idle',
      since: this.tick[index] ?? 0,
      until: ends ? this.tick[after] : undefined,
    };
  }
}

/** States of all processes, event by event. */
export interface RunStates {
  /** Undefined for a process that has no states of its own, such as the host. */
  at(pid: number, event: number): StateNow | undefined;
  /** True once a process was stopped or the program has finished. */
  hasStopped(pid: number, event: number): boolean;
}

/** Reads off a run what its processes do event by event. */
export function statesOf(trace: Trace): RunStates {
  const found = known.get(trace) ?? read(trace);
  known.set(trace, found);
  return found;
}

const known = new WeakMap<Trace, RunStates>();

function read(trace: Trace): RunStates {
  const states = new Map<number, ProcessStates>();
  const of = (pid: number): ProcessStates => {
    const found = states.get(pid) ?? new ProcessStates();
    states.set(pid, found);
    return found;
  };
  const { lanes } = readTimeline(trace, (pid, state, tick, event) =>
    of(pid).enter(state, tick, event),
  );
  for (const { pid } of lanes) of(pid);
  const { kind, other, tick, count } = trace.columns;
  const stopped = new Map<number, number>();
  let finished = Infinity;
  for (let event = 0; event < count; event += 1) {
    if (kind[event] === EVENT.finish) finished = Math.min(finished, event);
    if (kind[event] !== EVENT.message || trace.messageAt(event) !== 'stop') continue;
    const pid = other[event] ?? 0;
    if (!stopped.has(pid)) stopped.set(pid, event);
  }
  return {
    at: (pid, event) => states.get(pid)?.at(event, tick[event] ?? 0),
    hasStopped: (pid, event) => event >= Math.min(finished, stopped.get(pid) ?? Infinity),
  };
}
