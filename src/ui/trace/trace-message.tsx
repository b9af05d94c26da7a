import type { SessionState } from '../../session/index.ts';
import { PanelMessage } from '../shared/panel-message.tsx';

interface Props {
  readonly view: SessionState['trace'];
  /** A search is going on, whose run will be shown. */
  readonly isRunning: boolean;
  readonly onRetry: (values: NonNullable<SessionState['trace']['values']>) => void;
}

/** What stands in the place of the charts while there is no run. */
export function TraceMessage({ view: { phase, message, values }, isRunning, onRetry }: Props) {
  if (phase === 'failed') {
    return (
      <PanelMessage icon="error" title="The run could not be shown">
        {message ?? 'Press Tune to search again.'}
        {values && (
          <>
            {' '}
            <button type="button" className="button link" onClick={() => onRetry(values)}>
              Try again
            </button>
          </>
        )}
      </PanelMessage>
    );
  }
  if (phase === 'loading' || phase === 'ready') {
    return <PanelMessage icon="hourglass" title="Replaying the run" />;
  }
  if (isRunning) {
    return (
      <PanelMessage icon="hourglass" title="No run yet">
        The fastest run that is found is shown here, step by step, when the search ends.
      </PanelMessage>
    );
  }
  return (
    <PanelMessage icon="play" title="No run yet">
      Press Tune: the fastest run that is found is shown here, step by step.
    </PanelMessage>
  );
}
