import { whole } from '../../base/words.ts';

/** SI prefixes of powers of 1,000; larger numbers use an exponent. */
const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
/** Below, a number is written out: `99,999` is as short as `100 k`. */
const WRITTEN_OUT = 100_000;
/** Between a number and its prefix: they stay in one line. */
const SPACE = '\u00a0';

const figures = (most: number) => new Intl.NumberFormat('en', { maximumSignificantDigits: most });
const THREE = figures(3);

const thousandsOf = (value: number): number =>
  Math.max(0, Math.min(PREFIXES.length - 1, Math.floor(Math.log10(value) / 3 + 1e-12)));

/** `800`, `12,345`, `1.2 M`, `550 G`; a hover or table has the whole number. */
export function short(value: number | bigint): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return String(value);
  const size = Math.abs(number);
  if (size < WRITTEN_OUT) {
    return Number.isInteger(number) || size >= 1000 ? whole(number) : THREE.format(number);
  }
  const rounded = Number(size.toPrecision(3));
  const thousands = thousandsOf(rounded);
  if (rounded >= 1e21) return Number(number).toExponential(2).replace('e+', ' × 10^');
  return `${THREE.format(number / 1000 ** thousands)}${SPACE}${PREFIXES[thousands] ?? ''}`;
}

/** Axis marks with one prefix, as precise as needed: `0`, `250 G`, `500 G`. */
export function axisWords(marks: readonly number[]): (value: number) => string {
  const most = Math.max(0, ...marks.map(Math.abs));
  if (most < WRITTEN_OUT || most >= 1e21) return short;
  const thousands = thousandsOf(most);
  const unit = 1000 ** thousands;
  const steps = marks.slice(1).map((mark, index) => Math.abs(mark - (marks[index] ?? 0)));
  const least = Math.min(unit, ...steps.filter((step) => step > 0));
  const digits = Math.min(12, Math.max(0, Math.ceil(-Math.log10(least / unit) - 1e-9) + 1));
  const format = new Intl.NumberFormat('en', { maximumFractionDigits: digits });
  return (value) =>
    value === 0 ? '0' : `${format.format(value / unit)}${SPACE}${PREFIXES[thousands] ?? ''}`;
}

/** Written out if it fits the letters, else short. */
export function fitting(value: number | bigint, letters: number): string {
  const full = whole(value);
  return full.length <= letters ? full : short(value);
}
