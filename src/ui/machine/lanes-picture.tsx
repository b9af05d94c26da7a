import type { Machine, WarpAccess } from '../../device/index.ts';
import { laneWords, layOutLanes } from './lanes-layout.ts';
import './lanes-picture.css';

interface Props {
  readonly access: WarpAccess;
  readonly machine: Pick<Machine, 'line'>;
}

const SIZE = 20;
const LEFT = 56;
const TOP = 20;

/** Lanes of a warp on memory banks or cache lines. Each word has its lane's number. */
export function LanesPicture({ access, machine }: Props) {
  const words = laneWords(access);
  const layout = layOutLanes(access, machine);
  if (!layout) return <p className="lanes-words note">{words}</p>;
  const { kind, columns, rows, cells, more } = layout;
  const width = LEFT + columns * SIZE + 1;
  const height = TOP + rows * SIZE + 1;
  const marks = [0, 0.25, 0.5, 0.75].map((part) => Math.round(part * columns));
  return (
    <figure className="lanes">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={words}
        data-testid="lanes-picture"
      >
        <text className="lanes-mark" x={0} y={TOP - 6}>
          {kind === 'banks' ? 'bank' : 'word'}
        </text>
        {[...marks, columns - 1].map((column) => (
          <text
            key={column}
            className="lanes-mark"
            x={LEFT + (column + 0.5) * SIZE}
            y={TOP - 6}
            textAnchor="middle"
          >
            {column}
          </text>
        ))}
        {Array.from({ length: rows }, (_, row) => (
          <text key={row} className="lanes-mark" x={0} y={TOP + row * SIZE + 15}>
            {kind === 'banks' ? `turn ${row + 1}` : `line ${row + 1}`}
          </text>
        ))}
        <path className="lanes-grid" d={gridOf(columns, rows)} />
        {cells.map(({ column, row, lanes, address, waits }) => (
          <g key={address}>
            <rect
              className={waits ? 'lanes-cell waits' : 'lanes-cell'}
              x={LEFT + column * SIZE + 1}
              y={TOP + row * SIZE + 1}
              width={SIZE - 2}
              height={SIZE - 2}
              rx={2}
            />
            <text
              className={waits ? 'lanes-number waits' : 'lanes-number'}
              x={LEFT + (column + 0.5) * SIZE}
              y={TOP + row * SIZE + 14.5}
              textAnchor="middle"
            >
              {lanes.length > 1 ? `×${lanes.length}` : lanes[0]}
            </text>
            <title>{`bytes ${address} to ${address + 3}: lane ${lanes.join(', ')}`}</title>
          </g>
        ))}
      </svg>
      <figcaption className="lanes-words note">
        {words}
        {more > 0 && ` ${more} more ${kind === 'banks' ? 'turns' : 'lines'} are not shown.`}
      </figcaption>
    </figure>
  );
}

/** The borders of all cells as one path. */
function gridOf(columns: number, rows: number): string {
  const down = Array.from(
    { length: columns + 1 },
    (_, at) => `M${LEFT + at * SIZE} ${TOP}v${rows * SIZE}`,
  );
  const across = Array.from(
    { length: rows + 1 },
    (_, at) => `M${LEFT} ${TOP + at * SIZE}h${columns * SIZE}`,
  );
  return [...down, ...across].join('');
}
