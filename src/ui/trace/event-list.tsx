import { EVENT } from '../../session/index.ts';
import { whole } from '../shared/format.ts';
import { inWords } from './event-words.ts';
import type { KernelLines } from './kernel-lines.ts';
import { promelaOf } from './promela-words.ts';
import type { SequenceLayout } from './sequence-layout.ts';

interface Props {
  readonly layout: SequenceLayout;
  /** The stop at the cursor. */
  readonly position: number;
  readonly lines: KernelLines;
  /** Whether the model's statements stand below the words. */
  readonly promela?: boolean;
  /** Absent where the list is for assistive technology alone: the chart beside it says the same. */
  readonly onSeek?: (position: number) => void;
}

/** Events before and after the cursor that are told. */
const AROUND = 6;

/** The events near the cursor, in words. */
export function EventList({ layout, position, lines, promela = false, onSeek }: Props) {
  const { trace, stops } = layout;
  const first = Math.max(0, position - AROUND);
  const near = stops.slice(first, position + AROUND + 1);
  return (
    <ol
      className={onSeek ? 'event-list' : 'visually-hidden'}
      start={first + 1}
      aria-label="Events near the cursor"
    >
      {near.map((index, offset) => {
        const words = inWords(trace, index, lines);
        const tick = whole(trace.tickAt(index));
        const isCurrent = first + offset === position;
        const kind = trace.columns.kind[index] === EVENT.message ? trace.messageAt(index) : 'other';
        return (
          <li
            key={index}
            className={`event event-${kind}${isCurrent ? ' now' : ''}`}
            aria-current={isCurrent ? 'step' : undefined}
          >
            {onSeek ? (
              <button type="button" className="event-button" onClick={() => onSeek(first + offset)}>
                <span className="event-tick">{tick}</span>
                <span>
                  {words}
                  {promela && <code className="statement">{promelaOf(trace, index)}</code>}
                </span>
              </button>
            ) : (
              `tick ${tick}: ${words}`
            )}
          </li>
        );
      })}
    </ol>
  );
}
