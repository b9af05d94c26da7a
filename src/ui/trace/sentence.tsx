import { Button } from 'react-aria-components';
import { stoppedIn } from '../../session/index.ts';
import { showPlace } from '../shared/opened.ts';
import { isFast } from './cursor.ts';
import { inWords } from './event-words.ts';
import type { KernelLine, KernelLines } from './kernel-lines.ts';
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
  if (!trace || !event) return <p className="trace-sentence" data-testid="trace-sentence" />;
  const words = inWords(trace, index, lines);
  const spans = event.kernel ? [event.kernel] : [];
  const places =
    event.kind === 'stuck' ? stoppedIn(trace).flatMap(({ span }) => span ?? []) : spans;
  return (
    <p className={event.kind === 'stuck' ? 'trace-sentence stuck' : 'trace-sentence'}>
      <span data-testid="trace-sentence" role="status" aria-live={fast ? 'off' : 'polite'}>
        {words}
      </span>
      {[...new Map(places.map((span) => [span.start, span])).values()]
        .slice(0, MOST_LINKS)
        .map((span) => {
          const line = lines.at(span);
          return line && <LineLink key={span.start} {...line} start={span.start} />;
        })}
      {promela && <code className="statement">{promelaOf(trace, index)}</code>}
    </p>
  );
}

/** Lines that are linked: a deadlock may have many. */
const MOST_LINKS = 3;

interface LinkProps extends KernelLine {
  readonly start: number;
}

/** Shows the line in the editor. */
function LineLink({ line, text, start }: LinkProps) {
  return (
    <Button
      className="button link"
      aria-label={`Show line ${line} of the kernel: ${text}`}
      onPress={() => showPlace(start)}
    >
      {`line ${line}`}
    </Button>
  );
}
