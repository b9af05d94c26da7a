import { groupedBy } from '../../base/grouped.ts';
import {
  type ElementState,
  type RunStates,
  type Trace,
  type TraceProcess,
  type WorkItems,
  workItemsAt,
} from '../../trace/index.ts';
import { count, timesInWords, whole } from '../../base/words.ts';

/** Beside the machine, around others, or inside a unit as a service or a worker. */
export type PartKind = 'host' | 'clock' | 'device' | 'unit' | 'service' | 'worker';

/** A part of the platform as the trace has it: a process, which may stand for several like it. */
export interface StagePart {
  readonly pid: number;
  readonly kind: PartKind;
  /** `pex 0.1`, and `× 62` where it stands for others. */
  readonly name: string;
  readonly times: number;
  /** Its device or unit. */
  readonly holder: number | undefined;
}

const KINDS: Readonly<Record<string, PartKind>> = {
  host: 'host',
  clock: 'clock',
  device: 'device',
  unit: 'unit',
  pex: 'worker',
  warp: 'worker',
};

/** Parts in the order of the keys: host, clock, each device with its units and their parts. */
export function partsOf(processes: readonly TraceProcess[]): StagePart[] {
  const pidsOf = (kind: 'device' | 'unit'): ReadonlyMap<number, number> =>
    new Map(processes.filter(({ name }) => name === kind).map((one) => [one[kind] ?? 0, one.pid]));
  const [device, unit] = [pidsOf('device'), pidsOf('unit')];
  const [firstDevice] = device.values();
  const parts = processes
    .filter(({ name }) => name !== 'main')
    .map((process): StagePart => {
      const kind = KINDS[process.name] ?? 'service';
      const ofUnit = process.unit === undefined ? undefined : unit.get(process.unit);
      const ofDevice = process.device === undefined ? firstDevice : device.get(process.device);
      const inside = kind === 'service' || kind === 'worker';
      return {
        pid: process.pid,
        kind,
        name: process.label,
        times: process.count,
        holder: kind === 'unit' ? ofDevice : inside ? (ofUnit ?? firstDevice) : undefined,
      };
    });
  const rank = ({ kind }: StagePart): number => ['host', 'clock'].indexOf(kind) + 1 || 3;
  return parts.toSorted((a, b) => rank(a) - rank(b) || a.pid - b.pid);
}

export interface PartNow {
  readonly state: ElementState | 'finished';
  /** In two or three words, in one or two where there is less room, and in a whole sentence. */
  readonly words: string;
  readonly short: string;
  readonly sentence: string;
  /** Its present work-items: `4–7`. */
  readonly items?: string | undefined;
}

const WORDS: Readonly<Record<ElementState | 'finished', string>> = {
  idle: 'idle',
  dispatch: 'dispatch',
  global: 'global access',
  local: 'local access',
  private: 'computing',
  masked: 'masked',
  barrier: 'waits at barrier',
  repeat: 'more of the same',
  busy: 'at work',
  queue: 'in the queue',
  hidden: 'latency, hidden',
  exposed: 'latency, exposed',
  finished: 'finished',
};

const SHORT: Readonly<Record<ElementState | 'finished', string>> = {
  ...WORDS,
  global: 'global',
  local: 'local',
  barrier: 'waits',
  repeat: 'more',
  hidden: 'latency',
  exposed: 'latency',
  queue: 'queue',
};

const SERVICE_WORDS: Readonly<Partial<Record<ElementState, string>>> = {
  global: 'serves memory',
  private: 'issues',
};

/** Tells what each part does just after an event. */
export function doingOf(
  trace: Trace,
  parts: readonly StagePart[],
  states: RunStates,
): (part: StagePart, event: number) => PartNow {
  const inside = groupedBy(parts, ({ holder }) => holder);
  const now = (part: StagePart, event: number): readonly [PartNow['state'], string] => {
    const { pid, kind } = part;
    if (kind === 'clock') return ['idle', `tick ${whole(trace.tickAt(event))}`];
    if (states.hasStopped(pid, event)) return ['finished', WORDS.finished];
    const own = states.at(pid, event);
    if (own) {
      const until = own.until === undefined ? '' : ` until ${whole(own.until)}`;
      const words = (kind === 'service' && SERVICE_WORDS[own.state]) || WORDS[own.state];
      return [own.state, `${words}${until}`];
    }
    if (kind === 'host')
      return hasBegun(trace, pid, event) ? ['busy', 'waits for the device'] : ['idle', 'idle'];
    const units = (inside.get(pid) ?? []).filter((each) => each.kind === 'unit');
    if (units.length > 0) {
      const busy = units.filter(({ pid: unit }) => isAtWork(states, unit, event));
      const words = `${whole(sum(busy))} of ${count(sum(units), 'unit')} at work`;
      return [busy.length > 0 ? 'busy' : 'idle', words];
    }
    // A barrier: who has arrived.
    const workers = (inside.get(part.holder ?? -1) ?? []).flatMap((each) =>
      each.kind === 'unit' ? (inside.get(each.pid) ?? []) : [each],
    );
    const { group, name } = trace.process(pid) ?? {};
    if (name?.endsWith('barrier') !== true) return ['idle', 'idle'];
    const meeting = workers.filter(
      (each) =>
        each.kind === 'worker' && (group === undefined || trace.process(each.pid)?.group === group),
    );
    const waiting = meeting.filter((each) => states.at(each.pid, event)?.state === 'barrier');
    if (waiting.length === 0) return ['idle', 'nobody waits'];
    return ['barrier', `${whole(waiting.length)} of ${whole(meeting.length)} here`];
  };
  return (part, event) => {
    const [state, words] = now(part, event);
    const has = HAS_ITEMS.has(state) ? workItemsAt(trace, part.pid, event) : undefined;
    const told = has && inFewWords(has);
    const sentence = `${timesInWords(part.name, part.times)}: ${words}${told === undefined ? '' : `, ${told}`}`;
    // In the clock's box the number alone is the tick.
    const short = part.kind === 'clock' ? whole(trace.tickAt(event)) : SHORT[state];
    return { state, words, short, sentence, items: told };
  };
}

const sum = (parts: readonly StagePart[]): number =>
  parts.reduce((all, { times }) => all + times, 0);

const isAtWork = (states: RunStates, pid: number, event: number): boolean =>
  !states.hasStopped(pid, event) && (states.at(pid, event)?.state ?? 'idle') !== 'idle';

const hasBegun = ({ columns }: Trace, pid: number, event: number): boolean => {
  for (let at = 0; at <= event && at < 64; at += 1) if (columns.pid[at] === pid) return true;
  return event >= 64;
};

/** States in which a process has work-items. */
const HAS_ITEMS: ReadonlySet<PartNow['state']> = new Set([
  'global',
  'local',
  'private',
  'barrier',
  'queue',
  'hidden',
  'exposed',
] as const);

/** `item 4`, `items 4–7`, `items 0, 4, 8`, `items 0, 4 … 60`, `warp 3`; `4 items` where it is not known which. */
function inFewWords({ of, first, step, count: many }: WorkItems): string | undefined {
  const one = of === 'warp' ? 'warp' : 'item';
  if (many === 0) return undefined;
  if (first === undefined) return count(many, one);
  const last = first + (many - 1) * step;
  if (many === 1) return `${one} ${whole(first)}`;
  if (step === 1) return `${one}s ${whole(first)}–${whole(last)}`;
  if (many > 3) return `${one}s ${whole(first)}, ${whole(first + step)} … ${whole(last)}`;
  const all = Array.from({ length: many }, (_, index) => whole(first + index * step));
  return `${one}s ${all.join(', ')}`;
}

/** A part with all that it holds, itself first: what the charts show when it is chosen. */
export function withInside(parts: readonly StagePart[], pid: number): number[] {
  const found = [pid];
  for (let at = 0; at < found.length; at += 1)
    found.push(...parts.filter(({ holder }) => holder === found[at]).map((part) => part.pid));
  return found;
}
