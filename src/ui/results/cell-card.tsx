import type { RefObject } from 'react';
import type { ResultsView } from '../../session/run/results-table.ts';
import type { Box } from '../drawing/brush.ts';
import { configurationsInWords, count, whole } from '../../base/words.ts';
import { HoverCard } from '../shared/hover-card.tsx';
import { STATUS_WORDS } from '../shared/status-words.ts';
import { StatusWord } from '../shared/table.tsx';
import type { MapData } from './map-data.ts';
import type { Metric } from './map-metric.ts';

/** Known facts of a cell, one a line. */
function wordsOf(
  data: MapData,
  { table }: ResultsView,
  metric: Metric,
  cell: number,
  spoiled?: string,
) {
  const { x, y, xs, ys } = data;
  const row = data.rows[cell] ?? -1;
  const axes: Record<string, number> = { [x]: xs[cell % xs.length] ?? 0 };
  if (y !== undefined) axes[y] = ys[Math.floor(cell / xs.length)] ?? 0;
  if (row < 0) return { title: configurationsInWords([axes]), reason: 'Nothing is known yet' };
  const time = table.time(row);
  const counted = data.counts[cell] ?? 1;
  const factor = (data.times[cell] ?? 0) / data.least;
  // Never `1.00` for what is slower.
  const times = factor < 1.005 ? 'a little over 1' : factor.toFixed(2);
  const best = metric.objective === undefined ? 'fastest' : 'best';
  const isFactor = metric.objective === undefined || factor === 1;
  return {
    title: configurationsInWords([time === undefined && counted > 1 ? axes : table.values(row)]),
    time:
      time === undefined
        ? undefined
        : metric.objective === undefined
          ? `${whole(time)} ticks`
          : `${metric.objective} = ${whole(time)}`,
    shown:
      metric.id === 'model' || Number.isNaN(factor)
        ? undefined
        : `${metric.name} ${metric.words(data.times[cell] ?? 0)}`,
    rank:
      time === undefined || metric.id === 'ratio' || Number.isNaN(factor) || !isFactor
        ? undefined
        : factor === 1
          ? `the ${best} here`
          : `${times} times the fastest`,
    status: table.status(row),
    spoiled,
    reason: table.reason(row),
    others: counted > 1 ? `the ${best} of ${count(counted, 'configuration')}` : undefined,
  };
}

/** The same in one sentence, for those who hear it. */
export function cellInWords(...where: Parameters<typeof wordsOf>): string {
  const { title, time, shown, rank, status, spoiled, reason, others } = wordsOf(...where);
  const word = status && STATUS_WORDS[status].word;
  const but = spoiled === undefined ? undefined : `but ${spoiled}`;
  return [title, time, shown, rank, word, but, reason, others]
    .filter((part) => part !== undefined)
    .join(', ');
}

interface Props {
  readonly data: MapData;
  readonly results: ResultsView;
  readonly metric: Metric;
  /** Faults of the kernel itself. */
  readonly spoiled: string | undefined;
  readonly cell: number;
  readonly frame: RefObject<HTMLElement | null>;
  readonly box: Box;
  /** Offered for a configuration with a time. */
  readonly hint: string;
}

/** A card beside the hovered or focused cell. */
export function CellCard({ data, results, metric, spoiled, cell, frame, box, hint }: Props) {
  const words = wordsOf(data, results, metric, cell);
  const { title, time, shown, rank, status, reason, others } = words;
  const lines = [
    ...(time === undefined ? [] : [[time, shown, rank].filter(isThere).join(', ')]),
    ...[reason, others].filter(isThere),
  ];
  return (
    <HoverCard {...{ frame, box, title, lines }} hint={time === undefined ? undefined : hint}>
      {status && <StatusWord words={STATUS_WORDS[status]} spoiled={spoiled} />}
    </HoverCard>
  );
}

const isThere = (part: string | undefined): part is string => part !== undefined;
