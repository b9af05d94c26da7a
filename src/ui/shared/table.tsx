import type { Key, ReactNode, RefObject } from 'react';
import { Icon } from './icons.tsx';
import { whole } from './format.ts';
import type { StatusWord as Words } from './status-words.ts';

type Cell = string | number | bigint;

/** A column, on the page and in a file. */
export interface Column<Row> {
  readonly head: string;
  /** What the file has; absent: the column stands on the page only. */
  readonly value?: (row: Row) => Cell;
  /** Its head in a file, where that is another. */
  readonly file?: string;
  /** What the page shows; absent: the value. */
  readonly cell?: (row: Row) => ReactNode;
  /** Numbers stand to the right, and what takes the rest of the width to the left. */
  readonly kind?: 'number' | 'rest';
  /** Of the cells alone. */
  readonly className?: string;
  /** The class of a mark before the head. */
  readonly mark?: string;
  /** The head is for those who hear it. */
  readonly isHeadHidden?: boolean;
  readonly isInFileOnly?: boolean;
}

/** Rows as they stand in a file: comma-separated values (RFC 4180). Words that a spreadsheet would take for a
 * formula have an apostrophe before them. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): string {
  const kept = columns.flatMap(({ head, file = head, value }) => (value ? [{ file, value }] : []));
  const lines = [kept.map(({ file }) => quoted(file)).join(',')];
  for (const row of rows) lines.push(kept.map(({ value }) => quoted(value(row))).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

function quoted(value: Cell): string {
  const text = typeof value === 'string' && isFormula(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Whether a spreadsheet would compute a cell: one that begins with = + - @, or with a blank and then these. A
 * number may have a sign. */
const isFormula = (text: string): boolean =>
  /^\s*[=+\-@]|^[\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Absent: rows are only ever added at the end, so that their places name them. */
  readonly keyOf?: (row: Row) => Key;
  /** Where the rows are some of many: the place of the first of them, and how many there are in all. */
  readonly part?: { readonly first: number; readonly of: number };
  readonly frame?: RefObject<HTMLDivElement | null>;
  readonly className?: string;
  readonly testId?: string;
  /** The last row, always in sight. */
  readonly foot?: ReactNode;
  /** What stands below the table. */
  readonly children?: ReactNode;
}

/** Height of a row of a long table, in CSS pixels (see results-pane.css). */
export const ROW_HEIGHT = 23;

export function Table<Row>(props: Props<Row>) {
  const { label, rows, keyOf, part, frame, className = '', testId, foot, children } = props;
  const columns = props.columns.filter(({ isInFileOnly }) => !isInFileOnly);
  const first = part?.first ?? 0;
  const left = part ? part.of - first - rows.length : 0;
  return (
    <div ref={frame} className="table-frame" tabIndex={0} role="group" aria-label={label}>
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
                <td key={head} className={kind === 'number' ? `number ${own}` : own}>
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
  /** What is wrong with the kernel itself. */
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
