import { Button } from 'react-aria-components';
import type { KernelLines } from '../../trace/index.ts';
import { isFast } from './cursor.ts';
import { LineLink } from './line-link.tsx';
import { useCurrentPlace, useTraceState, useTraceView } from './trace-state.ts';

interface Props {
  readonly lines: KernelLines;
  /** Shows a line of the model; absent where that is not what the run is of. */
  readonly onLine?: ((line: number) => void) | undefined;
}

/** The step at the cursor in words, with its line and statement. It is read out unless the run plays fast. */
export function Sentence({ lines, onLine }: Props) {
  const run = useTraceState(({ layout }) => layout?.run);
  const event = useTraceState(({ seen }) => seen.event);
  const fast = useTraceState(isFast);
  const promela = useTraceView((state) => state.promela ?? false);
  const place = useCurrentPlace();
  const isThere = run !== undefined && event < run.count;
  const words = isThere ? run.wordsAt(event, lines) : '';
  const line = place?.line ?? 0;
  return (
    <div className="trace-sentence" title={words}>
      <p>
        {/* It is there before there is a run, so that what comes into it is announced. */}
        <span data-testid="trace-sentence" role="status" aria-live={fast ? 'off' : 'polite'}>
          {words}
        </span>
        {place?.kernel && <LineLink span={place.kernel} lines={lines} />}
        {onLine && line > 0 && (
          <Button className="button link" onPress={() => onLine(line)}>
            {`line ${line}`}
          </Button>
        )}
        {isThere &&
          run.notesAt(event).map(({ words: note, isWrong }) => (
            <span key={note} className={isWrong ? 'trace-note wrong' : 'trace-note'}>
              {note}
            </span>
          ))}
      </p>
      {promela && isThere && <code className="statement">{run.statementAt(event)}</code>}
    </div>
  );
}
