import { useMemo } from 'react';
import { whole } from '../../base/words.ts';
import { type Cell, memoryAt, valueInWords } from '../../trace/index.ts';
import type { TracedArray, ValueTrace } from '../../values/index.ts';
import { useTraceState } from '../trace/trace-state.ts';

/** Memory at the cursor, cell by cell. */
export function Memory({ trace }: { readonly trace: ValueTrace }) {
  // The run's first event is its beginning.
  const at = useTraceState(({ seen }) => seen.event) - 1;
  const memory = useMemo(() => memoryAt(trace, at), [trace, at]);
  return (
    <div className="value-memory" tabIndex={0} role="group" aria-label="Memory">
      {trace.arrays.map((array, index) => (
        <ArrayView
          key={index}
          array={array}
          cells={memory.arrays[index] ?? []}
          trace={trace}
          at={at}
          index={index}
        />
      ))}
    </div>
  );
}

interface Shown {
  readonly trace: ValueTrace;
  /** Index of the event; -1 before the first. */
  readonly at: number;
}

/** Cells shown of an array. */
const MOST_CELLS = 1024;

interface ArrayProps extends Shown {
  readonly array: TracedArray;
  readonly cells: readonly Cell[];
  readonly index: number;
}

/** An array, cell by cell: its value, and who wrote it last. */
function ArrayView({ array, cells, trace, at, index }: ArrayProps) {
  const { name, space, group, item, columns } = array;
  const whose =
    item !== undefined
      ? `of item ${item}, group ${group ?? 0}`
      : group !== undefined
        ? `of group ${group}`
        : '';
  const now = trace.events[at];
  const other = at === trace.wrong?.event ? trace.events[trace.wrong.other ?? -1] : undefined;
  const isTouchedBy = (event: typeof now, cell: number): boolean =>
    event !== undefined && 'array' in event && event.array === index && event.cell === cell;
  const shown = Array.from({ length: Math.min(cells.length, MOST_CELLS) }, (_, cell) => cell);
  return (
    <figure className="value-array">
      <figcaption>
        <code>{name}</code> <span className="soft-text">{[space, whose].join(' ')}</span>
      </figcaption>
      <div
        className="value-cells"
        style={
          columns === undefined ? undefined : { gridTemplateColumns: `repeat(${columns}, auto)` }
        }
      >
        {shown.map((cell) => (
          <CellView
            key={cell}
            name={name}
            place={cell}
            cell={cells[cell] ?? { value: undefined }}
            isBeyond={cell >= array.cells.length}
            isNow={isTouchedBy(now, cell)}
            isWrong={
              isTouchedBy(other, cell) || (at === trace.wrong?.event && isTouchedBy(now, cell))
            }
          />
        ))}
      </div>
      {cells.length > MOST_CELLS && (
        <p className="soft-text">and {whole(cells.length - MOST_CELLS)} more</p>
      )}
    </figure>
  );
}

interface CellProps {
  readonly name: string;
  readonly place: number;
  readonly cell: Cell;
  readonly isBeyond: boolean;
  readonly isNow: boolean;
  readonly isWrong: boolean;
}

function CellView({ name, place, cell, isBeyond, isNow, isWrong }: CellProps) {
  const { value, writer, reader } = cell;
  const who = ({ group, item }: { readonly group: number; readonly item: number }): string =>
    item < 0 ? `group ${group}` : `item ${item}, group ${group}`;
  const title = [
    `${name}[${place}]${isBeyond ? ', beyond the end' : ''}`,
    writer ? `written by ${who(writer)}` : undefined,
    reader ? `read by ${who(reader)}` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join('\n');
  const classes = ['value-cell', isNow && 'now', isWrong && 'wrong', isBeyond && 'beyond'];
  return (
    <span className={classes.filter(Boolean).join(' ')} title={title}>
      <small className="value-place">{place}</small>
      <span>{valueInWords(value)}</span>
      <small className="value-who">
        {writer ? `w${writer.item < 0 ? '' : writer.item}` : ''}
        {reader ? ` r${reader.item < 0 ? '' : reader.item}` : ''}
      </small>
    </span>
  );
}
