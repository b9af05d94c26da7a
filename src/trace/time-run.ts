import { count, timesInWords, valuesInWords, whole } from '../base/words.ts';
import { EVENT } from '../spin/replay-columns.ts';
import { itemsInWords } from './item-words.ts';
import { messageLabel } from './message-words.ts';
import type { CardStyle, CardWords, Mark, Run } from './run.ts';
import { inWords } from './time-words.ts';
import type { Trace } from './trace.ts';
import { workItemsAt } from './work-items.ts';

const known = new WeakMap<Trace, Run>();

/** A kernel's run over model time, as SPIN replays or simulates it. */
export function timeRun(trace: Trace): Run {
  const found = known.get(trace) ?? make(trace);
  known.set(trace, found);
  return found;
}

/** The host is the first lifeline, the clock the last. */
const RANK: Readonly<Record<string, number>> = { host: 0, clock: 9 };

function make(trace: Trace): Run {
  const { columns, processes } = trace;
  return {
    count: trace.count,
    columns,
    // `main` only creates the others.
    lanes: processes
      .filter(({ name }) => name !== 'main')
      .toSorted((a, b) => (RANK[a.name] ?? 1) - (RANK[b.name] ?? 1) || a.pid - b.pid),
    timed: trace,
    opensAt: 0,
    landmarks: [],
    steps: columns.steps,
    numberAt: (event) => columns.step[event] ?? 0,
    label: (pid) => trace.label(pid),
    messageAt: (event) => trace.messageAt(event),
    channelAt: (event) => trace.channelAt(event),
    textAt: (event) =>
      [
        trace.messageAt(event),
        ...trace.valuesAt(event),
        trace.channelAt(event),
        messageLabel(trace, event),
        ...[columns.pid, columns.other].map((ends) => trace.label(ends[event] ?? 0)),
      ].join(' '),
    signatureAt: (event) => signatureOf(trace, event),
    markAt: (event) => markOf(trace, event),
    wordsAt: (event, lines) => inWords(trace, event, lines),
    notesAt: () => [],
    cardAt: (event, style) => cardOf(trace, event, style),
    placeAt: (event) => trace.event(event),
    statementAt: (event) => statementOf(trace, event),
  };
}

/** Without SPIN's numbers: two models number their steps differently. */
function signatureOf(trace: Trace, event: number): string | undefined {
  const { kind, pid, other, words } = trace.columns;
  if (kind[event] === EVENT.start || kind[event] === EVENT.time) return undefined;
  const at = trace.tickAt(event);
  const who = trace.label(pid[event] ?? 0);
  switch (kind[event]) {
    case EVENT.message:
      return `${at} ${who} ${trace.messageAt(event)} ${trace.label(other[event] ?? 0)}`;
    case EVENT.repeat:
      return `${at} ${who} repeats until ${trace.untilAt(event)}`;
    case EVENT.work:
      return `${at} ${who} ${words[other[event] ?? 0] ?? ''} ${trace.untilAt(event)}`;
    default:
      return `${at} ${kind[event] ?? ''}`;
  }
}

function markOf(trace: Trace, event: number): Mark {
  const { kind, pid, other, finishes } = trace.columns;
  const tick = whole(trace.tickAt(event));
  switch (kind[event]) {
    case EVENT.message: {
      const short = trace.messageAt(event);
      return {
        kind: 'message',
        from: pid[event] ?? 0,
        to: other[event] ?? 0,
        words: messageLabel(trace, event),
        short,
        style: short,
        isOpen: short === 'done' || short === 'wait',
      };
    }
    case EVENT.finish: {
      const values = valuesInWords(finishes.get(event) ?? {});
      const words = `finished at tick ${tick}${values === '' ? '' : `: ${values}`}`;
      return { kind: 'end', isStuck: false, words };
    }
    case EVENT.stuck: {
      const words = `nobody can go on: stopped for ever at tick ${tick}`;
      return { kind: 'end', isStuck: true, words };
    }
    default:
      return { kind: 'none' };
  }
}

/** The statement as SPIN prints it, and its line. */
function statementOf(trace: Trace, event: number): string {
  const { text, line } = trace.transition(trace.columns.transition[event] ?? 0) ?? {};
  if (text === undefined) return '';
  return line === undefined || line === 0 ? text : `${text}, line ${line}`;
}

/** `pex 0 × 4` */
export const nameOf = (trace: Trace, pid: number): string =>
  timesInWords(trace.label(pid), trace.process(pid)?.count ?? 1);

function cardOf(trace: Trace, index: number, style: CardStyle): CardWords {
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
export function itemLines(trace: Trace, pid: number, event: number): string[] {
  const items = event < 0 ? undefined : workItemsAt(trace, pid, event);
  const words = items && itemsInWords(items, trace.words);
  return words === undefined ? [] : [words];
}

/** `line 14: N_l[idx] = N_g[i];`, and the model's statement where that is asked for. */
export function placeLines(trace: Trace, index: number, { lines, promela }: CardStyle): string[] {
  const place = lines.at(trace.event(index).kernel);
  return [
    ...(place ? [`line ${place.line}: ${place.text}`] : []),
    ...(promela ? [statementOf(trace, index)] : []),
  ];
}
