import {
  EVENT,
  itemsInWords,
  type TimelineLane,
  type Trace,
  workItemsAt,
} from '../../session/index.ts';
import { count, timesInWords, whole } from '../shared/format.ts';
import { inWords } from './event-words.ts';
import type { KernelLines } from './kernel-lines.ts';
import { promelaOf } from './promela-words.ts';
import { DEVICE_WORDS, STATE_WORDS } from '../shared/state-words.ts';

/** What a card says. */
export interface CardWords {
  readonly title: string;
  readonly lines: readonly string[];
}

/** How a card is written. */
export interface CardStyle {
  readonly lines: KernelLines;
  /** Whether the model's statement is its last line. */
  readonly promela: boolean;
}

const nameOf = (trace: Trace, pid: number): string =>
  timesInWords(trace.label(pid), trace.process(pid)?.count ?? 1);

/** Who does what from when to when, where in the kernel, and for which work-items. */
export function spanInWords(
  trace: Trace,
  lane: TimelineLane,
  span: number,
  style: CardStyle,
): CardWords {
  const event = lane.event[span] ?? -1;
  const state = lane.stateOf(span);
  const { pid } = lane;
  const [from, to] = [lane.start[span] ?? 0, lane.endOf(span)];
  const words = (trace.program && DEVICE_WORDS[state]) ?? STATE_WORDS[state];
  const waits = trace.isStuck && to === lane.endTick && state === 'barrier';
  return {
    title: nameOf(trace, pid),
    lines: [
      state === 'repeat' && event >= 0 ? inWords(trace, event) : words.card,
      waits
        ? `from tick ${whole(from)}, for ever: nobody can go on`
        : `tick ${whole(from)} to ${whole(to)}, ${count(to - from, 'tick')}`,
      ...(state === 'idle' || state === 'dispatch' ? [] : itemLines(trace, pid, event)),
      // Being idle is of no line: what began it is what went before.
      ...(state === 'idle' || event < 0 ? [] : placeLines(trace, event, style)),
    ],
  };
}

/** What happens in an event, when, where in the kernel, and for which work-items. */
export function eventInWords(trace: Trace, index: number, style: CardStyle): CardWords {
  const { kind, pid, other } = trace.columns;
  const event = trace.event(index);
  const sender = nameOf(trace, pid[index] ?? 0);
  const isMessage = kind[index] === EVENT.message;
  const about = isMessage ? (other[index] ?? 0) : (pid[index] ?? 0);
  const names = isMessage ? `${sender} → ${nameOf(trace, about)}` : sender;
  const until = 'until' in event ? event.until : undefined;
  const when =
    until === undefined
      ? `tick ${whole(event.tick)}`
      : `tick ${whole(event.tick)} to ${whole(until)}, ${count(Number(until) - Number(event.tick), 'tick')}`;
  if (event.kind === 'stuck') {
    const when = `from tick ${whole(event.tick)}, for ever`;
    return { title: 'The end', lines: ['nobody can go on', when] };
  }
  const isEnd = event.kind === 'finish';
  return {
    title: isEnd ? 'The end' : names,
    lines: [
      inWords(trace, index, style.lines),
      when,
      ...(isEnd || isMessage ? [] : itemLines(trace, about, index)),
      ...placeLines(trace, index, style),
    ],
  };
}

/** `work-items 0 and 4 of work-group 2`; no line where they cannot be known. */
function itemLines(trace: Trace, pid: number, event: number): string[] {
  const items = event < 0 ? undefined : workItemsAt(trace, pid, event);
  const words = items && itemsInWords(items);
  return words === undefined ? [] : [words];
}

/** `line 14: N_l[idx] = N_g[i];`, and the model's statement where that is asked for. */
function placeLines(trace: Trace, index: number, { lines, promela }: CardStyle): string[] {
  const place = lines.at(trace.event(index).kernel);
  return [
    ...(place ? [`line ${place.line}: ${place.text}`] : []),
    ...(promela ? [promelaOf(trace, index)] : []),
  ];
}

/** What a card says, for those who hear it. */
export const inOneSentence = ({ title, lines }: CardWords): string => [title, ...lines].join(', ');
