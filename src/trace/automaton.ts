import type { VerifierSources } from '../spin/spin.ts';

/** SPIN's labels of a state. */
export type StateLabel = 'end' | 'accept' | 'progress';

export interface AutomatonState {
  /** SPIN's number. */
  readonly id: number;
  /** 1-based; 0 where SPIN knows none. */
  readonly line: number;
  readonly isStart: boolean;
  readonly labels: readonly StateLabel[];
}

export interface AutomatonTransition {
  readonly from: number;
  readonly to: number;
  readonly statement: string;
  /** SPIN's number of the statement, as a run names it. */
  readonly state: number;
  /** SPIN's number of the transition. */
  readonly id: number;
  readonly line: number;
}

/** The state table of a proctype or claim. */
export interface Automaton {
  readonly name: string;
  readonly isClaim: boolean;
  readonly states: readonly AutomatonState[];
  readonly transitions: readonly AutomatonTransition[];
}

interface Row {
  readonly id: number;
  readonly to: number;
  readonly statement: string;
}

/** Moves that belong to no statement: SPIN's verifier skips them when it begins. */
const STRUCTURE =
  /^(?:IF|DO|ATOMIC|NON_ATOMIC|UNLESS|unless|sub-sequence|non-atomic|\.\(goto\)|break|goto .*)$/;
const SETTR = /settr\((\d+),-?\d+,(\d+),-?\d+,-?\d+,"((?:\\[^]|[^"\\])*)"/;
const HEAD = /\/\* (?:proctype|claim) (\d+): (\S+) \*\//;
const OF_STATE = /trans\[\s*(\d+)\]\[(\d+)\]\s*= settr/;
const ESCAPE = /trans\[\s*(\d+)\]\[(\d+)\]->escp\[\d+\] = (\d+);/;
const LABELS = { stopstate: 'end', accpstate: 'accept', progstate: 'progress' } as const;

/** Reads the tables of states from the source of a verifier in which no statements are merged (`spin -a -o3`). */
export function readAutomata(
  files: Pick<VerifierSources, 'pan.t' | 'pan.h' | 'pan.c'>,
): readonly Automaton[] {
  const names = new Map<number, string>();
  const tables = new Map<number, Map<number, Row[]>>();
  let rows: Row[] = [];
  for (const line of files['pan.t'].split('\n')) {
    const head = HEAD.exec(line);
    if (head) {
      names.set(Number(head[1]), (head[2] ?? '').replace(/^:(\w+):$/, '$1'));
      tables.set(Number(head[1]), new Map());
      continue;
    }
    const escape = ESCAPE.exec(line);
    if (escape) {
      const table = tables.get(Number(escape[1]));
      table?.get(Number(escape[2]))?.push({ id: -1, to: Number(escape[3]), statement: 'unless' });
      continue;
    }
    const told = SETTR.exec(line);
    if (!told) continue;
    const of = OF_STATE.exec(line);
    if (of) {
      rows = [];
      tables.get(Number(of[1]))?.set(Number(of[2]), rows);
    }
    const [, id, to, statement = ''] = told;
    rows.push({ id: Number(id), to: Number(to), statement: unescaped(statement) });
  }
  return [...tables]
    .filter(([number]) => names.has(number))
    .toSorted(([a], [b]) => a - b)
    .map(([number, table]) => automatonOf(number, names.get(number) ?? '', table, files));
}

function automatonOf(
  number: number,
  name: string,
  table: ReadonlyMap<number, readonly Row[]>,
  { 'pan.h': header, 'pan.c': program }: Pick<VerifierSources, 'pan.h' | 'pan.c'>,
): Automaton {
  const start = numberIn(header, new RegExp(`^#define _start${number}\\s+(\\d+)`, 'm')) ?? 1;
  const end = numberIn(header, new RegExp(`^#define _endstate${number}\\s+(\\d+)`, 'm'));
  const lines = linesOf(program, number);
  const labels = labelsOf(program, number);
  if (end !== undefined) labels.set(end, [...(labels.get(end) ?? []), 'end']);
  const targetsOf = (state: number): readonly number[] =>
    (table.get(state) ?? [])
      .filter(({ to, statement }) => STRUCTURE.test(statement) && to > 0)
      .map(({ to }) => to);
  const isReal = ({ statement, to }: Row): boolean =>
    !STRUCTURE.test(statement) && statement !== '-end-' && to > 0;
  /** The state in which a process waits that has come to one: gotos and the like are no states of their own. */
  const settle = (state: number): number => {
    const seen = new Set<number>();
    let at = state;
    for (;;) {
      const next = targetsOf(at);
      const has = (table.get(at) ?? []).some(isReal);
      if (has || next.length !== 1 || seen.has(at)) return at;
      seen.add(at);
      at = next[0] ?? at;
    }
  };
  /** The statements that can be executed in a state, with their own numbers. */
  const offered = (state: number, seen = new Set<number>()): (readonly [number, Row])[] => {
    if (seen.has(state)) return [];
    seen.add(state);
    const own = (table.get(state) ?? []).filter(isReal);
    return [
      ...own.map((row) => [state, row] as const),
      ...targetsOf(state).flatMap((next) => offered(next, seen)),
    ];
  };
  const first = settle(start);
  const found: number[] = [first];
  const transitions: AutomatonTransition[] = [];
  for (let at = 0; at < found.length; at += 1) {
    const from = found[at] ?? first;
    for (const [state, { id, to: next, statement }] of offered(from)) {
      const to = settle(next);
      transitions.push({ from, to, statement, state, id, line: lines[state] ?? 0 });
      if (!found.includes(to)) found.push(to);
    }
  }
  const states = found.map((id) => ({
    id,
    line: lines[id] ?? 0,
    isStart: id === first,
    // A label stands before what it labels: the state that is left with it.
    labels: [...new Set([id, ...statesOf(id)].flatMap((each) => labels.get(each) ?? []))],
  }));
  return { name, isClaim: isClaimOf(program, number), states, transitions };

  function statesOf(node: number): readonly number[] {
    return [...table.keys()].filter((state) => settle(state) === node);
  }
}

/** Claims, by pan's list of kinds. */
function isClaimOf(program: string, number: number): boolean {
  const [, list = ''] = /int Btypes\[\] = \{([^}]*)\}/.exec(program) ?? [];
  const kinds = [...list.matchAll(/^\s*(\w+),?/gm)].map(([, kind]) => kind);
  return kinds[number] === '1';
}

/** Lines of states. */
function linesOf(program: string, number: number): readonly number[] {
  const [, list = ''] =
    new RegExp(String.raw`short src_ln${number} \[\] = \{([^}]*)\}`).exec(program) ?? [];
  return [...list.matchAll(/\d+/g)].map(Number);
}

function labelsOf(program: string, number: number): Map<number, StateLabel[]> {
  const labels = new Map<number, StateLabel[]>();
  const pattern = new RegExp(
    String.raw`\b(stopstate|accpstate|progstate)\[${number}\]\[(\d+)\] = 1;`,
    'g',
  );
  for (const [, kind, state] of program.matchAll(pattern)) {
    const label = LABELS[kind as keyof typeof LABELS];
    labels.set(Number(state), [...(labels.get(Number(state)) ?? []), label]);
  }
  return labels;
}

const numberIn = (text: string, pattern: RegExp): number | undefined => {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

const unescaped = (text: string): string => text.replaceAll(/\\([\\"'])/g, '$1');

/** Where a process is that has just executed a statement. */
export interface Place {
  readonly state: number;
  /** The transition it took, an index; absent where it has not moved yet. */
  readonly transition?: number | undefined;
}

/** Where a process stands after a statement, by SPIN's number of it; at its start without one. */
export function placeAfter(
  { states, transitions }: Automaton,
  last:
    { readonly state?: number | undefined; readonly transition?: number | undefined } | undefined,
): Place | undefined {
  const start = states.find(({ isStart }) => isStart);
  if (!last) return start && { state: start.id };
  const by = transitions.findIndex(({ state, id }) =>
    last.transition === undefined ? state === last.state : id === last.transition,
  );
  // SPIN calls an `else` that was chosen by the number of the state that offers it.
  const taken =
    by >= 0
      ? by
      : transitions.findIndex(({ from, statement }) => from === last.state && statement === 'else');
  const found = transitions[taken];
  return found && { state: found.to, transition: taken };
}
