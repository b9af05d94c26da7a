import { compareTicks } from '../../base/ticks.ts';
import type { ResultsView } from '../../session/run/results-table.ts';
import { timelineOf, timeRun, type Trace, whereTheyPart } from '../../trace/index.ts';
import type { Palette } from '../drawing/palette.ts';
import { type Picture, svgOf } from '../drawing/picture.ts';
import { drawMap, frameOf } from '../results/map-drawing.ts';
import { mapData } from '../results/map-data.ts';
import { configurationsInWords, valuesInWords, whole } from '../../base/words.ts';
import { drawGantt, ganttView } from '../trace/gantt-draw.ts';
import { byMessage, ROW } from '../trace/sequence-axis.ts';
import { drawSequence } from '../trace/sequence-draw.ts';
import { contentWidth, HEAD } from '../trace/sequence-geometry.ts';
import {
  layOut,
  NO_FILTER,
  type SequenceLayout,
  stopAtOrBefore,
} from '../trace/sequence-layout.ts';

/** A picture with its text alternative. */
export interface ReportPicture {
  readonly title: string;
  readonly svg: string;
}

/** A part of a trace: as a picture and as sentences. */
export interface ReportExtract {
  readonly title: string;
  readonly picture: ReportPicture;
  readonly steps: readonly { readonly tick: string; readonly words: string }[];
}

/** Width of all pictures: that of a page. */
const WIDTH = 680;

const drawn = (title: string, palette: Palette, picture: Picture): ReportPicture => ({
  title,
  svg: svgOf(picture, palette.surface),
});

/** Times over the first two parameters; the fastest of the others counts. */
export function mapPicture(
  results: ResultsView,
  isSpoiled: boolean,
  palette: Palette,
): ReportPicture | undefined {
  const [x, y] = results.names;
  if (x === undefined || results.size === 0) return undefined;
  const data = mapData(results, { x, y, slices: {}, ranges: {} });
  const height = Math.max(70, Math.min(420, 30 + data.ys.length * 24));
  const width = Math.max(220, Math.min(WIDTH, 90 + data.xs.length * 90));
  const frame = frameOf(data, width, height);
  const status = (row: number) => results.table.status(row);
  const range = Number.isNaN(data.least)
    ? 'No configuration has a time.'
    : `From ${whole(data.least)} ticks, bright, to ${whole(data.most)}, dark; the best is ringed${isSpoiled ? '; what stands beside the answer spoils it' : ', and a disc means proved'}.`;
  const rest = results.names.length > 2 ? ' Of the other parameters the fastest counts.' : '';
  const axes = y === undefined ? x : `${x} across and ${y} up`;
  return drawn(`Model time of all configurations over ${axes}. ${range}${rest}`, palette, {
    width,
    height,
    draw: (brush) => drawMap(brush, { data, frame, palette, status, isSpoiled, words: whole }),
  });
}

/** The most times that are listed. */
const MOST_LISTED = 12;

/** The fastest configurations with their times. */
export function fastest(results: ResultsView): { readonly name: string; readonly value: string }[] {
  const times = results.table.times();
  const best: number[] = [];
  for (let row = 0; row < results.size; row += 1) {
    const time = results.table.time(row);
    if (time === undefined) continue;
    const last = best.at(-1);
    if (
      best.length === MOST_LISTED &&
      last !== undefined &&
      !((times[row] ?? 0) < (times[last] ?? 0))
    )
      continue;
    const at = best.findIndex((one) => compareTicks(results.table.time(one) ?? 0, time) > 0);
    best.splice(at < 0 ? best.length : at, 0, row);
    if (best.length > MOST_LISTED) best.pop();
  }
  return best.map((row) => ({
    name: configurationsInWords([results.table.values(row)]) || 'the only configuration',
    value: `${whole(results.table.time(row) ?? 0)} (${results.table.status(row).replaceAll('-', ' ')})`,
  }));
}

/** A run over model time; a second one below, on the same ticks. */
export function ganttPicture(
  trace: Trace,
  other: { readonly trace: Trace; readonly title: string } | undefined,
  title: string,
  palette: Palette,
): ReportPicture {
  const runs = [{ trace, title }, ...(other ? [other] : [])];
  const tracks = runs.map((run) => ({ ...run, timeline: timelineOf(run.trace) }));
  const lanes = tracks.reduce((sum, { timeline }) => sum + timeline.lanes.length, 0);
  const height = Math.min(640, 70 + 20 * runs.length + lanes * 18);
  const view = ganttView({ tracks, width: WIDTH, height, range: null, top: 0 });
  return drawn(
    `What units and elements do over model time in ${runs.map((run) => run.title).join(' and ')}`,
    palette,
    { width: WIDTH, height, draw: (brush) => drawGantt(brush, view, palette) },
  );
}

/** Rows of messages, and sentences, of each part of a trace. */
const MOST_ROWS = 14;
/** More lifelines than this do not fit a page. */
const MOST_LANES = 10;

/** The run's beginning, and where it differs or ends. */
export function extracts(
  trace: Trace,
  other: { readonly trace: Trace; readonly title: string } | undefined,
  palette: Palette,
): readonly ReportExtract[] {
  const collapse = trace.processes.length > MOST_LANES ? 'class' : 'none';
  const layout = layOut(timeRun(trace), { collapse, filter: NO_FILTER });
  const { stops } = layout;
  const begin = extractFrom(layout, 0, 'How it begins', palette);
  if (stops.length <= MOST_ROWS) return [begin];
  const parting = other && whereTheyPart(timeRun(trace), timeRun(other.trace))?.left;
  const end = stops.length - MOST_ROWS;
  if (other && parting !== undefined) {
    const from = Math.max(0, Math.min(end, stopAtOrBefore(layout, parting) - 2));
    return [begin, extractFrom(layout, from, `Where it parts from ${other.title}`, palette)];
  }
  const how = trace.finish ? 'How it ends' : 'Where nobody can go on';
  return [begin, extractFrom(layout, end, how, palette)];
}

function extractFrom(
  layout: SequenceLayout,
  from: number,
  title: string,
  palette: Palette,
): ReportExtract {
  const { run, stops, stopRow, rows } = layout;
  const events = stops.slice(from, from + MOST_ROWS);
  const first = stopRow[from] ?? 0;
  const axis = byMessage(layout);
  const width = Math.max(WIDTH, contentWidth(layout, WIDTH));
  const height = HEAD + Math.min(MOST_ROWS, rows.length - first) * ROW;
  const view = {
    layout,
    axis,
    width,
    height,
    top: axis.y(first),
    left: 0,
    event: -1,
    row: -1,
    travel: 1,
    doing: () => undefined,
  };
  return {
    title,
    picture: drawn(`${title}: messages between the processes, time flowing down`, palette, {
      width,
      height,
      draw: (brush) => drawSequence(brush, view, palette),
    }),
    steps: events.map((event) => ({
      tick: whole(run.timed?.tickAt(event) ?? 0),
      words: run.wordsAt(event),
    })),
  };
}

/** `WG 16, TS 4` */
export const titleOf = (values: Readonly<Record<string, number>> | undefined): string =>
  valuesInWords(values ?? {}) || 'the only configuration';
