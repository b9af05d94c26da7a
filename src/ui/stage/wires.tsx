import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type Stage, type StageAccess, type StageState, valueInWords } from '../../trace/index.ts';
import './wires.css';
import type { Point } from '../drawing/brush.ts';

interface Props {
  readonly stage: Stage;
  readonly state: StageState;
  /** Columns and cells are found in it. */
  readonly around: RefObject<HTMLElement | null>;
}

interface Geometry {
  readonly height: number;
  readonly columns: ReadonlyMap<string, Point>;
  readonly cells: ReadonlyMap<string, Point>;
}

/** Arrows from items to cells: solid for the access just made, dotted for what each would do next. */
export function Wires({ stage, state, around }: Props) {
  const box = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState<Geometry>();
  const cells = state.arrays.map(({ length }) => length).join(' ');
  useLayoutEffect(() => {
    const node = around.current;
    if (!node || !box.current) return undefined;
    const measure = (): void => setAt(measured(box.current, node));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [around, stage, cells]);
  const soon = state.items.flatMap(({ next }) => next ?? []);
  const { now } = state;
  return (
    <svg ref={box} className="stage-wires" aria-hidden>
      {at && soon.map((each) => <Wire key={each.column} access={each} {...{ stage, at }} isSoon />)}
      {at && now && <Wire access={now} {...{ stage, at }} isSoon={false} />}
    </svg>
  );
}

function measured(box: SVGSVGElement | null, around: HTMLElement): Geometry | undefined {
  const own = box?.getBoundingClientRect();
  if (!own || own.height === 0) return undefined;
  const spots = (name: 'column' | 'cell', edge: 'top' | 'bottom'): ReadonlyMap<string, Point> =>
    new Map(
      [...around.querySelectorAll<HTMLElement>(`[data-${name}]`)].map((node) => {
        const { left, width, [edge]: y } = node.getBoundingClientRect();
        return [node.dataset[name] ?? '', { x: left + width / 2 - own.left, y: y - own.top }];
      }),
    );
  return { height: own.height, columns: spots('column', 'bottom'), cells: spots('cell', 'top') };
}

interface WireProps {
  readonly stage: Stage;
  readonly access: StageAccess;
  readonly at: Geometry;
  readonly isSoon: boolean;
}

/** Wires of several items to one cell end side by side. */
const SPREAD = 44;
const TIP = 9;

function Wire({ stage, access, at, isSoon }: WireProps) {
  const { column, array, cell, kind, value } = access;
  const from = at.columns.get(String(column));
  const to = at.cells.get(`${array} ${cell}`);
  if (!from || !to) return null;
  const count = stage.items.length;
  const x = from.x + (isSoon ? 14 : -14);
  const end = to.x + (column - (count - 1) / 2) * Math.min(18, SPREAD / count);
  const { y } = to;
  const isRead = kind === 'read';
  const [top, bottom] = isRead ? [TIP, y] : [0, y - TIP];
  const tip = isRead
    ? `M${x - 5} ${TIP}L${x} 0L${x + 5} ${TIP}z`
    : `M${end - 5} ${y - TIP}L${end} ${y}L${end + 5} ${y - TIP}z`;
  const space = stage.arrays[array]?.space ?? 'global';
  const words = `${isRead ? 'reads' : 'writes'} ${valueInWords(value)}`;
  return (
    <g className={`${space} ${isSoon ? 'soon' : 'did'}`}>
      <path d={`M${x} ${top}C${x} ${y * 0.62} ${end} ${y * 0.38} ${end} ${bottom}`} />
      <path className="tip" d={tip} />
      {!isSoon && <Label x={(x + end) / 2} y={Math.min(y, at.height) / 2} words={words} />}
    </g>
  );
}

/** Width of a letter, about. */
const LETTER = 7.4;

function Label({ x, y, words }: Point & { readonly words: string }) {
  const width = words.length * LETTER + 20;
  return (
    <g transform={`translate(${x - width / 2} ${y - 12})`}>
      <rect width={width} height={24} rx={12} />
      <text x={width / 2} y={17}>
        {words}
      </text>
    </g>
  );
}
