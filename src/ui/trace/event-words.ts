import { addTicks, type Trace, type TraceEvent, type WarpPart } from '../../session/index.ts';
import { count, whole } from '../shared/format.ts';

export type MemorySpace = Extract<TraceEvent, { kind: 'work' }>['space'];

export const SPACE_WORDS: Readonly<Record<MemorySpace, string>> = {
  global: 'global memory',
  local: 'local memory',
  private: 'computing',
};

/** What happens in a step, in one plain sentence. */
export function inWords(trace: Trace, event: TraceEvent): string {
  switch (event.kind) {
    case 'message':
      return messageInWords(trace, event);
    case 'work':
      return `${label(trace, event.pid)} ${event.space === 'private' ? 'computes' : `works in ${SPACE_WORDS[event.space]}`} for ${count(addTicks(event.until, -BigInt(event.tick)), 'tick')}, until tick ${whole(event.until)}${warpsInWords(trace, event.warps)}`;
    case 'repeat':
      return `${label(trace, event.pid)} goes on until tick ${whole(event.until)}: ${repeatedInWords(trace, event)} like the one from tick ${whole(event.began)} to ${whole(event.tick)}`;
    case 'start':
      return `${label(trace, event.pid)} starts`;
    case 'time':
      return `time moves on from tick ${whole(event.since)} to ${whole(event.tick)}`;
    case 'finish':
      return `the program has finished at tick ${whole(event.tick)} with ${valuesInWords(event.values)}`;
  }
}

/** Warps that are named one by one. */
const MOST_NAMED = 3;

/** `: warp 0 with 8 of 16 lanes, warp 2 with 16 of 16 lanes` */
function warpsInWords({ warps: shape }: Trace, warps: readonly WarpPart[] | undefined): string {
  if (!shape || !warps || warps.length === 0) return '';
  const named = warps.slice(0, MOST_NAMED).map(({ warp, count: alike, lanes }) => {
    const share = `with ${LANES.format(lanes)} of ${count(shape.lanes, 'lane')}`;
    return alike === 1
      ? `warp ${whole(warp)} ${share}`
      : `${count(alike, 'warp')} from ${whole(warp)} on ${share}`;
  });
  const more = warps.length - named.length;
  return `: ${named.join(', ')}${more > 0 ? ` and ${whole(more)} more` : ''}`;
}

/** A number of lanes, which may be an average. */
const LANES = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

function messageInWords(trace: Trace, event: Extract<TraceEvent, { kind: 'message' }>): string {
  const from = label(trace, event.from);
  const to = label(trace, event.to);
  const sender = kind(trace, event.from);
  switch (event.message) {
    case 'go':
      return sender.endsWith('barrier')
        ? `${from} is full and lets ${to} go on`
        : `${from} tells ${to} to go`;
    case 'done':
      return kind(trace, event.to).endsWith('barrier')
        ? `${from} arrives at the ${to}`
        : `${from} tells ${to} that it is done`;
    case 'stop':
      return `${from} tells ${to} to stop`;
    case 'tick':
      return `${from} wakes ${to} at tick ${whole(event.tick)}`;
    case 'wait':
      return `${from} answers ${to}: nothing more to do now`;
    default:
      return `${from} sends ${event.message} to ${to}`;
  }
}

/** A unit repeats rounds, which are groups or passes over them; an element, iterations of a loop. */
const repeatedInWords = (trace: Trace, event: Extract<TraceEvent, { kind: 'repeat' }>): string =>
  count(event.count, kind(trace, event.pid) === 'unit' ? 'more round' : 'more iteration');

const label = (trace: Trace, pid: number): string => trace.label(pid);
const kind = (trace: Trace, pid: number): string => trace.process(pid)?.name ?? '';

/** `WG 16, TS 4` */
export const valuesInWords = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${whole(value)}`)
    .join(', ');
