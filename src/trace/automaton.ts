import { type PanTable, panTables, type PanTransition } from '../spin/pan-transitions.ts';
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

/** Moves that belong to no statement: SPIN's verifier skips them when it begins. */
const STRUCTURE =
  /^(?:IF|DO|ATOMIC|NON_ATOMIC|UNLESS|unless|sub-sequence|non-atomic|\.\(goto\)|break|goto .*)$/;
const LABELS = { stopstate: 'end', accpstate: 'accept', progstate: 'progress' } as const;

/** Reads the tables of states from the source of a verifier in which no statements are merged (`spin -a -o3`). */
export function readAutomata(
  files: Pick<VerifierSources, 'pan.t' | 'pan.h' | 'pan.c'>,
): readonly Automaton[] {
  return [...panTables(files['pan.t'])]
    .toSorted(([a], [b]) => a - b)
    .map(([number, { name, states }]) =>
      automatonOf(number, name.replace(/^:(\w+):$/, '$1'), states, files),
    );
}

function automatonOf(
  number: number,
  name: string,
  table: PanTable['states'],
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
  const isReal = ({ statement, to }: PanTransition): boolean =>
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
  const offered = (
    state: number,
    seen = new Set<number>(),
  ): (readonly [number, PanTransition])[] => {
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
