import { Fragment, useId, useRef } from 'react';
import { TIME_PARTS, type TimePart } from '../../session/index.ts';
import { count, whole } from '../shared/format.ts';
import { marksBetween } from '../drawing/axis.ts';
import { useSize } from '../shared/use-size.ts';
import { PART_WORDS } from './time-words.ts';

export interface BarRow {
  readonly label: string;
  readonly ticks: Readonly<Record<TimePart, number>>;
}

export interface BarGroup {
  readonly title: string;
  readonly rows: readonly BarRow[];
}

const ROW = 24;
const HEAD = 26;
/** Least width of the column of names, and of a letter in it. */
const LABEL = 116;
const LETTER = 6.6;
const AXIS = 24;

/** Bars of model time, one for each element or class, split by what it does. All groups share one scale,
 * so that a shorter bar is a faster run. Each part has a pattern of its own beside its colour. */
export function TimeBars({
  groups,
  most,
}: {
  readonly groups: readonly BarGroup[];
  /** Model time at the right end, in ticks. */
  readonly most: number;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const patterns = useId();
  const longest = Math.max(0, ...groups.flatMap(({ rows }) => rows.map((row) => row.label.length)));
  const left = Math.max(LABEL, longest * LETTER + 24);
  const room = Math.max(40, width - left - 24);
  const scale = (ticks: number): number => (ticks / Math.max(1, most)) * room;
  const rows = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const height = groups.length * HEAD + rows * ROW + AXIS;
  const marks = marksBetween(0, most, room / 110);
  const tops = stacked(groups.map((group) => HEAD + group.rows.length * ROW));
  return (
    <div ref={frame} className="time-bars">
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label="Where the time goes, as bars">
          <Patterns id={patterns} />
          {marks.map((tick) => (
            <g key={tick} className="time-axis">
              <line x1={left + scale(tick)} x2={left + scale(tick)} y1={4} y2={height - AXIS + 4} />
              <text x={left + scale(tick)} y={height - 8} textAnchor="middle">
                {whole(tick)}
              </text>
            </g>
          ))}
          {groups.map((group, at) => {
            const top = tops[at] ?? 0;
            return (
              <g key={group.title}>
                <text className="time-title" x={16} y={top + 18}>
                  {group.title}
                </text>
                {group.rows.map((row, index) => (
                  <Bar
                    key={row.label}
                    row={row}
                    x={left}
                    y={top + HEAD + index * ROW}
                    scale={scale}
                    patterns={patterns}
                  />
                ))}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

interface BarProps {
  readonly row: BarRow;
  /** Where the bar begins; its name stands to the left. */
  readonly x: number;
  readonly y: number;
  readonly scale: (ticks: number) => number;
  readonly patterns: string;
}

function Bar({ row, x: left, y, scale, patterns }: BarProps) {
  const starts = stacked(TIME_PARTS.map((part) => row.ticks[part]));
  return (
    <g>
      <text className="time-label" x={left - 8} y={y + 14} textAnchor="end">
        {row.label}
      </text>
      {TIME_PARTS.map((part, at) => {
        const ticks = row.ticks[part];
        if (ticks === 0) return null;
        const [x, width] = [left + scale(starts[at] ?? 0), scale(ticks)];
        const words = whole(ticks);
        return (
          <Fragment key={part}>
            <rect className={`time-part part-${part}`} x={x} y={y} width={width} height={ROW - 6}>
              <title>{`${row.label}: ${count(ticks, 'tick')} ${PART_WORDS[part]}`}</title>
            </rect>
            {PATTERNED.has(part) && (
              <rect
                x={x}
                y={y}
                width={width}
                height={ROW - 6}
                fill={`url(#${patterns}-${part})`}
                pointerEvents="none"
              />
            )}
            {width > words.length * 7 + 12 && (
              <g pointerEvents="none">
                <rect
                  className="time-plate"
                  x={x + width / 2 - words.length * 3.6 - 3}
                  y={y + 2}
                  width={words.length * 7.2 + 6}
                  height={ROW - 10}
                  rx={2}
                />
                <text className="time-value" x={x + width / 2} y={y + 13} textAnchor="middle">
                  {words}
                </text>
              </g>
            )}
          </Fragment>
        );
      })}
    </g>
  );
}

/** Where each of some lengths begins when they are laid end to end. */
function stacked(lengths: readonly number[]): number[] {
  const starts: number[] = [];
  let from = 0;
  for (const length of lengths) {
    starts.push(from);
    from += length;
  }
  return starts;
}

/** Parts that have lines or dots over their colour; the others differ in lightness already. */
const PATTERNED: ReadonlySet<TimePart> = new Set(['global', 'local', 'barrier']);

function Patterns({ id }: { readonly id: string }) {
  const stroke = { stroke: '#00000070', strokeWidth: 1.2, fill: 'none' };
  const pattern = { width: 8, height: 8, patternUnits: 'userSpaceOnUse' } as const;
  return (
    <defs>
      <pattern id={`${id}-global`} {...pattern}>
        <path d="M-2 2l4 -4M0 8l8 -8M6 10l4 -4" {...stroke} />
      </pattern>
      <pattern id={`${id}-local`} {...pattern}>
        <circle cx={2} cy={2} r={1} fill="#00000080" />
        <circle cx={6} cy={6} r={1} fill="#00000080" />
      </pattern>
      <pattern id={`${id}-barrier`} {...pattern}>
        <path d="M4 0v8" {...stroke} />
      </pattern>
    </defs>
  );
}

/** The parts that occur, with their colours and patterns. */
export function PartLegend({ parts }: { readonly parts: readonly TimePart[] }) {
  const patterns = useId();
  return (
    <ul className="part-legend" aria-label="Parts of the time">
      {parts.map((part) => (
        <li key={part}>
          <svg width={16} height={12} aria-hidden="true">
            <Patterns id={patterns} />
            <rect className={`time-part part-${part}`} width={16} height={12} rx={2} />
            {PATTERNED.has(part) && (
              <rect width={16} height={12} rx={2} fill={`url(#${patterns}-${part})`} />
            )}
          </svg>
          <span data-export>{PART_WORDS[part]}</span>
        </li>
      ))}
    </ul>
  );
}
