import { useMemo, useRef } from 'react';
import { Button } from 'react-aria-components';
import type { Configuration, ConfigurationResult, ResultsView } from '../../session/index.ts';
import { count, whole } from '../shared/format.ts';
import { type Column, StatusWord, Table } from '../shared/table.tsx';
import { fastestFirst } from './table-order.ts';
import { useRowsInSight } from './window-rows.ts';

/** Configurations as they stand in a table, and in a file. */
export const configurationColumns = (
  names: readonly string[],
  fewest?: ConfigurationResult['time'],
  onOpen?: (values: Configuration) => void,
): Column<ConfigurationResult>[] => [
  ...names.map((name): Column<ConfigurationResult> => ({
    head: name,
    kind: 'number',
    value: ({ values }) => values[name] ?? '',
  })),
  {
    head: 'ticks',
    kind: 'number',
    value: ({ time }) => time ?? '',
    cell: ({ time, values }) =>
      time === undefined ? (
        '–'
      ) : (
        <Button
          className={time === fewest ? 'cell-button best' : 'cell-button'}
          onPress={() => onOpen?.(values)}
          aria-label={`${whole(time)}, open its trace`}
        >
          {whole(time)}
        </Button>
      ),
  },
  {
    head: 'status',
    kind: 'rest',
    value: ({ status }) => status,
    cell: ({ status, reason }) => (
      <>
        <StatusWord status={status} />
        {reason !== undefined && <span className="table-reason">{reason}</span>}
      </>
    ),
  },
  { head: 'reason', value: ({ reason }) => reason ?? '', isInFileOnly: true },
];

interface Props {
  readonly results: ResultsView;
  readonly onOpen: (values: Configuration) => void;
}

/** Configurations with their times, fastest first; those that cannot run come last, with the reason.
 * Only rows in sight are in the page. */
export function ConfigurationsTable({ results, onOpen }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const order = useMemo(() => fastestFirst(results), [results]);
  const [first, last] = useRowsInSight(frame, order.length);
  const { table, names, size } = results;
  return (
    <Table
      label="Table of configurations"
      frame={frame}
      columns={configurationColumns(names, table.time(order[0] ?? -1), onOpen)}
      rows={Array.from(order.subarray(first, last), (row) => table.result(row))}
      part={{ first, of: order.length }}
    >
      {order.length < size && (
        <p className="table-note">
          The fastest {whole(order.length)} of {count(size, 'configuration')}; the CSV file has all
          of them.
        </p>
      )}
    </Table>
  );
}
