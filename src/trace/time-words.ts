import { addTicks } from '../base/ticks.ts';
import { count, listed, valuesInWords, whole } from '../base/words.ts';
import { EVENT } from '../spin/replay-columns.ts';
import type { TraceEvent, WarpPart } from './events.ts';
import { messageInWords } from './message-words.ts';
import type { KernelLines } from './run.ts';
import type { Trace } from './trace.ts';
import { stoppedIn } from './waiting.ts';

type MemorySpace = Extract<TraceEvent, { kind: 'work' }>['space'];

const SPACE_WORDS: Readonly<Record<MemorySpace, string>> = {
  global: 'global memory',
  local: 'local memory',
  private: 'computing',
};

/** An event in one sentence. @param lines names lines of the kernel. */
export function inWords(trace: Trace, index: number, lines?: KernelLines): string {
  const event = trace.event(index);
  switch (event.kind) {
    case 'message':
      return messageInWords(trace, event, index) + atTick(event);
    case 'work':
      return `${label(trace, event.pid)} ${doingInWords(trace, event)} for ${count(addTicks(event.until, -BigInt(event.tick)), 'tick')}, until tick ${whole(event.until)}${warpsInWords(trace, event.warps)}`;
    case 'repeat':
      return `${label(trace, event.pid)} goes on until tick ${whole(event.until)}: ${repeatedInWords(trace, event)} like the one from tick ${whole(event.began)} to ${whole(event.tick)}`;
    case 'start':
      return `${label(trace, event.pid)} starts`;
    case 'time':
      return `the next tick is ${whole(event.tick)}${wokenInWords(trace, index)}`;
    case 'stuck':
      return `nobody can go on: ${stoppedInWords(trace, lines)}`;
    case 'finish':
      return `the program has finished at tick ${whole(event.tick)} with ${valuesInWords(event.values)}`;
  }
}

/** The clock's messages are about time. */
const atTick = ({ message, tick }: Extract<TraceEvent, { kind: 'message' }>): string =>
  message === 'tick' ? ` at tick ${whole(tick)}` : '';

/** `works in global memory`, `computes` */
const doingInWords = ({ words }: Trace, { space }: { readonly space: MemorySpace }): string =>
  space === 'private'
    ? 'computes'
    : `works in ${space === 'local' ? words.local : SPACE_WORDS[space]}`;

/** Who goes on at a tick that time has moved to: `: pex 0.0 and pex 0.1 go on`. */
function wokenInWords(trace: Trace, index: number): string {
  const woken: string[] = [];
  const { kind, other, count: events } = trace.columns;
  for (let at = index + 1; at < events && kind[at] !== EVENT.time; at += 1) {
    if (kind[at] !== EVENT.message || trace.messageAt(at) !== 'tick') continue;
    woken.push(label(trace, other[at] ?? 0));
  }
  if (woken.length === 0) return '';
  return `: ${listed(woken, MOST_NAMED)} ${woken.length === 1 ? 'goes' : 'go'} on`;
}

/** Who waits where for ever, and for whom. */
export function stoppedInWords(trace: Trace, lines?: KernelLines): string {
  const stopped = stoppedIn(trace);
  if (stopped.length === 0) return 'no process has a next step';
  return stopped
    .slice(0, MOST_NAMED)
    .map(({ span, elements, over, elsewhere }) => {
      const line = lines?.at(span)?.line;
      const where = line === undefined ? '' : ` of line ${whole(line)}`;
      const who = listed(elements, MOST_NAMED);
      const waits = elements.length === 1 ? 'waits' : 'wait';
      if (!span) return `${who} cannot go on, since ${trace.words.item}s that must go one way part`;
      const never = [
        ...(over.length === 0 ? [] : [`${listed(over, MOST_NAMED)}, done and never to come`]),
        ...(elsewhere.length === 0 ? [] : [`${listed(elsewhere, MOST_NAMED)}, held up elsewhere`]),
      ];
      const whom = never.length === 0 ? 'the others' : never.join(', and for ');
      return `${who} ${waits} for ever at the barrier${where} for ${whom}`;
    })
    .join('; ');
}

/** Warps or elements that are named one by one. */
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

/** A unit repeats rounds, which are groups or passes over them; an element, iterations of a loop. */
const repeatedInWords = (trace: Trace, event: Extract<TraceEvent, { kind: 'repeat' }>): string =>
  count(event.count, kind(trace, event.pid) === 'unit' ? 'more round' : 'more iteration');

const label = (trace: Trace, pid: number): string => trace.label(pid);
const kind = (trace: Trace, pid: number): string => trace.process(pid)?.name ?? '';
