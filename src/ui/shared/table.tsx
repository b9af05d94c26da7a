import type { Key, ReactNode, RefObject } from 'react';
import { Icon } from './icons.tsx';
import { whole } from '../../base/words.ts';
import type { StatusWord as Words } from './status-words.ts';
import { csvCell } from '../../base/csv.ts';

type Cell = string | number | bigint;

/** A column, on the page and in a file. */
export interface Column<Row> {
  readonly head: string;
  /** In the file; absent for the page only. */
  readonly value?: (row: Row) => Cell;
  /** Its head in a file, where that is another. */
  readonly file?: string;
  /** On the page; the value by default. */
  readonly cell?: (row: Row) => ReactNode;
  /** Numbers align right; `rest` takes the remaining width. */
  readonly kind?: 'number' | 'rest';
  readonly className?: string;
  /** The class of a mark before the head. */
  readonly mark?: string;
  /** The head is for those who hear it. */
  readonly isHeadHidden?: boolean;
  readonly isInFileOnly?: boolean;
}

export function toCsv<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): string {
  const kept = columns.flatMap(({ head, file = head, value }) => (value ? [{ file, value }] : []));
  const lines = [kept.map(({ file }) => csvCell(file)).join(',')];
  for (const row of rows) lines.push(kept.map(({ value }) => csvCell(value(row))).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Absent: rows are only appended, so their index is the key. */
  readonly keyOf?: (row: Row) => Key;
  /** A part of the rows: its offset, and the total. */
  readonly part?: { readonly first: number; readonly of: number };
  readonly frame?: RefObject<HTMLDivElement | null>;
  readonly className?: string;
  readonly testId?: string;
  /** The last row, always in sight. */
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
}

/** In CSS pixels (see results-pane.css). */
export const ROW_HEIGHT = 23;

export function Table<Row>(props: Props<Row>) {
  const { label, rows, keyOf, part, frame, className = '', testId, foot, children } = props;
  const columns = props.columns.filter(({ isInFileOnly }) => !isInFileOnly);
  const first = part?.first ?? 0;
  const left = part ? part.of - first - rows.length : 0;
  return (
    <div
      ref={frame}
      className="table-frame ring-inside scrolls"
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <table
        className={`table ${className}`}
        aria-rowcount={part && part.of + 1}
        data-testid={testId}
      >
        <thead>
          <tr>
            {columns.map(({ head, kind, mark, isHeadHidden }) => (
              <th key={head} scope="col" className={kind}>
                {mark && <span className={mark} />}
                {isHeadHidden ? <span className="visually-hidden">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space rows={first} columns={columns.length} />
          {rows.map((row, index) => (
            <tr key={keyOf ? keyOf(row) : first + index} aria-rowindex={part && first + index + 2}>
              {columns.map(({ head, kind, className: own = '', value, cell }) => (
                <td key={head} className={`${kind ?? ''} ${own}`}>
                  {cell ? cell(row) : shown(value?.(row) ?? '')}
                </td>
              ))}
            </tr>
          ))}
          <Space rows={left} columns={columns.length} />
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
      {children}
    </div>
  );
}

const shown = (value: Cell): string => (typeof value === 'string' ? value : whole(value));

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

/** A status as it stands in a table or on a card. */
export function StatusWord({
  words,
  spoiled,
}: {
  readonly words: Words;
  /** Faults of the kernel itself. */
  readonly spoiled?: string | undefined;
}) {
  const { word, icon, tone } = words;
  return (
    <span className={`word tone-${spoiled === undefined ? tone : 'failed'}`}>
      <Icon name={spoiled === undefined ? icon : 'warning'} size={12} />
      {spoiled === undefined ? word : `${word}, but ${spoiled}`}
    </span>
  );
}
