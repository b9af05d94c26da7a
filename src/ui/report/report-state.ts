import type { NativeCheck } from '../../checker/index.ts';
import { caveatsOf, spoiling } from '../../session/caveats/caveats.ts';
import { type Explained, WHY } from '../../session/jobs/why.ts';
import { isStale } from '../../session/outdated.ts';
import { classesOf, TIME_PARTS } from '../../trace/index.ts';
import { figuresOfAnswer } from '../answer/answer-words.ts';
import { printedPalette } from '../drawing/palette.ts';
import { classInWords } from '../results/time-words.ts';
import type { Page } from '../shared/action.ts';
import { STATE_WORDS } from '../shared/state-words.ts';
import { count, whole } from '../../base/words.ts';
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
import { jobOf } from '../../session/jobs/job.ts';
import { TRACE } from '../../session/views/trace-view.ts';

/** All that a report shows. */
export interface ReportContent extends ReportData {
  /** Carried along in a saved file. */
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
  { state, language }: Page,
  native?: NativeCheck,
  date = new Date(),
): ReportContent {
  const palette = printedPalette();
  const { run } = state;
  const view = jobOf(state, TRACE);
  const why = jobOf(state, WHY);
  const { trace } = view;
  const { kept } = traceStore.getState();
  const keptRun = kept?.run.timed;
  const other =
    kept && keptRun && keptRun !== trace ? { trace: keptRun, title: kept.title } : undefined;
  const title = titleOf(view.values);
  const explained = [why.best, why.next].flatMap((one) => (one ? barsOf(one) : []));
  return {
    ...reportData(state, date, figuresOfAnswer(state, isStale(state), language)),
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

/** Classes of elements, with ticks by part. */
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
