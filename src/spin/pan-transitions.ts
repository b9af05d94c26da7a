import type { VerifierSources } from './spin.ts';

/** A transition out of a state. */
export interface PanTransition {
  readonly id: number;
  readonly to: number;
  /** Its case in pan.m. */
  readonly does: number;
  readonly statement: string;
}

/** The transitions of a proctype or claim, by state. */
export interface PanTable {
  readonly name: string;
  readonly states: ReadonlyMap<number, readonly PanTransition[]>;
}

const HEAD = /\/\* (?:proctype|claim) (\d+): (\S+) \*\//;
const OF_STATE = /trans\[\s*(\d+)\]\[(\d+)\]\s*= settr/;
const SETTR = /settr\((\d+),-?\d+,(\d+),(-?\d+),-?\d+,"((?:\\[^]|[^"\\])*)"/;
const ESCAPE = /trans\[\s*(\d+)\]\[(\d+)\]->escp\[\d+\] = (\d+);/;

/** Reads a verifier's tables of transitions, by SPIN's number of the process type. */
export function panTables(text: VerifierSources['pan.t']): ReadonlyMap<number, PanTable> {
  const tables = new Map<number, { name: string; states: Map<number, PanTransition[]> }>();
  const statesOf = (type: string | undefined) => tables.get(Number(type))?.states;
  let moves: PanTransition[] = [];
  for (const line of text.split('\n')) {
    const [, type, name = ''] = HEAD.exec(line) ?? [];
    if (type !== undefined) tables.set(Number(type), { name, states: new Map() });
    const [, within, state, target] = ESCAPE.exec(line) ?? [];
    const escape = { id: -1, to: Number(target), does: 0, statement: 'unless' };
    if (target !== undefined) statesOf(within)?.get(Number(state))?.push(escape);
    const [told, id, to, does, statement = ''] = SETTR.exec(line) ?? [];
    if (told === undefined) continue;
    const of = OF_STATE.exec(line);
    if (of) {
      moves = [];
      statesOf(of[1])?.set(Number(of[2]), moves);
    }
    moves.push({
      id: Number(id),
      to: Number(to),
      does: Number(does),
      statement: statement.replaceAll(/\\([\\"'])/g, '$1'),
    });
  }
  return tables;
}
