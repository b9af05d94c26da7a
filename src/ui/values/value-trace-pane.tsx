import { useEffect, useMemo, useRef } from 'react';
import { Button } from 'react-aria-components';
import type { TracedArray, ValueTrace } from '../../session/index.ts';
import { configurationsInWords, whole } from '../shared/format.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { FillButton } from '../shared/pane-frame.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { FINDING_WORDS } from '../shared/verdict-words.ts';
import { type Cell, eventInWords, isSameItem, memoryAt, valueInWords } from './memory-at.ts';
import { moveTo, openTrace, useValueCursor } from './value-cursor.ts';
import './value-trace-pane.css';

/** How a finding comes about: memory cell by cell, who read and wrote it last, and the steps around. */
export function ValueTracePane() {
  const view = useSessionState((state) => state.valueTrace);
  const { closeValueTrace } = useCommands();
  const { trace: opened, at } = useValueCursor();
  useEffect(() => {
    openTrace(view.trace);
    return () => openTrace(undefined);
  }, [view.trace]);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = pane.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, []);
  const { finding } = view;
  const trace = opened === view.trace ? opened : undefined;
  return (
    <section ref={pane} className="value-trace" aria-label="How it goes wrong">
      <header className="value-head">
        <strong>{finding ? FINDING_WORDS[finding.kind] : STEERED}</strong>
        <span className="grow" title={finding?.message}>
          {finding?.message}
        </span>
        <span className="values-soft">
          {finding && configurationsInWords([finding.configuration])}
        </span>
        <Button className="button small" onPress={closeValueTrace}>
          Close
        </Button>
        <FillButton id="trace" />
      </header>
      {trace ? (
        <Opened trace={trace} at={at} />
      ) : view.phase === 'failed' ? (
        <PanelMessage icon="warning" title="It cannot be shown">
          {view.message}
        </PanelMessage>
      ) : (
        <PanelMessage icon="hourglass" title="SPIN follows its way to it">
          The first time a verifier is compiled for this kernel, which takes some seconds.
        </PanelMessage>
      )}
    </section>
  );
}

/** What stands above a run that leads to no finding. */
const STEERED = 'The order that you choose';

/** The keys of the counterexample: one step, and to the ends. */
function onKey(event: KeyboardEvent): void {
  const { trace, at } = useValueCursor.getState();
  if (!trace || event.target instanceof HTMLInputElement) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: -1, End: trace.events.length - 1 }[
    event.key
  ];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  moveTo(to);
}

interface Shown {
  readonly trace: ValueTrace;
  readonly at: number;
}

function Opened({ trace, at }: Shown) {
  const { events, arrays, wrong } = trace;
  const memory = useMemo(() => memoryAt(trace, at), [trace, at]);
  const now = events[at];
  return (
    <>
      <div className="value-steps" role="group" aria-label="Steps">
        <IconButton icon="first" label="To the beginning" onPress={() => moveTo(-1)} />
        <IconButton icon="back" label="One step back" onPress={() => moveTo(at - 1)} />
        <IconButton icon="forward" label="One step on" onPress={() => moveTo(at + 1)} />
        <IconButton icon="last" label="To the end" onPress={() => moveTo(events.length - 1)} />
        <input
          className="slider"
          type="range"
          aria-label="Step"
          aria-valuetext={`step ${at + 1} of ${events.length}`}
          min={-1}
          max={events.length - 1}
          value={at}
          onChange={(event) => moveTo(Number(event.target.value))}
        />
        <span className="value-count">
          step {whole(at + 1)} of {whole(events.length)}
        </span>
        {wrong?.other !== undefined && (
          <Button className="button small" onPress={() => moveTo(wrong.other ?? at)}>
            First access
          </Button>
        )}
        {wrong && (
          <Button className="button small" onPress={() => moveTo(wrong.event)}>
            Where it goes wrong
          </Button>
        )}
      </div>
      <p className="value-now" role="status" data-testid="value-now">
        {now ? `${eventInWords(trace, now)}.` : 'Nothing has happened yet.'}
      </p>
      <div className="value-body">
        <div className="value-memory" tabIndex={0} role="group" aria-label="Memory">
          {arrays.map((array, index) => (
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
        <div className="value-side">
          <Variables variables={memory.variables} />
          <Events trace={trace} at={at} />
        </div>
      </div>
    </>
  );
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
        <code>{name}</code> <span className="values-soft">{[space, whose].join(' ')}</span>
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
        <p className="values-soft">and {whole(cells.length - MOST_CELLS)} more</p>
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

function Variables({ variables }: { readonly variables: ReadonlyMap<string, number | bigint> }) {
  if (variables.size === 0) return null;
  return (
    <dl className="value-variables" aria-label="Variables of the work-item">
      {[...variables].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{valueInWords(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Steps shown before and after the one at the cursor. */
const AROUND = 60;

function Events({ trace, at }: Shown) {
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const { events, wrong } = trace;
  const first = Math.max(0, at - AROUND);
  const now = events[at];
  return (
    <ol className="value-events" start={first + 1} aria-label="Steps of the run" tabIndex={0}>
      {events.slice(first, at + AROUND).map((event, offset) => {
        const index = first + offset;
        const isWrong = index === wrong?.event || index === wrong?.other;
        const classes = [
          isWrong && 'wrong',
          now && isSameItem(event, now) && 'same',
          index === at && 'now',
        ];
        return (
          <li
            key={index}
            ref={index === at ? current : null}
            className={classes.filter(Boolean).join(' ')}
            aria-current={index === at ? 'step' : undefined}
          >
            <Button className="button link" onPress={() => moveTo(index)}>
              {eventInWords(trace, event)}
            </Button>
          </li>
        );
      })}
    </ol>
  );
}
