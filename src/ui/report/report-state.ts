import {
  caveatsOf,
  classesOf,
  type Explained,
  type NativeCheck,
  type SessionState,
  spoiling,
  TIME_PARTS,
} from '../../session/index.ts';
import { printedPalette } from '../drawing/palette.ts';
import { classInWords } from '../results/time-words.ts';
import { STATE_WORDS } from '../shared/state-words.ts';
import { count, whole } from '../shared/format.ts';
import { traceStore } from '../trace/trace-state.ts';
import { type CarriedFile, carried } from './carried-file.ts';
import { reportData, type ReportData } from './report-data.ts';
import {
  extracts,
  fastest,
  ganttPicture,
  mapPicture,
  type ReportExtract,
  type ReportPicture,
  titleOf,
} from './report-pictures.ts';
import { type SplitBar, splitPicture } from './split-picture.ts';

/** All that a report shows. */
export interface ReportContent extends ReportData {
  /** What is carried along, where the report is a file. */
  readonly files?: readonly CarriedFile[] | undefined;
  readonly map?: ReportPicture | undefined;
  readonly fastest: readonly { readonly name: string; readonly value: string }[];
  readonly split?: {
    readonly picture: ReportPicture;
    readonly rows: readonly { readonly name: string; readonly value: string }[];
  };
  readonly trace?: {
    readonly title: string;
    readonly gantt: ReportPicture;
    readonly extracts: readonly ReportExtract[];
  };
}

/** A report on what the page shows now.
 * @param native the answer as files, where the report is to carry them. */
export function reportOf(
  state: SessionState,
  native?: NativeCheck,
  date = new Date(),
): ReportContent {
  const palette = printedPalette();
  const { run, trace: view, why } = state;
  const { trace } = view;
  const { kept } = traceStore.getState();
  const other = kept && kept.trace !== trace ? kept : undefined;
  const title = titleOf(view.values);
  const explained = [why.best, why.next].flatMap((one) => (one ? barsOf(one) : []));
  return {
    ...reportData(state, date),
    ...(native && { files: native.files.map(carried) }),
    map: mapPicture(run.configurations, spoiling(caveatsOf(state)).length > 0, palette),
    fastest: fastest(run.configurations),
    ...(explained.length > 0 && {
      split: { picture: splitPicture(explained, palette), rows: explained.map(rowOf) },
    }),
    ...(trace && {
      trace: {
        title,
        gantt: ganttPicture(trace, other, title, palette),
        extracts: extracts(trace, other, palette),
      },
    }),
  };
}

/** The classes of elements of a configuration, each with its ticks by part. */
const barsOf = ({ values, split }: Explained): SplitBar[] =>
  classesOf(split).map((one) => ({
    name: `${titleOf(values)}: ${classInWords(one)}`,
    ticks: one.ticks,
    time: split.time,
  }));

const rowOf = ({ name, ticks, time }: SplitBar) => ({
  name,
  value: `${count(time, 'tick')}: ${TIME_PARTS.filter((part) => ticks[part] > 0)
    .map((part) => `${whole(ticks[part])} ${STATE_WORDS[part].name}`)
    .join(', ')}`,
});
