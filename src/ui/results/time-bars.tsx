import { Fragment, useId, useRef, useState } from 'react';
import { TIME_PARTS, type TimePart } from '../../trace/index.ts';
import { marksBetween, scaleOf } from '../drawing/axis.ts';
import { type Box, cutTo, LETTER, TEXTURE_INK, TEXTURES, TILE } from '../drawing/brush.ts';
import { STATE_TEXTURES } from '../drawing/palette.ts';
import { axisWords, fitting } from '../shared/large-numbers.ts';
import { HoverCard } from '../shared/hover-card.tsx';
import { useListeners, useSize } from '../shared/hooks.ts';
import { type BarGroup, type BarRow, moved, type Place, placesIn, wordsOf } from './time-places.ts';
import { STATE_WORDS } from '../shared/state-words.ts';

const ROW = 24;
const HEAD = 26;
/** Least width of the column of names. */
const LABEL = 116;
const AXIS = 24;

/** Time by element or class on one scale; parts have patterns beside colours. */
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
  const [at, setAt] = useState<Place>();
  const longest = Math.max(0, ...groups.flatMap(({ rows }) => rows.map((row) => row.label.length)));
  const left = Math.min(width * 0.4, Math.max(LABEL, longest * LETTER + 24));
  const room = Math.max(40, width - left - 24);
  const { at: x } = scaleOf(0, Math.max(1, most), left, left + room);
  const rows = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const height = groups.length * HEAD + rows * ROW + AXIS;
  const marks = marksBetween(0, most, room / 110);
  const marked = axisWords(marks);
  const tops = stacked(groups.map((group) => HEAD + group.rows.length * ROW));
  useListeners(frame, {
    focus: () => {
      if (frame.current?.matches(':focus-visible')) setAt((now) => now ?? placesIn(groups)[0]);
    },
    blur: () => setAt(undefined),
    pointerleave: () => setAt(undefined),
    keydown(event) {
      const next = moved(groups, at, event.key);
      // A covering card can be closed.
      if (event.key === 'Escape') setAt(undefined);
      if (!next) return;
      setAt(next);
      event.preventDefault();
    },
  });
  const boxOf = ({ group, row, part }: Place): Box | undefined => {
    const ticks = groups[group]?.rows[row]?.ticks;
    if (!ticks?.[part]) return undefined;
    const before = TIME_PARTS.slice(0, TIME_PARTS.indexOf(part));
    const start = before.reduce((sum, one) => sum + ticks[one], 0);
    const y = (tops[group] ?? 0) + HEAD + row * ROW;
    return { x: x(start), y, width: x(ticks[part]) - x(0), height: ROW - 6 };
  };
  const box = at && boxOf(at);
  const words = at && box && wordsOf(groups, at);
  return (
    <div
      ref={frame}
      className="time-bars"
      tabIndex={0}
      role="application"
      aria-label="Bars of the time, by the arrow keys"
    >
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label="Where the time goes, as bars">
          <Patterns id={patterns} />
          {marks.map((tick) => (
            <g key={tick} className="time-axis">
              <line x1={x(tick)} x2={x(tick)} y1={4} y2={height - AXIS + 4} />
              <text x={x(tick)} y={height - 8} textAnchor="middle">
                {marked(tick)}
              </text>
            </g>
          ))}
          {groups.map((group, number) => {
            const top = tops[number] ?? 0;
            return (
              <g key={group.title}>
                <text className="time-title strong-text" x={16} y={top + 18}>
                  <title>{group.title}</title>
                  {cutTo(group.title, width - 32)}
                </text>
                {group.rows.map((row, index) => (
                  <Bar
                    key={row.label}
                    row={row}
                    x={x}
                    y={top + HEAD + index * ROW}
                    patterns={patterns}
                    onPart={(part) => setAt({ group: number, row: index, part })}
                  />
                ))}
              </g>
            );
          })}
          {box && <rect className="time-ring" {...box} fill="none" pointerEvents="none" />}
        </svg>
      )}
      {words && box && <HoverCard frame={frame} box={box} {...words} />}
      <span className="visually-hidden" role="status">
        {words && `${words.title}: ${words.lines.join(', ')}`}
      </span>
    </div>
  );
}

interface BarProps {
  readonly row: BarRow;
  /** The bar's name stands left of tick 0. */
  readonly x: (tick: number) => number;
  readonly y: number;
  readonly patterns: string;
  readonly onPart: (part: TimePart) => void;
}

function Bar({ row, x, y, patterns, onPart }: BarProps) {
  const starts = stacked(TIME_PARTS.map((part) => row.ticks[part]));
  return (
    <g transform={`translate(0 ${y})`}>
      <text className="time-label" x={x(0) - 8} y={14} textAnchor="end">
        <title>{row.label}</title>
        {cutTo(row.label, x(0) - 24)}
      </text>
      {TIME_PARTS.map((part, at) => {
        const ticks = row.ticks[part];
        if (ticks === 0) return null;
        const start = x(starts[at] ?? 0);
        const width = x(ticks) - x(0);
        const words = fitting(ticks, Math.floor((width - 12) / LETTER));
        return (
          <Fragment key={part}>
            <rect
              className={`time-part part-${part}`}
              x={start}
              width={width}
              height={ROW - 6}
              onPointerMove={() => onPart(part)}
            />
            {STATE_TEXTURES[part] && (
              <rect
                x={start}
                width={width}
                height={ROW - 6}
                fill={`url(#${patterns}-${part})`}
                pointerEvents="none"
              />
            )}
            {width > words.length * LETTER + 12 && (
              <g pointerEvents="none">
                <rect
                  className="time-plate"
                  x={start + width / 2 - (words.length * LETTER) / 2 - 3}
                  y={2}
                  width={words.length * LETTER + 6}
                  height={ROW - 10}
                  rx={2}
                />
                <text className="time-value" x={start + width / 2} y={13} textAnchor="middle">
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

/** Offsets of lengths laid end to end. */
const stacked = (lengths: readonly number[]): number[] =>
  lengths.map((_, at) => lengths.slice(0, at).reduce((sum, length) => sum + length, 0));

/** The textures of the parts; the others differ in lightness already. */
function Patterns({ id }: { readonly id: string }) {
  return (
    <defs>
      {TIME_PARTS.map((part) => (
        <pattern
          key={part}
          id={`${id}-${part}`}
          width={TILE}
          height={TILE}
          patternUnits="userSpaceOnUse"
        >
          {TEXTURES[STATE_TEXTURES[part] ?? 'stripes'].map((line) => (
            <path key={line} d={line} stroke={TEXTURE_INK} />
          ))}
        </pattern>
      ))}
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
            {STATE_TEXTURES[part] && (
              <rect width={16} height={12} rx={2} fill={`url(#${patterns}-${part})`} />
            )}
          </svg>
          <span data-export>{STATE_WORDS[part].name}</span>
        </li>
      ))}
    </ul>
  );
}
