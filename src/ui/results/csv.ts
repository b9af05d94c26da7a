/** A table for a file: a head and rows of the same length. */
export interface Sheet {
  readonly head: readonly string[];
  readonly rows: Iterable<readonly (string | number | bigint)[]>;
}

/** Comma-separated values (RFC 4180). */
export function toCsv({ head, rows }: Sheet): string {
  const lines = [head.map(cell).join(',')];
  for (const row of rows) lines.push(row.map(cell).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

function cell(value: string | number | bigint): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
