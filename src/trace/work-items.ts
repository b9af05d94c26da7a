import { lastAtMost } from '../base/search.ts';
import { EVENT } from '../spin/replay-columns.ts';
import type { TraceProcess } from './events.ts';
import type { Trace } from './trace.ts';

/** Work-items of a process, as far as they are known. */
export interface WorkItems {
  /** Numbers in the group, of work-items or of warps of them: the first, the distance to the next, how many. */
  readonly of: 'work-item' | 'warp';
  readonly first?: number;
  readonly step: number;
  readonly count: number;
  /** The group, where the process works on one that has a number. */
  readonly group?: number;
}

/** Work given to an element, scheduler or warp by an event; undefined where it cannot be known. */
export function workItemsAt(trace: Trace, pid: number, event: number): WorkItems | undefined {
  const process = trace.process(pid);
  if (!process) return undefined;
  const group = groupAt(trace, process, event);
  const own = itemsOf(trace, process);
  return own && { ...own, ...(group !== undefined && own.first !== undefined && { group }) };
}

function itemsOf(
  trace: Trace,
  { name, index = 0 }: TraceProcess,
): Omit<WorkItems, 'group'> | undefined {
  const { spread, standsFor, program, warps } = trace;
  if (program && name === 'warp') {
    const lanes = Math.ceil(program.items / program.warps);
    const first = (index % program.warps) * lanes;
    const count = Math.min(lanes, program.items - first);
    return { of: 'work-item', first, step: 1, count };
  }
  if (!spread || name !== 'pex') return undefined;
  const folded = (standsFor?.elements.length ?? 0) > 0;
  switch (spread.how) {
    case 'handed out':
      return { of: 'work-item', step: 1, count: 1 };
    case 'strided': {
      const { items, elements } = spread;
      if (folded) {
        const count = index === 0 ? Math.ceil(items / elements) : Math.floor(items / elements);
        return { of: 'work-item', step: elements, count };
      }
      const count = Math.max(0, Math.ceil((items - index) / elements));
      return { of: 'work-item', first: index, step: elements, count };
    }
    case 'lanes': {
      if (!warps) return undefined;
      const all = Math.ceil(warps.items / warps.lanes);
      if (folded) {
        const count =
          index === 0 ? Math.ceil(all / warps.schedulers) : Math.floor(all / warps.schedulers);
        return { of: 'warp', step: warps.schedulers, count };
      }
      const count = Math.max(0, Math.ceil((all - index) / warps.schedulers));
      return { of: 'warp', first: index, step: warps.schedulers, count };
    }
  }
}

/** The group that a unit and its elements work on at an event; nothing where one stands for several. */
export function groupAt(
  trace: Trace,
  { unit, count }: TraceProcess,
  event: number,
): number | undefined {
  if (unit === undefined || count > 1) return undefined;
  const given = groupsOf(trace).get(unit);
  if (!given || (given.event[0] ?? Infinity) > event) return undefined;
  return given.group[lastAtMost(given.event, event)];
}

/** When each unit was given which group. */
type Given = Map<number, { event: number[]; group: number[] }>;
const known = new WeakMap<Trace, Given>();

function groupsOf(trace: Trace): Given {
  const found = known.get(trace);
  if (found) return found;
  const given: Given = new Map();
  const unitOf: (number | undefined)[] = [];
  for (const { pid, name, unit } of trace.processes) if (name === 'unit') unitOf[pid] = unit;
  const { kind, other, count } = trace.columns;
  for (let index = 0; index < count; index += 1) {
    if (kind[index] !== EVENT.message) continue;
    const unit = unitOf[other[index] ?? 0];
    if (unit === undefined || trace.messageAt(index) !== 'go') continue;
    const [, group] = trace.valuesAt(index);
    if (trace.channelAt(index) !== 'dev_u' || group === undefined) continue;
    const own = given.get(unit) ?? { event: [], group: [] };
    given.set(unit, own);
    own.event.push(index);
    own.group.push(group);
  }
  known.set(trace, given);
  return given;
}
