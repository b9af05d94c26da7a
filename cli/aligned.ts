/** Rows as lines whose columns stand below each other. */
export function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    rows.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
