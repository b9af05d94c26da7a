import { PanelMessage } from '../shared/panel-message.tsx';
import type { TraceView } from '../../session/views/trace-view.ts';

interface Props {
  readonly view: TraceView;
  /** A search is going on, whose run will be shown. */
  readonly isRunning: boolean;
  /** The answer stands in a file, and nobody has asked to have it checked. */
  readonly isUnchecked: boolean;
  readonly onRetry: (values: NonNullable<TraceView['values']>) => void;
}

/** Shown instead of the charts while there is no run. */
export function TraceMessage({ view, isRunning, isUnchecked, onRetry }: Props) {
  const { phase, message, values } = view;
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
  if (phase === 'running' || phase === 'ended') {
    return <PanelMessage icon="hourglass" title="Replaying the run" />;
  }
  if (isRunning) {
    return (
      <PanelMessage icon="hourglass" title="No run yet">
        The fastest run that is found is shown here, step by step, when the search ends.
      </PanelMessage>
    );
  }
  if (isUnchecked) {
    return (
      <PanelMessage icon="play" title="The run of the file is not open">
        Press Check the proof again: it is followed then, and shown here, step by step.
      </PanelMessage>
    );
  }
  return (
    <PanelMessage icon="play" title="No run yet">
      Press Tune: the fastest run that is found is shown here, step by step.
    </PanelMessage>
  );
}
