import type { ResultsView } from '../../session/index.ts';
import type { MapData } from './map-data.ts';
import { wordsOf } from './map-words.ts';
import { StatusWord } from '../shared/table.tsx';
import type { Box } from '../drawing/brush.ts';

interface Props {
  readonly data: MapData;
  readonly results: ResultsView;
  readonly cell: number;
  readonly box: Box;
  readonly room: { readonly width: number; readonly height: number };
}

const WIDTH = 220;

/** What is known of the cell under the pointer or with the focus, beside it. */
export function CellCard({ data, results, cell, box, room }: Props) {
  const { title, time, rank, status, reason, others } = wordsOf(data, results, cell);
  const right = box.x + box.width + 6;
  const left = right + WIDTH <= room.width ? right : Math.max(0, box.x - WIDTH - 6);
  // At the end of the map nearer to the cell, so that the card never leaves the panel.
  const below = box.y + box.height / 2 < room.height / 2;
  const vertical = below
    ? { top: Math.max(0, box.y) }
    : { bottom: Math.max(0, room.height - box.y - box.height) };
  return (
    <div className="cell-card" style={{ left, width: WIDTH, ...vertical }} aria-hidden="true">
      <strong>{title}</strong>
      {time !== undefined && (
        <span>
          {time}, {rank}
        </span>
      )}
      {status && <StatusWord status={status} />}
      {reason !== undefined && <span className="cell-reason">{reason}</span>}
      {others !== undefined && <span>{others}</span>}
      {time !== undefined && (
        <span className="cell-hint">
          Click or Enter opens its trace, S searches all its schedules
        </span>
      )}
    </div>
  );
}
