import { useMemo, useRef } from 'react';
import { Button } from 'react-aria-components';
import type { Configuration, ResultsView } from '../../session/index.ts';
import { count, whole } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { STATUS_WORDS } from '../shared/status-words.ts';
import { fastestFirst } from './table-order.ts';
import { ROW_HEIGHT, useRowsInSight } from './window-rows.ts';

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
  const { table, names } = results;
  const fewest = table.time(order[0] ?? -1);
  const columns = names.length + 2;
  const rows = Array.from(order.subarray(first, last));
  return (
    <div
      ref={frame}
      className="table-frame"
      tabIndex={0}
      role="group"
      aria-label="Table of configurations"
    >
      <table className="table" aria-rowcount={order.length + 1}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
            <th scope="col" className="number">
              ticks
            </th>
            <th scope="col" className="rest">
              status
            </th>
          </tr>
        </thead>
        <tbody>
          <Space rows={first} columns={columns} />
          {rows.map((row, index) => {
            const { values, time, status, reason } = table.result(row);
            const { word, icon, tone } = STATUS_WORDS[status];
            return (
              <tr key={row} aria-rowindex={first + index + 2}>
                {names.map((name) => (
                  <td key={name} className="number">
                    {whole(values[name] ?? 0)}
                  </td>
                ))}
                <td className={time !== undefined && time === fewest ? 'number best' : 'number'}>
                  {time === undefined ? (
                    '–'
                  ) : (
                    <Button
                      className="cell-button"
                      onPress={() => onOpen(values)}
                      aria-label={`${whole(time)}, open its trace`}
                    >
                      {whole(time)}
                    </Button>
                  )}
                </td>
                <td>
                  <span className={`word tone-${tone}`}>
                    <Icon name={icon} size={12} />
                    {word}
                  </span>
                  {reason !== undefined && <span className="table-reason">{reason}</span>}
                </td>
              </tr>
            );
          })}
          <Space rows={order.length - last} columns={columns} />
        </tbody>
      </table>
      {order.length < results.size && (
        <p className="table-note">
          The fastest {whole(order.length)} of {count(results.size, 'configuration')}; the CSV file
          has all of them.
        </p>
      )}
    </div>
  );
}

/** Room for rows that are not in sight. */
function Space({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height: rows * ROW_HEIGHT, padding: 0, border: 0 }}>
        {' '}
      </td>
    </tr>
  );
}
