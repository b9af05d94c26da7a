/** JSON text; unlike `JSON.stringify` it writes bigints in full. */
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

/** Reads JSON; nothing where it is damaged. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
