import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import {
  type Configuration,
  keyOf,
  type ListedConfiguration,
  showConfiguration,
} from '../../tuning/index.ts';
import { whole } from '../../base/words.ts';
import { usePicking } from './picking.ts';
import './pick-map.css';

/** The map before any time is known, to pick a cell from. */
export function PickMap() {
  const { cells, words, picked, known, onPick } = usePicking();
  const { columns, rows, at } = useMemo(() => gridOf(cells), [cells]);
  const [first = ''] = Object.keys(cells[0]?.values ?? {});
  return (
    <div className="pick-map column" role="group" aria-label="Configurations to pick from">
      <p className="pick-words strong-text">{words}</p>
      <div className="pick-scroll fills">
        <table>
          <thead>
            <tr>
              <th aria-hidden="true" />
              {columns.map((value) => (
                <th key={value} scope="col">
                  {first} {value}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {columns.map((value) => {
                  const cell = at(value, row);
                  return (
                    <td key={value}>
                      {cell && (
                        <PickCell
                          cell={cell}
                          isPicked={picked !== undefined && keyOf(picked) === keyOf(cell.values)}
                          time={known.get(keyOf(cell.values))}
                          onPick={onPick}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function PickCell({
  cell: { values, reason },
  isPicked,
  time,
  onPick,
}: {
  readonly cell: ListedConfiguration;
  readonly isPicked: boolean;
  readonly time: number | bigint | undefined;
  readonly onPick: (values: Configuration) => void;
}) {
  const name = showConfiguration(values);
  const said = time === undefined ? '?' : whole(time);
  return (
    <span title={reason === undefined ? name : `${name} cannot run: ${reason}`}>
      <Button
        className={isPicked ? 'pick-cell picked' : 'pick-cell'}
        aria-label={`${name}${time === undefined ? '' : `, ${said} ticks`}`}
        aria-pressed={isPicked}
        isDisabled={reason !== undefined}
        onPress={() => onPick(values)}
      >
        {reason === undefined ? said : '–'}
      </Button>
    </span>
  );
}

/** Columns by the first parameter, rows by all others. */
function gridOf(cells: readonly ListedConfiguration[]) {
  const columns = new Set<number>();
  const rows = new Set<string>();
  const places = new Map<string, ListedConfiguration>();
  for (const cell of cells) {
    const [head, ...rest] = Object.entries(cell.values);
    const row = showConfiguration(Object.fromEntries(rest));
    columns.add(head?.[1] ?? 0);
    rows.add(row);
    places.set(`${head?.[1] ?? 0} ${row}`, cell);
  }
  return {
    columns: [...columns].toSorted((a, b) => a - b),
    rows: [...rows],
    at: (column: number, row: string) => places.get(`${column} ${row}`),
  };
}
