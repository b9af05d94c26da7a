import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { ResultsView } from '../../session/run/results-table.ts';
import type { Configuration, ConfigurationResult } from '../../tuning/index.ts';
import { count, whole } from '../../base/words.ts';
import { useSize } from '../shared/hooks.ts';
import { STATUS_WORDS } from '../shared/status-words.ts';
import { type Column, ROW_HEIGHT, StatusWord, Table } from '../shared/table.tsx';

type Valued = Pick<ConfigurationResult, 'values'>;

/** A column for each parameter. */
export const parameterColumns = <Row extends Valued>(names: readonly string[]): Column<Row>[] =>
  names.map((name) => ({ head: name, kind: 'number', value: ({ values }) => values[name] ?? '' }));

interface TimeProps {
  readonly time: NonNullable<ConfigurationResult['time']>;
  readonly isBest?: boolean;
  readonly onPress: () => void;
}

/** A time that opens its trace. */
export const TimeButton = ({ time, isBest = false, onPress }: TimeProps) => (
  <Button
    className={isBest ? 'cell-button best' : 'cell-button'}
    onPress={onPress}
    aria-label={`${whole(time)}, open its trace`}
  >
    {whole(time)}
  </Button>
);

/** Configurations as they stand in a table, and in a file. */
export const configurationColumns = (
  names: readonly string[],
  fewest?: ConfigurationResult['time'],
  onOpen?: (values: Configuration) => void,
  spoiled?: string,
): Column<ConfigurationResult>[] => [
  ...parameterColumns<ConfigurationResult>(names),
  {
    head: 'ticks',
    kind: 'number',
    value: ({ time }) => time ?? '',
    cell: ({ time, values }) =>
      time === undefined ? (
        '–'
      ) : (
        <TimeButton time={time} isBest={time === fewest} onPress={() => onOpen?.(values)} />
      ),
  },
  {
    head: 'status',
    kind: 'rest',
    value: ({ status }) => status,
    cell: ({ status, reason }) => (
      <>
        <StatusWord words={STATUS_WORDS[status]} spoiled={spoiled} />
        {reason !== undefined && <span className="table-reason soft-text">{reason}</span>}
      </>
    ),
  },
  { head: 'reason', value: ({ reason }) => reason ?? '', isInFileOnly: true },
];

interface Props {
  readonly results: ResultsView;
  readonly onOpen: (values: Configuration) => void;
  /** Faults of the kernel itself. */
  readonly spoiled?: string | undefined;
}

/** Configurations, fastest first; invalid ones last with the reason. Only visible rows are rendered. */
export function ConfigurationsTable({ results, spoiled, onOpen }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const order = useMemo(() => fastestFirst(results), [results]);
  const [first, last] = useRowsInSight(frame, order.length);
  const { table, names, size } = results;
  return (
    <Table
      label="Table of configurations"
      frame={frame}
      columns={configurationColumns(names, table.time(order[0] ?? -1), onOpen, spoiled)}
      rows={Array.from(order.subarray(first, last), (row) => table.result(row))}
      part={{ first, of: order.length }}
    >
      {order.length < size && (
        <p className="table-note note">
          The fastest {whole(order.length)} of {count(size, 'configuration')}; the CSV file has all
          of them.
        </p>
      )}
    </Table>
  );
}

/** Nobody scrolls further, and the file has all. */
const MOST_SORTED = 20_000;

/** Fastest first, then those without a time; cut for very many. */
export function fastestFirst({ table, size }: ResultsView): Uint32Array {
  const times = table.times();
  let limit = Infinity;
  if (size > MOST_SORTED) {
    // NaN sorts last in a typed array.
    const sorted = times.slice(0, size).sort();
    limit = sorted[MOST_SORTED - 1] ?? Infinity;
  }
  const timed: number[] = [];
  const others: number[] = [];
  for (let row = 0; row < size; row += 1) {
    const time = times[row] ?? Number.NaN;
    if (Number.isNaN(time)) {
      if (others.length < MOST_SORTED) others.push(row);
    } else if (time <= limit && timed.length < 2 * MOST_SORTED) timed.push(row);
  }
  timed.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
  return Uint32Array.from([...timed, ...others].slice(0, Math.min(size, MOST_SORTED)));
}

/** Rows on either side of those in sight. */
const MARGIN = 12;

/** The visible rows of a long table and a margin. `frame` scrolls. */
function useRowsInSight(
  frame: RefObject<HTMLElement | null>,
  rows: number,
): readonly [number, number] {
  const [sight, setSight] = useState<readonly [number, number]>([0, 60]);
  const { height } = useSize(frame);
  useEffect(() => {
    const node = frame.current;
    if (!node) return undefined;
    const look = (): void => {
      const first = Math.max(0, Math.floor(node.scrollTop / ROW_HEIGHT) - MARGIN);
      const last = Math.ceil((node.scrollTop + node.clientHeight) / ROW_HEIGHT) + MARGIN;
      setSight((old) => (old[0] === first && old[1] === last ? old : [first, last]));
    };
    look();
    node.addEventListener('scroll', look, { passive: true });
    return () => node.removeEventListener('scroll', look);
  }, [frame, height]);
  return [Math.min(sight[0], rows), Math.min(sight[1], rows)];
}
