import { EVENT } from '../../session/index.ts';
import { whole } from '../shared/format.ts';
import { inWords } from './message-words.ts';
import { usePlayback, playback } from './playback.ts';
import type { SequenceLayout } from './sequence-layout.ts';

interface Props {
  readonly layout: SequenceLayout;
  /** For assistive technology alone: the chart beside it says the same. */
  readonly hidden?: boolean;
}

/** Events before and after the cursor that are told. */
const AROUND = 6;

/** The events near the cursor, in words. */
export function EventList({ layout, hidden = false }: Props) {
  const position = usePlayback((state) => state.seen.position);
  const { trace, stops } = layout;
  const first = Math.max(0, position - AROUND);
  const near = [...stops.subarray(first, position + AROUND + 1)];
  return (
    <ol
      className={hidden ? 'visually-hidden' : 'event-list'}
      start={first + 1}
      aria-label="Events near the cursor"
    >
      {near.map((index, offset) => {
        const words = inWords(trace, trace.event(index));
        const isCurrent = first + offset === position;
        const kind = trace.columns.kind[index] === EVENT.message ? trace.messageAt(index) : 'other';
        return (
          <li
            key={index}
            className={`event event-${kind}${isCurrent ? ' now' : ''}`}
            aria-current={isCurrent ? 'step' : undefined}
          >
            {hidden ? (
              `tick ${whole(trace.tickAt(index))}: ${words}`
            ) : (
              <button
                type="button"
                className="event-button"
                onClick={() => playback().seek(first + offset)}
              >
                <span className="event-tick">{whole(trace.tickAt(index))}</span>
                {words}
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
