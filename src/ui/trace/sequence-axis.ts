import { firstIndex, lastAtMost } from '../../base/search.ts';
import type { SequenceLayout } from './sequence-layout.ts';

/** A row for each message, or model time. */
export type Heights = 'message' | 'time';

/** Shown above the chart, and in saved pictures. */
export const HEIGHT_NOTES: Readonly<Record<Heights, string>> = {
  message: 'Messages in order; heights are not time.',
  time: 'Heights are ticks; within a tick, order.',
};

/** Height of a row in CSS pixels, where there is room for all of it. */
export const ROW = 22;
/** The height of a message in a tick, at which its name can be read beside the one before. */
const LEGIBLE = 16;
/** The least room at which a message is named, and how far apart those without names stand. */
export const NAMED = 13;
const CLOSE = 5;
/** Messages of a tick fill this share of its room, so that they seem to belong to its beginning. */
const FILLED = 0.75;
/** The most pixels of a tick that are chosen without being asked for. */
const MOST_PER_TICK = 160;

/** Where rows lie, in pixels from the beginning of the run. */
export interface SequenceAxis {
  readonly heights: Heights;
  readonly height: number;
  /** The upper edge of a row, also of the one after the last. */
  y(row: number): number;
  /** Height of a row. */
  room(row: number): number;
  /** The last row that begins at a height or above it. */
  rowAt(y: number): number;
  /** Where a tick begins; absent where heights are not time. */
  readonly ofTick?: (tick: number) => number;
}

/** Every row has the same height. */
export function byMessage({ rows }: SequenceLayout): SequenceAxis {
  const last = Math.max(0, rows.length - 1);
  return {
    heights: 'message',
    height: (rows.length + 2) * ROW,
    y: (row) => row * ROW,
    room: () => ROW,
    rowAt: (y) => Math.max(0, Math.min(last, Math.floor(y / ROW))),
  };
}

/** The ticks at which there are rows: the first row of each, and how many there are. */
interface Bands {
  readonly tick: readonly number[];
  readonly first: readonly number[];
  /** Model time at the end. */
  readonly end: number;
  readonly rows: number;
}

const known = new WeakMap<SequenceLayout, Bands>();

function bandsOf(layout: SequenceLayout): Bands {
  const found = known.get(layout);
  if (found) return found;
  const { rows, run } = layout;
  const tick: number[] = [];
  const first: number[] = [];
  rows.forEach((event, row) => {
    const now = run.columns.tick[event] ?? 0;
    if (tick.at(-1) === now) return;
    tick.push(now);
    first.push(row);
  });
  const bands = { tick, first, end: Number(run.timed?.endTick ?? 0), rows: rows.length };
  known.set(layout, bands);
  return bands;
}

/** Pixels of a tick at which half of the messages are legible or the run fills the height, whichever is more. */
export function usualPerTick(layout: SequenceLayout, height: number): number {
  const { tick, first, end, rows } = bandsOf(layout);
  const needed = tick
    .slice(0, -1)
    .map((now, band) => {
      const many = (first[band + 1] ?? rows) - (first[band] ?? 0);
      return { many, perTick: (many * LEGIBLE) / FILLED / ((tick[band + 1] ?? end) - now) };
    })
    .toSorted((a, b) => a.perTick - b.perTick);
  let left = needed.reduce((sum, { many }) => sum + many, 0) / 2;
  const median = needed.find(({ many }) => (left -= many) <= 0)?.perTick ?? 0;
  return Math.max(
    Math.min(median, MOST_PER_TICK),
    Math.max(1, height - 2 * ROW) / Math.max(1, end),
  );
}

/** Heights are model time. Messages of a tick follow each other from its beginning. */
export function byTime(layout: SequenceLayout, perTick: number): SequenceAxis {
  const { tick, first, end, rows } = bandsOf(layout);
  const last = Math.max(0, rows - 1);
  const many = (band: number): number => (first[band + 1] ?? rows) - (first[band] ?? 0);
  const gap = (band: number): number => {
    const next = tick[band + 1];
    // After the last there is nothing to keep clear of.
    if (next === undefined) return LEGIBLE;
    const room = FILLED * (next - (tick[band] ?? 0)) * perTick;
    const each = room / Math.max(1, many(band));
    // Names are read, or the messages stand close together, as what takes no time.
    return each >= NAMED ? Math.min(LEGIBLE, each) : Math.min(CLOSE, each);
  };
  const bandOf = (row: number): number => lastAtMost(first, row);
  const lastBand = Math.max(0, tick.length - 1);
  const height = Math.max(
    end * perTick,
    (tick[lastBand] ?? 0) * perTick + many(lastBand) * LEGIBLE,
  );
  return {
    heights: 'time',
    height: height + 2 * ROW,
    y(row) {
      if (row >= rows) return height;
      const band = bandOf(row);
      return (tick[band] ?? 0) * perTick + (row - (first[band] ?? 0)) * gap(band);
    },
    room: (row) => gap(bandOf(row)),
    rowAt(y) {
      const band = Math.max(0, firstIndex(tick.length, (at) => (tick[at] ?? 0) * perTick > y) - 1);
      const within = Math.floor((y - (tick[band] ?? 0) * perTick) / Math.max(1e-9, gap(band)));
      const row = (first[band] ?? 0) + Math.max(0, Math.min(many(band) - 1, within));
      return Math.min(last, row);
    },
    ofTick: (at) => at * perTick,
  };
}
