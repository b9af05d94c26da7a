import { Graph, layout } from '@dagrejs/dagre';
import type { Automaton } from '../../trace/index.ts';
import { plainStatement } from '../../trace/index.ts';
import type { Point } from '../drawing/brush.ts';

/** A state as a box, by its middle. */
export interface PlacedState extends Point {
  readonly id: number;
  readonly width: number;
  readonly height: number;
}

/** A transition as a line, with the place of its statement. */
export interface PlacedTransition {
  /** Index in the automaton. */
  readonly index: number;
  readonly points: readonly Point[];
  readonly label: Point;
  /** The statement, cut to its room. */
  readonly words: string;
  /** Right edge of a loop to its own state. */
  readonly reach?: number;
}

export interface PlacedAutomaton {
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly transitions: readonly PlacedTransition[];
}

const STATE = { width: 44, height: 26 };
/** Width of a letter of a statement, and its height. */
const LETTER = 7.3;
const LINE = 16;
/** Letters of a statement that are shown; the list below the picture has all. */
const MOST_LETTERS = 30;

/** Places the states of an automaton so that statements follow each other downwards. */
export function placed({ states, transitions }: Automaton): PlacedAutomaton {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: 'TB',
    nodesep: 28,
    ranksep: 30,
    edgesep: 16,
    marginx: 12,
    marginy: 12,
  });
  for (const { id } of states) graph.setNode(String(id), { ...STATE });
  const words = transitions.map(({ statement }) => shortened(statement));
  transitions.forEach(({ from, to }, index) => {
    const size = { width: (words[index]?.length ?? 0) * LETTER + 6, height: LINE, labelpos: 'c' };
    graph.setEdge(String(from), String(to), size, String(index));
  });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    states: states.flatMap(({ id }) => {
      const node: unknown = graph.node(String(id));
      return isPoint(node) ? [{ id, ...STATE, x: node.x, y: node.y }] : [];
    }),
    transitions: transitions.flatMap(({ from, to }, index) => {
      const edge: unknown = graph.edge(String(from), String(to), String(index));
      if (!isPoint(edge) || !('points' in edge) || !Array.isArray(edge.points)) return [];
      const points = edge.points.filter(isPoint).map(({ x, y }) => ({ x, y }));
      const text = words[index] ?? '';
      const reach = from === to ? { reach: edge.x + (text.length * LETTER) / 2 + 10 } : {};
      return [{ index, points, label: { x: edge.x, y: edge.y }, words: text, ...reach }];
    }),
  };
}

const shortened = (statement: string): string => {
  const line = plainStatement(statement);
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS - 1)}…` : line;
};

const isPoint = (value: unknown): value is Point =>
  typeof value === 'object' &&
  value !== null &&
  'x' in value &&
  'y' in value &&
  typeof value.x === 'number' &&
  typeof value.y === 'number';
