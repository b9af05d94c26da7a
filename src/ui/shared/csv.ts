export type Cell = string | number | bigint;

/** A table for a file: a head and rows of the same length. */
export interface Sheet {
  readonly head: readonly string[];
  readonly rows: Iterable<readonly Cell[]>;
}

/** Comma-separated values (RFC 4180). */
export function toCsv({ head, rows }: Sheet): string {
  const lines = [head.map(quoted).join(',')];
  for (const row of rows) lines.push(row.map(quoted).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

function quoted(value: Cell): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
