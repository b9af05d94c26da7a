/** The JSON text of plain data. Unlike `JSON.stringify` it writes a bigint, as the whole number that it is:
 * JSON sets no limit to numbers, and those who need the last digits can read them. */
export function toJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).flatMap(([name, field]) =>
      field === undefined ? [] : [`${JSON.stringify(name)}:${toJson(field)}`],
    );
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
