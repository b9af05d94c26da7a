import { useState } from 'react';
import type { TraceView } from '../../session/views/trace-view.ts';
import { classesOf, TIME_PARTS, type TimeSplit } from '../../trace/index.ts';
import { type Configuration, keyOf } from '../../tuning/index.ts';
import { configurationsInWords, count } from '../../base/words.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { SelectField } from '../shared/select-field.tsx';
import type { KnownSplit } from './splits.ts';
import { type Column, Table, toCsv } from '../shared/table.tsx';
import { PartLegend, TimeBars } from './time-bars.tsx';
import type { BarGroup } from './time-places.ts';
import { STATE_WORDS } from '../shared/state-words.ts';
import { classInWords, differenceInWords } from './time-words.ts';
import { useViewTools } from './view-tools.tsx';

const NOBODY = 'nobody';
const BEST = 'best';

interface Props {
  readonly splits: readonly KnownSplit[];
  readonly trace: TraceView;
  readonly optima: readonly Configuration[] | undefined;
}

/** The open configuration's time beside another's. */
export function TimeView({ trace: { values, phase }, ...props }: Props) {
  const open = values && props.splits.find(({ key }) => key === keyOf(values));
  if (open) return <Opened {...props} open={open} />;
  return phase === 'running' ? (
    <PanelMessage icon="hourglass" title="Replaying the configuration" />
  ) : (
    <PanelMessage icon="hourglass" title="No trace is open">
      Tune, or click a cell of the map: its time is split here by what the elements do.
    </PanelMessage>
  );
}

type OpenedProps = Omit<Props, 'trace'> & { readonly open: KnownSplit };

function Opened({ open, splits: known, optima = [] }: OpenedProps) {
  const [by, setBy] = useState<'process' | 'class'>('class');
  const [wanted, setWanted] = useState(BEST);
  const others = known.filter(({ key }) => key !== open.key);
  const found = known.find(({ key, values }) =>
    wanted === BEST ? isAmong(optima, values) : key === wanted,
  );
  const other = found === open ? undefined : found;
  const both = other ? [open, other] : [open];
  const groups = both.map((one) => groupOf(one, by));
  const parts = TIME_PARTS.filter((part) =>
    groups.some(({ rows }) => rows.some(({ ticks }) => ticks[part] > 0)),
  );
  const rows = both.flatMap(({ values, split }) =>
    split.elements.map((element) => ({ values, split, element })),
  );
  const { shown, chart, tools } = useViewTools('time', () => toCsv(COLUMNS, rows));
  return (
    <div className="results-view">
      <div className="view-tools row">
        <SelectField
          className="small"
          label="compare with"
          options={[
            { id: NOBODY, label: 'nothing' },
            { id: BEST, label: 'the best' },
            ...others.map(({ key, values }) => ({
              id: key,
              label: configurationsInWords([values]),
            })),
          ]}
          value={wanted}
          onChange={setWanted}
        />
        <span className="spacer" />
        <Segmented
          label="Bars"
          options={{ process: 'by process', class: 'by class' }}
          value={by}
          onChange={setBy}
        />
        {tools}
      </div>
      {shown === 'table' ? (
        <Table label="Table of the time" columns={COLUMNS} rows={rows} />
      ) : (
        <div
          ref={chart}
          className="time-view ring-inside fills"
          tabIndex={0}
          role="group"
          aria-label="Time"
        >
          {groups.every((group) => group.rows.length === 0) ? (
            <p className="time-note note">
              The work-items of a real machine share its schedulers and ports. What each of those is
              busy with, and what nothing hides, is drawn in the tab Machine.
            </p>
          ) : (
            // In a low pane two bars are what must be seen.
            <TimeBars groups={groups} most={Math.max(...both.map(({ split }) => split.time))} />
          )}
          <p
            className="time-difference strong-text"
            data-testid="difference"
            data-export
            aria-live="polite"
          >
            {other ? comparison(open, other) : alone(open, optima)}
          </p>
          <PartLegend parts={parts} />
          {both.some(({ split }) => split.elements.some(({ count: alike }) => alike > 1)) && (
            <p className="time-note note">
              A bar is the time of one element, not a sum. The number in its name says how many
              elements of the platform it stands for: the model runs one for all that are alike.
            </p>
          )}
        </div>
      )}
    </div>
  );
}

const comparison = (open: KnownSplit, other: KnownSplit): string =>
  `${configurationsInWords([open.values])} against ${configurationsInWords([other.values])}: ${differenceInWords(open.split, other.split)}.`;

const isAmong = (optima: readonly Configuration[], values: Configuration): boolean =>
  optima.some((one) => keyOf(one) === keyOf(values));

function alone({ values, split }: KnownSplit, optima: readonly Configuration[]): string {
  const words = configurationsInWords([values]);
  const time = count(split.time, 'tick');
  return isAmong(optima, values)
    ? `${words} takes ${time}, the least. Click another cell of the map to compare.`
    : `${words} takes ${time}.`;
}

function groupOf({ values, split }: KnownSplit, by: 'process' | 'class'): BarGroup {
  const title = `${configurationsInWords([values])}: ${count(split.time, 'tick')}`;
  const classes =
    by === 'class'
      ? classesOf(split)
      : split.elements.map(({ label, ...rest }) => ({ labels: [label], ...rest }));
  return { title, rows: classes.map((one) => ({ label: classInWords(one), ticks: one.ticks })) };
}

/** An element of one of the configurations. */
interface ElementRow {
  readonly values: Configuration;
  readonly split: TimeSplit;
  readonly element: TimeSplit['elements'][number];
}

const COLUMNS: readonly Column<ElementRow>[] = [
  { head: 'configuration', value: ({ values }) => configurationsInWords([values]) },
  {
    head: 'element',
    value: ({ element: { label, apart } }) => (apart ? `${label}, ${apart}` : label),
  },
  { head: 'stands for', kind: 'number', value: ({ element }) => element.count },
  ...TIME_PARTS.map((part): Column<ElementRow> => ({
    head: STATE_WORDS[part].name,
    kind: 'number',
    value: ({ element }) => element.ticks[part],
  })),
  { head: 'ticks', kind: 'number', value: ({ split }) => split.time },
  { head: 'barriers', kind: 'number', value: ({ element }) => element.barriers },
];
