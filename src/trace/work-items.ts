import { firstIndex } from '../base/search.ts';
import { EVENT } from '../spin/replay-columns.ts';
import type { TraceProcess } from './events.ts';
import type { Trace } from './trace.ts';

/** Work-items of a group: `count` of them from `first` on, so far apart. */
export interface ItemRange {
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

/** Tells which work-items of its group an element or a warp has just after an event; undefined where the model
 * does not say. What stands for several has those of the first. */
export function itemsOf(trace: Trace): (pid: number, event: number) => ItemRange | undefined {
  const found = known.get(trace) ?? read(trace);
  known.set(trace, found);
  return found;
}

const known = new WeakMap<Trace, ReturnType<typeof read>>();

function read(trace: Trace): (pid: number, event: number) => ItemRange | undefined {
  const { items, warps, program, standsFor } = trace;
  const folded = standsFor?.elements ?? [];
  /** The first element that one of the trace is. */
  const placeOf = ({ index = 0 }: TraceProcess): number =>
    folded.slice(0, index).reduce((sum, each) => sum + each, folded.length > 0 ? 0 : index);
  if (program) {
    const lanes = Math.ceil(program.items / program.warps);
    return (pid) => {
      const { name, index = 0 } = trace.process(pid) ?? {};
      if (name !== 'warp') return undefined;
      return range((index % program.warps) * lanes, 1, lanes, program.items);
    };
  }
  const elements = new Map(
    trace.processes.filter(({ name }) => name === 'pex').map((one) => [one.pid, one] as const),
  );
  if (warps) {
    const { items: all, lanes } = warps;
    return (pid, event) => {
      if (!elements.has(pid)) return undefined;
      // The warps of a phase of work: those of the scheduler, as far as they take part.
      const parts = trace.columns.kind[event] === EVENT.work ? trace.warpsAt(event) : undefined;
      const [first] = parts ?? [];
      if (!first || parts?.length !== 1 || first.count !== 1) return undefined;
      return range(first.warp * lanes, 1, lanes, all);
    };
  }
  if (!items) return () => undefined;
  if (items.together) {
    return (pid) => {
      const element = elements.get(pid);
      if (!element) return undefined;
      const first = placeOf(element);
      const count = Math.ceil((items.items - first) / items.elements);
      return { first, step: items.elements, count };
    };
  }
  if (folded.length > 1) return () => undefined;
  const given = passes(trace);
  const alike = folded[0] ?? 1;
  return (pid, event) => {
    const { events = [], numbers = [] } = given.get(pid) ?? {};
    const at = firstIndex(events.length, (index) => (events[index] ?? 0) > event) - 1;
    const number = numbers[at];
    return number === undefined ? undefined : range(number * alike, 1, alike, items.items);
  };
}

const range = (first: number, step: number, count: number, all: number): ItemRange => ({
  first,
  step,
  count: Math.max(1, Math.min(count, all - first)),
});

/** What each element was given, where it is given one item after the other: the first that a unit gives in a
 * group is 0, and so on. */
function passes(trace: Trace) {
  const { kind, pid, other, count } = trace.columns;
  const given = new Map<number, { events: number[]; numbers: number[] }>();
  /** By unit: how many it has given in this group. */
  const next = new Map<number, number>();
  for (let event = 0; event < count; event += 1) {
    if (kind[event] !== EVENT.message || trace.messageAt(event) !== 'go') continue;
    const to = other[event] ?? 0;
    const from = pid[event] ?? 0;
    const receiver = trace.process(to)?.name;
    if (receiver === 'unit') next.set(to, 0);
    if (receiver !== 'pex' || trace.process(from)?.name !== 'unit') continue;
    const number = next.get(from) ?? 0;
    next.set(from, number + 1);
    const list = given.get(to) ?? { events: [], numbers: [] };
    given.set(to, list);
    list.events.push(event);
    list.numbers.push(number);
  }
  return given;
}
