import { isFast } from './cursor.ts';
import { inWords } from './event-words.ts';
import type { KernelLines } from './kernel-lines.ts';
import { LineLink } from './line-link.tsx';
import { promelaOf } from './promela-words.ts';
import { useCurrentEvent, useTraceState, useTraceView } from './trace-state.ts';

/** The event at the cursor in words, with the line of the kernel, and on demand the statement of the model. It is
 * announced while somebody steps or plays slowly. */
export function Sentence({ lines }: { readonly lines: KernelLines }) {
  const trace = useTraceState(({ layout }) => layout?.trace);
  const index = useTraceState(({ seen }) => seen.event);
  const fast = useTraceState(isFast);
  const promela = useTraceView((state) => state.promela ?? false);
  const event = useCurrentEvent();
  const words = trace && event ? inWords(trace, index, lines) : '';
  return (
    <div className="trace-sentence" title={words}>
      <p>
        {/* It is there before there is a run, so that what comes into it is announced. */}
        <span data-testid="trace-sentence" role="status" aria-live={fast ? 'off' : 'polite'}>
          {words}
        </span>
        {event?.kernel && <LineLink span={event.kernel} lines={lines} />}
      </p>
      {promela && trace && event && <code className="statement">{promelaOf(trace, index)}</code>}
    </div>
  );
}
