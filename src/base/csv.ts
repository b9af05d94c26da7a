/** A cell of CSV (RFC 4180). An apostrophe precedes words that a spreadsheet would compute. */
export function csvCell(value: string | number | bigint): string {
  const text = typeof value === 'string' && isFormula(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Begins with = + - @, perhaps after a blank; signed numbers are fine. */
const isFormula = (text: string): boolean =>
  /^\s*[=+\-@]|^[\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);
