import * as v from 'valibot';
import type { Format, Measured, Unit } from './measured.ts';
import { MOST_COLUMNS } from './table.ts';

const text = v.pipe(v.string(), v.maxLength(100_000));
const named = v.fallback(v.optional(text), undefined);

/** Validates stored measurements. */
export const measuredSchema: v.GenericSchema<unknown, Measured> = v.pipe(
  v.object({
    format: v.picklist(['t4', 'kernel-tuner', 'ktt', 'csv'] satisfies Format[]),
    device: named,
    kernel: named,
    unit: v.picklist(['ns', 'us', 'ms', 's'] satisfies Unit[]),
    columns: v.pipe(
      v.array(
        v.object({
          name: text,
          values: v.instance(Float64Array),
          words: v.optional(v.array(text)),
        }),
      ),
      v.maxLength(MOST_COLUMNS),
    ),
    times: v.instance(Float64Array),
    reasons: v.instance(Uint16Array),
    texts: v.array(text),
    notes: v.array(text),
  }),
  v.check(
    ({ columns, times, reasons, texts }) =>
      columns.every(({ values }) => values.length === times.length) &&
      reasons.length === times.length &&
      reasons.every((index) => index < texts.length),
    'the columns do not fit each other',
  ),
);
