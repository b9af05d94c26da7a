import { type Ticks, ticks } from '../base/ticks.ts';
import type { PrintedColumns } from '../spin/columns.ts';
import type { Configuration, FinishTable } from '../tuning/index.ts';

/** The paths that a verifier reported, as the strategies see them: `time` and the parameters by name. */
export function finishTable(columns: PrintedColumns | undefined): FinishTable {
  const { names = [], rows = 0, values = new BigInt64Array() } = columns ?? {};
  const time = names.indexOf('time');
  const at = (row: number, column: number): bigint => values[row * names.length + column] ?? 0n;
  return {
    size: rows,
    time: (row): Ticks => ticks(at(row, time)),
    values: (row): Configuration =>
      Object.fromEntries(
        names.flatMap((name, column) => (column === time ? [] : [[name, Number(at(row, column))]])),
      ),
  };
}
