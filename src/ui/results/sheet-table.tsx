import { whole } from '../shared/format.ts';
import type { Sheet } from './csv.ts';

interface Props {
  readonly label: string;
  readonly sheet: Sheet;
}

/** A short table as it stands in its file: numbers to the right, words to the left. */
export function SheetTable({ label, sheet }: Props) {
  const rows = [...sheet.rows];
  const isNumber = (column: number): boolean => typeof rows[0]?.[column] !== 'string';
  return (
    <div className="table-frame" tabIndex={0} role="group" aria-label={label}>
      <table className="table">
        <thead>
          <tr>
            {sheet.head.map((name, column) => (
              <th key={name} scope="col" className={isNumber(column) ? 'number' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((value, column) => (
                <td key={sheet.head[column]} className={isNumber(column) ? 'number' : ''}>
                  {typeof value === 'string' ? value : whole(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
