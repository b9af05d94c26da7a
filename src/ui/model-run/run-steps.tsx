import type { ModelTrace } from '../../session/index.ts';
import { whole } from '../shared/format.ts';
import { stepInWords } from './run-words.ts';

interface Props {
  readonly trace: ModelTrace;
  /** The stop at the cursor. */
  readonly position: number;
  /** Absent where the list is for assistive technology alone: the chart beside it says the same. */
  readonly onSeek?: (position: number) => void;
}

/** Steps before and after the cursor that are told. */
const AROUND = 8;

/** The steps near the cursor, in words. */
export function RunSteps({ trace, position, onSeek }: Props) {
  const first = Math.max(0, position - AROUND);
  const near = trace.stops.slice(first, position + AROUND + 1);
  return (
    <ol
      className={onSeek ? 'event-list' : 'visually-hidden'}
      start={first + 1}
      aria-label="Steps near the cursor"
    >
      {near.map((step, offset) => {
        const at = first + offset;
        const isCurrent = at === position;
        const words = stepInWords(trace, step);
        const isLoop = trace.loop?.first === step;
        return (
          <li
            key={step}
            className={isCurrent ? 'event now' : 'event'}
            aria-current={isCurrent ? 'step' : undefined}
          >
            {onSeek ? (
              <button type="button" className="event-button" onClick={() => onSeek(at)}>
                <span className="event-tick">{whole(at + 1)}</span>
                <span>
                  {isLoop && <em className="run-loop-word">Cycle begins. </em>}
                  {words}
                </span>
              </button>
            ) : (
              `step ${whole(at + 1)}: ${words}${isLoop ? ', where the cycle begins' : ''}`
            )}
          </li>
        );
      })}
    </ol>
  );
}
