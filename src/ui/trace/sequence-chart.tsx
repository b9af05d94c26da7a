import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { whole } from '../shared/format.ts';
import { useSize } from '../shared/use-size.ts';
import { Arrow } from './arrow.tsx';
import './sequence-chart.css';
import { fillOf } from './chart-definitions.tsx';
import { valuesInWords } from './message-words.ts';
import { barsBetween, type SequenceLayout } from './sequence-layout.ts';

/** Height of a row in CSS pixels. Chromium lays out elements up to 2^25 pixels high, so a million and a
 * half rows fit into one scrolled element. */
const ROW = 20;
/** Width of the column of ticks. */
const GUTTER = 52;
/** The least distance between lifelines at which the names of messages stay legible. */
const LEAST_SPACING = 54;
/** Width of a letter of a lifeline's name, and of the frame around the name, in CSS pixels. */
const LETTER = 6;
const NAME_FRAME = 14;
/** Rows drawn beyond the visible ones, so that scrolling never shows an empty edge. */
const MARGIN = 6;
const BAR = 12;

interface Props {
  readonly layout: SequenceLayout;
  /** Index of the current stop. */
  readonly position: number;
  readonly onSeekRow: (row: number) => void;
}

/** Message sequence chart: a lifeline for each process, time flowing down. Draws only what is in view. */
export function SequenceChart({ layout, position, onSeekRow }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const [scroll, setScroll] = useState({ top: 0, left: 0 });
  const { lanes, rows } = layout;
  const currentRow = layout.stopRow[position] ?? 0;
  const currentEvent = layout.stops[position];

  const longest = Math.max(0, ...lanes.map(({ label }) => label.length));
  const spacing = Math.max(
    LEAST_SPACING,
    longest * LETTER + NAME_FRAME,
    (size.width - GUTTER - 8) / Math.max(1, lanes.length),
  );
  const width = GUTTER + spacing * lanes.length;
  const height = rows.length * ROW + ROW;
  const first = Math.max(0, Math.floor(scroll.top / ROW) - MARGIN);
  const last = Math.min(rows.length - 1, Math.ceil((scroll.top + size.height) / ROW) + MARGIN);
  const x = (lane: number): number => GUTTER + spacing * (lane + 0.5);
  const y = (row: number): number => (row - first) * ROW;

  // The cursor stays in view, a third from the top, so that what comes next can be read.
  useLayoutEffect(() => {
    const node = frame.current;
    if (!node) return;
    const top = currentRow * ROW;
    const visible = node.clientHeight - HEADER;
    if (top < node.scrollTop + ROW || top > node.scrollTop + visible - 3 * ROW) {
      node.scrollTop = Math.max(0, top - visible / 3);
    }
  }, [currentRow, layout]);

  // And so do the lifelines it is about, where the chart is wider than its frame.
  const ends = currentEvent === undefined ? [] : lanesOfEvent(layout, currentEvent);
  const left = Math.min(...ends) * spacing;
  const right = (Math.max(...ends) + 1) * spacing;
  useLayoutEffect(() => {
    const node = frame.current;
    if (!node || !Number.isFinite(left)) return;
    const visible = node.clientWidth - GUTTER;
    if (right > node.scrollLeft + visible) node.scrollLeft = right - visible;
    if (left < node.scrollLeft) node.scrollLeft = left;
  }, [left, right]);

  const drawn: number[] = [];
  for (let row = first; row <= last; row += 1) drawn.push(row);

  return (
    <div
      ref={frame}
      className="sequence"
      tabIndex={0}
      role="group"
      aria-label="Messages of the run, in order of time"
      onScroll={(event) => {
        const { scrollTop, scrollLeft } = event.currentTarget;
        setScroll({ top: scrollTop, left: scrollLeft });
      }}
    >
      <div className="sequence-lanes" style={{ width }} aria-hidden="true">
        <span className="sequence-tick-head" style={{ width: GUTTER }}>
          tick
        </span>
        {lanes.map(({ pid, label, kind }, lane) => (
          <span
            key={pid}
            className={`sequence-lane lane-${kind}`}
            style={{ left: GUTTER + spacing * lane, width: spacing }}
          >
            <span>{label}</span>
          </span>
        ))}
      </div>
      <div className="sequence-body" style={{ width, height }}>
        <svg
          width={width}
          height={(last - first + 1) * ROW + ROW}
          style={{ transform: `translateY(${first * ROW}px)` }}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            onSeekRow(first + Math.floor((event.clientY - box.top) / ROW));
          }}
          aria-hidden="true"
        >
          <rect className="sequence-current" x={0} y={y(currentRow)} width={width} height={ROW} />
          {drawn
            .filter((row) => layout.opensTick[row] === 1)
            .map((row) => (
              <line
                key={row}
                className="sequence-rule"
                x1={GUTTER}
                x2={width}
                y1={y(row) + 0.5}
                y2={y(row) + 0.5}
              />
            ))}
          {lanes.map(({ pid, kind }, lane) => (
            <line
              key={pid}
              className={`lifeline lane-${kind}`}
              x1={x(lane)}
              x2={x(lane)}
              y1={0}
              y2={Math.min(y(rows.length), (last - first + 1) * ROW)}
            />
          ))}
          {layout.bars.map((bars, lane) =>
            barsBetween(bars, first, last).map((bar) => {
              const event = layout.trace.events[bar.event];
              if (event?.kind !== 'work') return null;
              const top = y(bar.startRow) + ROW / 2;
              const bottom = Math.max(top + 6, y(bar.endRow) - 1);
              return (
                <g key={bar.event} className={bar.event === currentEvent ? 'bar now' : 'bar'}>
                  <rect
                    x={x(lane) - BAR / 2}
                    y={top}
                    width={BAR}
                    height={bottom - top}
                    rx={2}
                    fill={fillOf(event.space)}
                  />
                </g>
              );
            }),
          )}
          {drawn.map((row) => {
            const index = layout.rows[row] ?? 0;
            const event = layout.trace.events[index];
            if (event?.kind === 'finish') {
              return (
                <text key={row} className="sequence-finish" x={GUTTER + 8} y={y(row) + 14}>
                  finished at tick {whole(event.tick)}: {valuesInWords(event.values)}
                </text>
              );
            }
            if (event?.kind !== 'message') return null;
            return (
              <Arrow
                key={row}
                message={event.message}
                from={x(layout.laneOf.get(event.from) ?? 0)}
                to={x(layout.laneOf.get(event.to) ?? 0)}
                y={y(row) + ROW / 2}
                half={BAR / 2}
                now={index === currentEvent}
              />
            );
          })}
          <rect
            className="sequence-gutter"
            x={scroll.left}
            y={0}
            width={GUTTER - 4}
            height={(last - first + 1) * ROW}
          />
          {drawn.map((row) => {
            const opens = row === 0 || layout.opensTick[row] === 1;
            if (!opens && row !== currentRow) return null;
            const event = layout.trace.events[layout.rows[row] ?? 0];
            return (
              <text
                key={row}
                className={row === currentRow ? 'sequence-tick now' : 'sequence-tick'}
                x={scroll.left + GUTTER - 12}
                y={y(row) + 14}
              >
                {whole(event?.tick ?? 0)}
              </text>
            );
          })}
        </svg>
      </div>
      <FocusNote position={position} />
    </div>
  );
}

/** The lanes that an event joins. */
function lanesOfEvent(layout: SequenceLayout, index: number): number[] {
  const event = layout.trace.events[index];
  if (!event) return [];
  const pids =
    event.kind === 'message' ? [event.from, event.to] : event.kind === 'work' ? [event.pid] : [];
  return pids.flatMap((pid) => layout.laneOf.get(pid) ?? []);
}

/** Height of the row of names. */
const HEADER = 26;

/** Keeps a hidden count for assistive technology that reads the scrolled element itself. */
function FocusNote({ position }: { readonly position: number }) {
  const [shown, setShown] = useState(position);
  useEffect(() => {
    // Only once the cursor rests: while playing, every step would be read out.
    const timer = setTimeout(() => setShown(position), 600);
    return () => clearTimeout(timer);
  }, [position]);
  return <span className="visually-hidden">{`step ${whole(shown + 1)}`}</span>;
}
