import { Button } from 'react-aria-components';
import { count } from '../../base/words.ts';
import type { Lesson } from '../../lessons/index.ts';
import { Icon } from '../shared/icons.tsx';
import { useProgress } from './kept-progress.ts';
import { pictureOf } from './puzzle-pictures.ts';

interface Props {
  readonly puzzle: Lesson;
  readonly number: number;
  readonly onBegin: () => void;
}

/** A puzzle in its chapter: solved ones have their colours, begun ones an edge. */
export function PuzzleEntry({ puzzle: { id, title, language }, number, onBegin }: Props) {
  const attempt = useProgress(({ lessons }) => lessons[id]?.['solve']);
  const state = attempt === undefined ? '' : attempt.done ? 'solved' : 'begun';
  return (
    <li lang={language}>
      <Button className={`puzzle-entry ${state}`} onPress={onBegin}>
        <Picture id={id} />
        <span>
          <span className="soft-text">{number}</span> {title}
        </span>
        <span className="note">
          {attempt?.done === true && (
            <>
              <Icon name="check" size={14} /> proved
            </>
          )}
          {attempt?.done === false && count(attempt.tries, 'try', 'tries')}
        </span>
      </Button>
    </li>
  );
}

const WIDTH = 150;
const HEIGHT = 84;
const CELL = 10;
/** From a cell to the next one. */
const STEP = 17;

function Picture({ id }: { readonly id: string }) {
  const rows = pictureOf(id);
  const down = (HEIGHT - CELL - 4) / Math.max(1, rows.length - 1);
  const top = (row: number): number => 2 + row * down;
  const left = (cells: number, cell: number): number =>
    WIDTH / 2 + (cell - (cells - 1) / 2) * STEP - CELL / 2;
  return (
    <svg className="puzzle-picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      {rows.map(({ cells, reads, isGate, space }, row) => {
        const above = rows[row - 1]?.cells ?? 0;
        const way = reads.map(
          ([from, to]) =>
            `M${left(above, from) + CELL / 2} ${top(row - 1) + CELL}L${left(cells, to) + CELL / 2} ${top(row)}`,
        );
        return (
          <g key={row}>
            <path d={way.join('')} />
            {isGate && (
              <path className="gate" d={`M6 ${top(row) - down / 2 + CELL / 2}H${WIDTH - 6}`} />
            )}
            {Array.from({ length: cells }, (_, cell) => (
              <rect
                key={cell}
                className={space}
                x={left(cells, cell)}
                y={top(row)}
                width={CELL}
                height={CELL}
                rx={2}
              />
            ))}
          </g>
        );
      })}
    </svg>
  );
}
