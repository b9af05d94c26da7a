/** `answer.optima.0.WG`, a file in which it is another, and what it was. */
export function* changes(
  value: unknown,
  rebuild: (part: unknown) => unknown = (part) => part,
  path = '',
): Generator<readonly [string, unknown, unknown]> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      const within = (other: unknown): unknown =>
        rebuild(
          Array.isArray(value)
            ? value.map((one: unknown, at) => (String(at) === name ? other : one))
            : { ...value, [name]: other },
        );
      yield* changes(part, within, path === '' ? name : `${path}.${name}`);
    }
    return;
  }
  yield [path, rebuild(changed(value, path)), value];
}

/** Another value of the same form. */
function changed(value: unknown, path: string): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return !value;
  if (path === 'state.kernel' || path === 'state.model.text')
    return value.replace(/GMT \* TS|1 \.\. 4/, (found) => `${found} + 1`);
  if (/^[\da-f]{64}$/.test(value))
    return value.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  if (/^-?\d+$/.test(value)) return `${value}9`;
  if (value === 'satisfied') return 'violated';
  if (value === 'violated') return 'satisfied';
  return value.replace(/\w(?=\W*$)/, (last) => (last === '1' ? '2' : '1'));
}
