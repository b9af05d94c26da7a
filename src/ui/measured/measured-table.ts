import { type Beside, failureOf, type Measured } from '../../measured/index.ts';
import type { Column } from '../shared/table.tsx';

/** A configuration that was measured. */
interface MeasuredRow {
  readonly row: number;
  readonly measured: number;
  readonly model?: number | undefined;
  readonly reason?: string | undefined;
}

/** All that were measured, the fastest first and failed ones last. */
export function measuredRows(data: Measured, beside: Beside | undefined): readonly MeasuredRow[] {
  const models = new Map(beside?.points.map(({ row, model }) => [row, model]));
  for (const { row, model } of beside?.failed ?? [])
    if (model !== undefined) models.set(row, model);
  const rows = Array.from(data.times, (measured, row): MeasuredRow => {
    return { row, measured, model: models.get(row), reason: failureOf(data, row) };
  });
  const place = ({ measured }: MeasuredRow): number =>
    Number.isNaN(measured) ? Infinity : measured;
  return rows.sort((left, right) => {
    const [one, other] = [place(left), place(right)];
    return one === other ? left.row - right.row : one - other;
  });
}

export const measuredColumns = (data: Measured): Column<MeasuredRow>[] => [
  ...data.columns.map(({ name, values, words }): Column<MeasuredRow> => ({
    head: name,
    kind: 'number',
    value: ({ row }) => words?.[values[row] ?? 0] ?? values[row] ?? '',
  })),
  {
    head: 'ms',
    file: 'measured_ms',
    kind: 'number',
    value: ({ measured }) => (Number.isNaN(measured) ? '' : Number(measured.toPrecision(6))),
    cell: ({ measured }) =>
      Number.isNaN(measured) ? '–' : String(Number(measured.toPrecision(4))),
  },
  { head: 'ticks', file: 'model_time', kind: 'number', value: ({ model }) => model ?? '' },
  { head: 'reason', kind: 'rest', value: ({ reason }) => reason ?? '' },
];
