import type { ResultsView } from '../../session/index.ts';
import { count, whole } from '../shared/format.ts';
import { configurationsInWords } from '../shared/configuration-words.ts';
import { STATUS_WORDS } from '../shared/status-words.ts';
import type { MapData } from './map-data.ts';

/** What is known of a cell, line by line. */
export interface CellWords {
  readonly title: string;
  /** `584 ticks`; absent where there is no time. */
  readonly time?: string;
  /** `the fastest`, `1.30 times the fastest` */
  readonly rank?: string;
  readonly status?: keyof typeof STATUS_WORDS;
  /** The constraint an invalid cell breaks. */
  readonly reason?: string;
  /** What else the cell stands for. */
  readonly others?: string;
}

export function wordsOf(data: MapData, results: ResultsView, cell: number): CellWords {
  const { table } = results;
  const row = data.rows[cell] ?? -1;
  const axes: Record<string, number> = { [data.x]: data.xs[cell % data.xs.length] ?? 0 };
  if (data.y !== undefined) axes[data.y] = data.ys[Math.floor(cell / data.xs.length)] ?? 0;
  if (row < 0) return { title: configurationsInWords([axes]), reason: 'Nothing is known yet' };
  const time = table.time(row);
  const reason = table.reason(row);
  const counted = data.counts[cell] ?? 1;
  const factor = (data.times[cell] ?? 0) / data.least;
  return {
    title: configurationsInWords([time === undefined && counted > 1 ? axes : table.values(row)]),
    status: table.status(row),
    ...(time !== undefined && {
      time: `${whole(time)} ticks`,
      rank: factor === 1 ? 'the fastest here' : `${times(factor)} times the fastest`,
    }),
    ...(reason !== undefined && { reason }),
    ...(counted > 1 && { others: `the fastest of ${count(counted, 'configuration')}` }),
  };
}

/** Never `1.00` for what is slower. */
const times = (factor: number): string => (factor < 1.005 ? 'a little over 1' : factor.toFixed(2));

/** The same in one sentence, for those who hear it. */
export function cellInWords(data: MapData, results: ResultsView, cell: number): string {
  const { title, time, rank, status, reason, others } = wordsOf(data, results, cell);
  const word = status && STATUS_WORDS[status].word;
  return [title, time, rank, word, reason, others].filter((part) => part !== undefined).join(', ');
}
