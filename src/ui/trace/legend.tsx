import { useMemo } from 'react';
import {
  ELEMENT_STATES,
  type ElementState,
  EVENT,
  type Timeline,
  type Trace,
} from '../../trace/index.ts';
import type { Brush } from '../drawing/brush.ts';
import { svgOf } from '../drawing/picture.ts';
import { type Palette, STATE_TEXTURES, usePalette } from '../drawing/palette.ts';
import './legend.css';
import { inkOf } from './message-style.ts';
import { DEVICE_WORDS, STATE_WORDS } from '../shared/state-words.ts';

interface Props {
  readonly timeline: Timeline;
  /** The run, where its lines are drawn as well. */
  readonly trace?: Trace;
  /** Which of the charts are seen. */
  readonly messages?: boolean;
  readonly time?: boolean;
}

/** A sign of the charts, and what it means. */
interface Entry {
  readonly words: string;
  readonly draw: (brush: Brush, palette: Palette) => void;
}

const STATES = Object.keys(STATE_WORDS).filter((state): state is ElementState =>
  ELEMENT_STATES.some((each) => each === state),
);

/** Signs of the charts that occur in this run. */
export function Legend({ trace, timeline, messages = false, time = true }: Props) {
  const palette = usePalette();
  const entries = useMemo(
    () => [
      ...fillsOf(timeline, time, messages),
      ...(trace && time ? linesOfTime(trace, timeline) : []),
      ...(trace && messages ? linesOfMessages(trace, timeline) : []),
    ],
    [trace, timeline, messages, time],
  );
  return (
    <ul className="legend" aria-label="Legend" tabIndex={0}>
      {entries.map(({ words, draw }) => {
        const picture = { width: 18, height: 12, draw: (brush: Brush) => draw(brush, palette) };
        const url = `data:image/svg+xml,${encodeURIComponent(svgOf(picture, 'none'))}`;
        return (
          <li key={words}>
            <img src={url} width={18} height={12} alt="" />
            {words}
          </li>
        );
      })}
    </ul>
  );
}

/** States that the sequence chart has as well. */
const BARS: ReadonlySet<ElementState> = new Set(['global', 'local', 'private']);

function fillsOf(timeline: Timeline, time: boolean, messages: boolean): Entry[] {
  const totals = timeline.lanes.map((lane) => lane.totals());
  const shown = new Set(STATES.filter((state) => totals.some((ticks) => ticks[state] > 0)));
  const isDevice = shown.has('hidden') || shown.has('exposed');
  return STATES.filter((state) => shown.has(state) && (time || (messages && BARS.has(state)))).map(
    (state) => ({
      words: ((isDevice && DEVICE_WORDS[state]) || STATE_WORDS[state]).legend,
      draw: (brush, palette) =>
        brush.rect(
          { x: 2.5, y: 0.5, width: 13, height: 11 },
          {
            fill: palette[state],
            texture: STATE_TEXTURES[state],
            stroke: palette.soft,
            width: 0.5,
          },
        ),
    }),
  );
}

function linesOfTime(trace: Trace, { releases }: Timeline): Entry[] {
  return [
    ...(releases.tick.length === 0
      ? []
      : [
          {
            words: 'a barrier lets go',
            draw: (brush: Brush, palette: Palette) =>
              brush.line(9, 0, 9, 12, { stroke: palette.text, width: 1.5 }),
          },
        ]),
    ...(trace.isStuck
      ? [
          {
            words: 'nobody can go on',
            draw: (brush: Brush, palette: Palette) =>
              brush.line(9, 0, 9, 12, { stroke: palette.failed, width: 3 }),
          },
        ]
      : []),
  ];
}

/** Messages by their lines. */
const MESSAGE_WORDS = {
  go: 'order to begin or go on',
  done: 'done, or arrived',
  stop: 'order to stop',
  tick: 'the clock wakes',
  wait: 'nothing more to do now',
} as const;

function linesOfMessages(trace: Trace, timeline: Timeline): Entry[] {
  const occurring = namesOf(trace);
  const waits = timeline.lanes.some((lane) => lane.totals().barrier > 0);
  const known = Object.entries(MESSAGE_WORDS).filter(([name]) => occurring.has(name));
  return [
    ...known.map(([name, words]): Entry => ({
      words,
      draw(brush, palette) {
        const { ink, dash } = inkOf(name, palette);
        brush.line(0, 6, 18, 6, { stroke: ink, width: 2, dash });
      },
    })),
    ...(waits
      ? [
          {
            words: 'waits at a barrier, between messages',
            draw: (brush: Brush, palette: Palette) =>
              brush.line(9, 0, 9, 12, { stroke: palette.barrier, width: 3, dash: [2, 2] }),
          },
        ]
      : []),
  ];
}

/** Events that are looked at for the names of messages: each occurs early. */
const LOOKED_AT = 20_000;

/** Names of messages of a run; that of its end is at its end. */
function namesOf(trace: Trace): Set<string> {
  const { kind, count } = trace.columns;
  const names = new Set<string>();
  const look = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1)
      if (kind[index] === EVENT.message) names.add(trace.messageAt(index));
  };
  look(0, Math.min(count, LOOKED_AT));
  look(Math.max(LOOKED_AT, count - 200), count);
  return names;
}
