import { whole } from '../../base/words.ts';
import { type KernelLines, RUN_EVENT } from '../../trace/index.ts';
import type { SequenceLayout } from './sequence-layout.ts';

interface Props {
  readonly layout: SequenceLayout;
  /** The stop at the cursor. */
  readonly position: number;
  readonly lines: KernelLines;
  /** Shows the model's statements below the words. */
  readonly promela?: boolean;
  /** Absent where the list is for assistive technology alone: the chart beside it says the same. */
  readonly onSeek?: (position: number) => void;
}

/** Steps before and after the cursor that are told. */
const AROUND = 8;

/** The steps near the cursor, in words. */
export function EventList({ layout, position, lines, promela = false, onSeek }: Props) {
  const { run, stops } = layout;
  const { columns, timed, loop } = run;
  const first = Math.max(0, position - AROUND);
  const near = stops.slice(first, position + AROUND + 1);
  return (
    <ol
      className={onSeek ? 'event-list' : 'visually-hidden'}
      start={first + 1}
      aria-label="Steps near the cursor"
    >
      {near.map((event, offset) => {
        const at = first + offset;
        const words = run.wordsAt(event, lines);
        const number = whole(timed ? timed.tickAt(event) : run.numberAt(event));
        const isCurrent = at === position;
        const isWrong = markIsWrong(run, event);
        const isMessage = timed && columns.kind[event] === RUN_EVENT.message;
        const kind = isMessage ? run.messageAt(event) : 'other';
        return (
          <li
            key={event}
            className={`event event-${kind}${isWrong ? ' wrong' : ''}${isCurrent ? ' now' : ''}`}
            aria-current={isCurrent ? 'step' : undefined}
          >
            {onSeek ? (
              <button type="button" className="event-button" onClick={() => onSeek(at)}>
                <span className="event-tick">{number}</span>
                <span>
                  {loop?.first === event && <em className="run-loop-word">Cycle begins. </em>}
                  {words}
                  {promela && <code className="statement">{run.statementAt(event)}</code>}
                </span>
              </button>
            ) : (
              `${timed ? 'tick' : 'step'} ${number}: ${words}${loop?.first === event ? ', where the cycle begins' : ''}`
            )}
          </li>
        );
      })}
    </ol>
  );
}

function markIsWrong(run: SequenceLayout['run'], event: number): boolean {
  const mark = run.markAt(event);
  return mark.kind === 'step' && mark.isWrong === true;
}
