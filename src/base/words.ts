const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** `1,234,567` */
export const whole = (value: number | bigint): string => WHOLE.format(value);

/** A sentence's beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `1 tick`, `584 ticks` */
export const count = (value: number | bigint, one: string, many = `${one}s`): string =>
  `${whole(value)} ${Number(value) === 1 ? one : many}`;

/** `24 ticks slower`, `as fast`; negative is faster. */
export const slowerInWords = (by: number | bigint): string =>
  Number(by) === 0
    ? 'as fast'
    : `${count(by < 0 ? -by : by, 'tick')} ${by < 0 ? 'faster' : 'slower'}`;

/** `pex 0 × 62` for several, `pex 0` alone. */
export const timesInWords = (name: string, times: number): string =>
  times > 1 ? `${name} × ${whole(times)}` : name;

/** Three figures: `0.02 s`, `4.31 s`, `128 s`. */
export function seconds(value: number): string {
  if (value >= 100) return `${whole(value)} s`;
  if (value >= 10) return `${value.toFixed(1)} s`;
  return `${value.toFixed(2)} s`;
}

/** Megabytes: `0.9 MB`, `41 MB`. */
export const megabytes = (value: number): string =>
  `${value < 10 ? value.toFixed(1) : whole(value)} MB`;

/** `1 element`, `4096 elements`: as code writes it. */
export const elementsLong = (length: number | string): string =>
  `${length} element${String(length) === '1' ? '' : 's'}`;

/** Megabytes of 10^6 bytes, as browsers count. */
export const bytes = (value: number): string => megabytes(value / 1e6);

/** `84 %` of a share from 0 to 1. */
export const roundPercent = (share: number): string => `${Math.round(100 * share)} %`;

/** `83.5 %` of a share from 0 to 1. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** `0.554`, `31.2`, `1,240` */
export const threeFigures = (value: number): string =>
  value >= 100 ? whole(value) : String(Number(value.toPrecision(3)));

/** Three figures: `0.554 ms`, `31.2 ms`, `1,240 ms`. */
export const milliseconds = (value: number): string => `${threeFigures(value)} ms`;

const AND = new Intl.ListFormat('en-GB');

/** `4`, `4 and 8`, `2, 4 and 8` */
export const together = (words: readonly string[]): string => AND.format(words);

/** `pex 0, pex 1 and 4 more`, or all if few. */
export const listed = (words: readonly string[], most: number): string =>
  AND.format(
    words.length <= most + 1
      ? words
      : [...words.slice(0, most), `${whole(words.length - most)} more`],
  );

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `4`, `4 or 8`, `2, 4 or 8` */
export const alternatives = (words: readonly string[]): string => OR.format(words);

/** Merges configurations that differ in the last parameter: `WG 16, TS 4 or 8`. */
export function configurationsInWords(
  configurations: readonly Readonly<Record<string, number>>[],
): string {
  const groups = new Map<string, { head: string; name: string; values: string[] }>();
  for (const configuration of configurations) {
    const entries = Object.entries(configuration);
    const last = entries.at(-1);
    if (!last) continue;
    const head = entries
      .slice(0, -1)
      .map(([name, value]) => `${name} ${whole(value)}, `)
      .join('');
    const [name, value] = last;
    const group = groups.get(head + name) ?? { head, name, values: [] };
    group.values.push(whole(value));
    groups.set(head + name, group);
  }
  return [...groups.values()]
    .map(({ head, name, values }) => `${head}${name} ${alternatives(values)}`)
    .join('; ');
}

/** `WG 16, TS 4` */
export const valuesInWords = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${whole(value)}`)
    .join(', ');
