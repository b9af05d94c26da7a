import { useMemo, useRef, useState } from 'react';
import {
  classesOf,
  type Configuration,
  TIME_PARTS,
  type TimePart,
  type TimeSplit,
} from '../../session/index.ts';
import { configurationsInWords } from '../shared/configuration-words.ts';
import { count } from '../shared/format.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { useSessionState } from '../shared/session-context.tsx';
import { ChartTools, type ChartView } from './chart-tools.tsx';
import type { Sheet } from './csv.ts';
import { SheetTable } from './sheet-table.tsx';
import { keyOf, type KnownSplit, useSplits } from './splits.ts';
import { type BarGroup, PartLegend, TimeBars } from './time-bars.tsx';
import { classInWords, differenceInWords, PART_WORDS } from './time-words.ts';

const NOBODY = 'nobody';
const BEST = 'best';

/** Where the time of the open configuration goes, beside that of another one. */
export function TimeView() {
  const run = useSessionState((state) => state.run.startedAt);
  const values = useSessionState((state) => state.trace.values);
  const phase = useSessionState((state) => state.trace.phase);
  const splits = useSplits();
  const known = splits.of === run ? splits.known : [];
  const open = values && known.find(({ key }) => key === keyOf(values));
  if (!open) {
    return phase === 'loading' ? (
      <PanelMessage icon="hourglass" title="Replaying the configuration" />
    ) : (
      <PanelMessage icon="hourglass" title="No trace is open">
        Tune, or click a cell of the map: its time is split here by what the elements do.
      </PanelMessage>
    );
  }
  return <Opened open={open} known={known} />;
}

function Opened({
  open,
  known,
}: {
  readonly open: KnownSplit;
  readonly known: readonly KnownSplit[];
}) {
  const optima = useSessionState((state) => state.run.result?.optima);
  const [view, setView] = useState<ChartView>('chart');
  const [by, setBy] = useState<'process' | 'class'>('class');
  const [wanted, setWanted] = useState(BEST);
  const chart = useRef<HTMLDivElement>(null);
  const best = known.find(({ values }) => optima?.some((one) => keyOf(one) === keyOf(values)));
  const other = wanted === BEST ? best : known.find(({ key }) => key === wanted);
  const beside = other && other.key !== open.key ? other : undefined;
  const grouped = by === 'class';
  const shown = useMemo(() => (beside ? [open, beside] : [open]), [open, beside]);
  const groups = useMemo(() => shown.map((one) => groupOf(one, grouped)), [shown, grouped]);
  const parts = TIME_PARTS.filter((part) =>
    groups.some(({ rows }) => rows.some(({ ticks }) => ticks[part] > 0)),
  );
  return (
    <div className="results-view">
      <div className="view-tools">
        <SelectField
          className="small"
          label="compare with"
          options={[
            { id: NOBODY, title: 'nothing' },
            { id: BEST, title: 'the best' },
            ...known
              .filter(({ key }) => key !== open.key)
              .map(({ key, values }) => ({ id: key, title: configurationsInWords([values]) })),
          ]}
          value={wanted}
          onChange={setWanted}
        />
        <span className="spacer" />
        <Segmented
          label="Bars"
          options={[
            { id: 'process', title: 'by process' },
            { id: 'class', title: 'by class' },
          ]}
          value={grouped ? 'class' : 'process'}
          onChange={setBy}
        />
        <ChartTools
          name="time"
          view={view}
          onView={setView}
          chart={chart}
          sheet={() => sheetOf(shown)}
        />
      </div>
      {view === 'table' ? (
        <SheetTable label="Table of the time" sheet={sheetOf(shown)} />
      ) : (
        <div ref={chart} className="time-view" tabIndex={0} role="group" aria-label="Time">
          <PartLegend parts={parts} />
          <p className="time-difference" data-testid="difference" data-export aria-live="polite">
            {beside ? comparison(open, beside) : alone(open, optima ?? [])}
          </p>
          <TimeBars groups={groups} most={Math.max(...shown.map(({ split }) => split.time))} />
          {shown.some(({ split }) => split.elements.some(({ count: alike }) => alike > 1)) && (
            <p className="time-note">
              A bar is the time of one element, not a sum. The number in its name says how many
              elements of the platform it stands for: the model runs one for all that are alike.
            </p>
          )}
        </div>
      )}
    </div>
  );
}

const comparison = (open: KnownSplit, beside: KnownSplit): string =>
  `${configurationsInWords([open.values])} against ${configurationsInWords([beside.values])}: ${lower(differenceInWords(open.split, beside.split))}.`;

const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

function alone({ values, split }: KnownSplit, optima: readonly Configuration[]): string {
  const best = optima.some((one) => keyOf(one) === keyOf(values));
  const words = configurationsInWords([values]);
  const time = count(split.time, 'tick');
  return best
    ? `${words} takes ${time}, the least. Click another cell of the map to compare.`
    : `${words} takes ${time}.`;
}

function groupOf({ values, split }: KnownSplit, grouped: boolean): BarGroup {
  const title = `${configurationsInWords([values])}: ${count(split.time, 'tick')}`;
  const classes = grouped
    ? classesOf(split)
    : split.elements.map(({ label, ...rest }) => ({ labels: [label], ...rest }));
  return { title, rows: classes.map((one) => ({ label: classInWords(one), ticks: one.ticks })) };
}

function sheetOf(shown: readonly KnownSplit[]): Sheet & { rows: (string | number)[][] } {
  return {
    head: [
      'configuration',
      'element',
      'stands for',
      ...TIME_PARTS.map((part: TimePart) => PART_WORDS[part]),
      'ticks',
      'barriers',
    ],
    rows: shown.flatMap(({ values, split }: { values: Configuration; split: TimeSplit }) =>
      split.elements.map(({ label, count: alike, apart, ticks, barriers }) => [
        configurationsInWords([values]),
        apart ? `${label}, ${apart}` : label,
        alike,
        ...TIME_PARTS.map((part) => ticks[part]),
        split.time,
        barriers,
      ]),
    ),
  };
}
