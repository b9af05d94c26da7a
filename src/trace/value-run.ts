import { WORDS_OF } from '../front/language.ts';
import type { ValueEvent, ValueTrace } from '../values/index.ts';
import {
  deedInWords,
  eventInWords,
  itemInWords,
  valueInWords,
  variablesAt,
} from './value-words.ts';
import { type Run, RUN_EVENT } from './run.ts';

const known = new WeakMap<ValueTrace, Run>();

/** A run of a kernel with its data. Event 0 is its beginning, event `n + 1` the trace's event `n`. */
export function valueRun(trace: ValueTrace): Run {
  const found = known.get(trace) ?? make(trace);
  known.set(trace, found);
  return found;
}

function make(trace: ValueTrace): Run {
  const { events, arrays, wrong } = trace;
  const at = (event: number): ValueEvent | undefined => events[event - 1];
  const lanes = lanesOf(trace);
  const pidOf = new Map(lanes.map(({ key, pid }) => [key, pid]));
  const pids = [0, ...events.map((event) => pidOf.get(keyOf(event)) ?? 0)];
  const words = (event: number): string => {
    const now = at(event);
    return now ? eventInWords(trace, now) : 'Nothing has happened yet';
  };
  const isWrong = (event: number): boolean =>
    event > 0 && (event - 1 === wrong?.event || event - 1 === wrong?.other);
  const arrayOf = (event: number): string => {
    const now = at(event);
    return now && 'array' in now ? (arrays[now.array]?.name ?? '') : '';
  };
  const variablesOf = (event: number): ReadonlyMap<string, string> =>
    new Map([...variablesAt(trace, event - 1)].map(([name, value]) => [name, valueInWords(value)]));

  return {
    count: events.length + 1,
    columns: {
      kind: pids.map(() => RUN_EVENT.step),
      pid: pids,
      other: pids,
      step: pids.map((_, event) => event),
      tick: [],
      until: [],
    },
    lanes,
    opensAt: wrong ? wrong.event + 1 : events.length,
    landmarks: wrong
      ? [
          ...(wrong.other === undefined ? [] : [{ words: 'First access', event: wrong.other + 1 }]),
          { words: 'Where it goes wrong', event: wrong.event + 1 },
        ]
      : [],
    steps: events.length,
    numberAt: (event) => event,
    label: (pid) => lanes[pid]?.label ?? '',
    messageAt: () => '',
    channelAt: arrayOf,
    textAt: words,
    signatureAt: words,
    markAt(event) {
      const now = at(event);
      if (!now) return { kind: 'none' };
      const mark = { kind: 'step', pid: pids[event] ?? 0, words: deedInWords(trace, now) } as const;
      return { ...mark, isWrong: isWrong(event), ends: now.kind === 'end' };
    },
    wordsAt: words,
    notesAt: () => [],
    cardAt: (event) => ({ title: words(event), lines: [] }),
    placeAt(event) {
      const kernel = at(event)?.span;
      return { line: 0, ...(kernel && { kernel }) };
    },
    statementAt: () => '',
    variablesAt(event) {
      const now = at(event);
      const variables = variablesOf(event);
      if (!now || variables.size === 0) return [];
      const set = now.kind === 'variable' ? now.name : undefined;
      const before = set === undefined ? undefined : variablesOf(lastOf(pids, event)).get(set);
      const who = itemInWords(trace.language, now);
      const listed = [...variables].map(([name, value]) => ({
        name,
        value,
        ...(name === set && { before: before ?? '' }),
      }));
      return [{ title: who, owner: who, variables: listed }];
    },
  };
}

/** The event before one of the same item. */
const lastOf = (pids: readonly number[], event: number): number =>
  pids.lastIndexOf(pids[event] ?? 0, event - 1);

const keyOf = ({ group, item }: ValueEvent): string => `${group} ${item}`;

/** A lifeline for each item that something is told of, group by group. */
function lanesOf({ language, events }: ValueTrace) {
  const words = WORDS_OF[language];
  const items = [...new Map(events.map((event) => [keyOf(event), event])).entries()].toSorted(
    ([, a], [, b]) => a.group - b.group || a.item - b.item,
  );
  const several = items.some(([, { group }]) => group !== items[0]?.[1].group);
  return items.map(([key, { group, item }], pid) => ({
    key,
    pid,
    name: 'item',
    label:
      item < 0 ? `${words.group} ${group}` : `${words.item} ${several ? `${group}.` : ''}${item}`,
    count: 1,
  }));
}
