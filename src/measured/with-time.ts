import type { ColumnMap } from './beside.ts';
import { type Measured, UNITS } from './measured.ts';
import { numberOf } from './table.ts';

/** A configuration that somebody measured by hand. */
export interface Typed {
  readonly values: Readonly<Record<string, number>>;
  /** Milliseconds; it failed without. */
  readonly time?: number | undefined;
}

/** Why a time typed in is missing. */
const FAILED = 'said to have failed';

/** An empty table for the times of a kernel. */
export const emptyTable = (parameters: readonly string[]): Measured => ({
  format: 'csv',
  unit: 'ms',
  columns: parameters.map((name) => ({ name, values: new Float64Array(0) })),
  times: new Float64Array(0),
  reasons: new Uint16Array(0),
  texts: [''],
  notes: [],
});

/** The table with one more time, or with another for a configuration that it has. Columns that are
 * no parameter's have no number there. */
export function withTime(data: Measured, map: ColumnMap, { values, time }: Typed): Measured {
  const parameterOf = new Map([...map].map(([parameter, column]) => [column, parameter]));
  const cells = data.columns.map(({ name }) => values[parameterOf.get(name) ?? ''] ?? Number.NaN);
  const used = data.columns.flatMap((column, at) =>
    parameterOf.has(column.name) ? [{ column, cell: cells[at] }] : [],
  );
  const known = data.times.findIndex((_, row) =>
    used.every(({ column, cell }) => column.values[row] === cell),
  );
  const texts = data.texts.includes(FAILED) ? data.texts : [...data.texts, FAILED];
  const reason = time === undefined ? texts.indexOf(FAILED) : 0;
  const row = known < 0 ? data.times.length : known;
  const size = Math.max(row + 1, data.times.length);
  return {
    ...data,
    texts,
    columns: data.columns.map((column, at) => ({
      ...column,
      values:
        known < 0
          ? placed(column.values, new Float64Array(size), row, cells[at] ?? Number.NaN)
          : column.values,
    })),
    times: placed(data.times, new Float64Array(size), row, time ?? Number.NaN),
    reasons: placed(data.reasons, new Uint16Array(size), row, reason),
  };
}

/** A time as somebody types it, in milliseconds without a unit; `failed` for a failure. Undefined
 * for anything else. */
export function typedTime(text: string): { readonly time?: number } | undefined {
  const said = text.trim().toLowerCase().replaceAll(',', '.');
  if (said === 'failed') return {};
  const [, amount = '', name = 'ms'] = /^(\S+?)\s*(ns|us|µs|μs|ms|s)?$/.exec(said) ?? [];
  const value = numberOf(amount);
  const unit = Object.entries(UNITS).find(([id]) => id === name.replace(/^[µμ]/, 'u'))?.[1];
  return value !== undefined && value > 0 && unit !== undefined
    ? { time: value * unit }
    : undefined;
}

function placed<A extends Float64Array | Uint16Array>(
  from: A,
  to: A,
  at: number,
  value: number,
): A {
  to.set(from);
  to[at] = value;
  return to;
}
