import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import * as v from 'valibot';
import { approximately } from '../../base/ticks.ts';
import { type Exporter, EXPORTERS } from '../../exchange/index.ts';
import type { Commands } from '../../session/core.ts';
import type { Derived } from '../../session/derive.ts';
import type { MeasuredView } from '../../session/measured/measured-view.ts';
import type { ResultsView } from '../../session/run/results-table.ts';
import type { Run } from '../../session/run/run.ts';
import { limitWithin, shortlisted } from '../../tuning/index.ts';
import { count, milliseconds, percent, whole } from '../../base/words.ts';
import { parameterColumns, TimeButton } from '../results/configurations-table.tsx';
import { keptStore } from '../shared/kept-store.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { type Column, Table } from '../shared/table.tsx';
import { saveMade } from '../workspace/exchange-actions.ts';
import './measured.css';
import { useComparison } from './use-comparison.ts';

const LEAST = 1;
const MOST = 2;

/** The user's margin, as a multiple of the minimum. */
const useMargin = keptStore(
  'overtime.shortlist',
  v.object({ within: v.pipe(v.number(), v.minValue(LEAST), v.maxValue(MOST)) }),
  { within: 1.05 },
);

interface Props extends Pick<Commands, 'showTraceOf' | 'setLevel' | 'tune' | 'exportedFile'> {
  readonly run: Run;
  readonly measured: MeasuredView;
  readonly derived: Derived;
}

/** A configuration within the margin. */
interface Row {
  readonly values: Readonly<Record<string, number>>;
  readonly time: number | bigint;
  /** Milliseconds, the least of those that the model takes for the same. */
  readonly measured?: number | undefined;
}

/** Rows of the table on the page. */
const MOST_ROWS = 500;

/** Configurations within a margin of the minimum, worth measuring. */
export function ShortlistView({ run, measured, derived, ...commands }: Props) {
  const { showTraceOf } = commands;
  const within = useMargin((state) => state.within);
  const { configurations: results, result } = run;
  const compared = useComparison(measured, results);
  const timed = useMemo(() => timedOf(results), [results]);
  const minTime = result?.minTime;
  const list = useMemo(
    () => (minTime === undefined ? [] : shortlisted(timed, limitWithin(minTime, within))),
    [timed, minTime, within],
  );
  const times = useMemo(() => {
    const known = new Map<string, number>();
    for (const { values, measured } of compared?.beside.points ?? []) {
      const key = keyOf(values);
      known.set(key, Math.min(measured, known.get(key) ?? Infinity));
    }
    return known;
  }, [compared]);
  if (minTime === undefined)
    return (
      <PanelMessage icon="list" title="Which configurations are worth measuring?">
        Press Tune: all within a margin of the minimum stand here, for other tools to measure.
      </PanelMessage>
    );
  // All were gone through: by one search for the times of all.
  const isProved =
    result?.status === 'proved' &&
    run.runs.some(({ purpose, verdict }) => purpose === 'census' && verdict === 'satisfied');
  // The method proves, and one search times all.
  const canProve =
    result?.status === 'proved' &&
    derived.obstacle === undefined &&
    derived.level !== 'accelerated';
  const rows = list.map((one): Row => ({ ...one, measured: times.get(keyOf(one.values)) }));
  const claim = `${count(list.length, 'configuration')} of ${whole(timed.length)} within ${percent(within - 1)} of ${count(minTime, 'tick')}`;
  const save = (exporter: Exporter): void => {
    const said = `${claim}, ${isProved ? 'proved' : 'not proved'}`;
    void saveMade(commands.exportedFile(exporter, { claim: said, configurations: list }));
  };
  return (
    <div className="results-view">
      <div className="view-tools row">
        <label className="shortlist-margin inline-row small-text">
          within
          <input
            type="range"
            min={LEAST}
            max={MOST}
            step={0.01}
            value={within}
            aria-valuetext={`${percent(within - 1)} more than the minimum`}
            onChange={({ target }) => useMargin.setState({ within: Number(target.value) })}
          />
          <output>{percent(within - 1)}</output>
        </label>
        <span className="spacer" />
        {LISTS.map((exporter) => (
          <Button
            key={exporter.id}
            className="button small"
            isDisabled={list.length === 0}
            aria-label={`Export the shortlist, ${exporter.label}`}
            onPress={() => save(exporter)}
          >
            {exporter.label}
          </Button>
        ))}
      </div>
      <p className="shortlist-claim" data-testid="shortlist-claim" role="status">
        {claim}: {isProved ? 'proved, no other is.' : notProved(result?.status === 'proved')}
        {bestMeasured(rows, compared?.beside.points)}
      </p>
      {!isProved && canProve && (
        <p className="shortlist-claim">
          At level accelerated one search proves the times of all.{' '}
          <Button
            className="button small"
            onPress={() => {
              commands.setLevel('accelerated');
              commands.tune();
            }}
          >
            Prove it
          </Button>
        </p>
      )}
      <Table
        label="Shortlist"
        columns={columnsOf(results.names, approximately(minTime), showTraceOf)}
        rows={rows.slice(0, MOST_ROWS)}
        keyOf={({ values }) => keyOf(values)}
      >
        {rows.length > MOST_ROWS && (
          <p className="table-note note">
            The first {MOST_ROWS}; the exported files have all of them.
          </p>
        )}
      </Table>
    </div>
  );
}

const LISTS = EXPORTERS.filter(({ of }) => of === 'list');

const notProved = (isMinimum: boolean): string =>
  `not proved. ${isMinimum ? 'The minimum is proved, but the' : 'The'} times of the others are those of single runs, so that some may be faster than is known.`;

const keyOf = (values: Row['values']): string => JSON.stringify(values);

const timedOf = (results: ResultsView) => [...results].filter(({ time }) => time !== undefined);

/** The fastest measured configuration of the list. */
function bestMeasured(
  rows: readonly Row[],
  points: readonly { readonly measured: number }[] | undefined,
): string {
  const least = (times: readonly (number | undefined)[]): number =>
    times.reduce<number>((best, time) => Math.min(best, time ?? Infinity), Infinity);
  const fastest = least(points?.map(({ measured }) => measured) ?? []);
  const listed = least(rows.map(({ measured }) => measured));
  if (!Number.isFinite(listed)) return '';
  return ` The best of it reaches ${percent(fastest / listed)} of the fastest measured.`;
}

const columnsOf = (
  names: readonly string[],
  minimum: number,
  onOpen: Props['showTraceOf'],
): Column<Row>[] => [
  ...parameterColumns<Row>(names),
  {
    head: 'ticks',
    kind: 'number',
    value: ({ time }) => time,
    cell: ({ time, values }) => <TimeButton time={time} onPress={() => onOpen(values)} />,
  },
  {
    head: '× minimum',
    kind: 'number',
    value: ({ time }) => (minimum === 0 ? '1.000' : (Number(time) / minimum).toFixed(3)),
  },
  {
    head: 'measured',
    kind: 'rest',
    value: ({ measured }) => (measured === undefined ? '' : milliseconds(measured)),
  },
];
