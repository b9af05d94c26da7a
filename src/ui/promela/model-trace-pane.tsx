import { Button } from 'react-aria-components';
import type { ModelOpening } from '../../session/index.ts';
import { ModelRun } from '../model-run/model-run.tsx';
import { configurationsInWords } from '../shared/format.ts';
import { showModelPlace } from '../shared/opened.ts';
import { FillButton } from '../shared/pane-frame.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';

/** The run of a model of its own: one that a search has found, or a simulation. */
export function ModelTracePane() {
  const view = useSessionState(({ modelRun }) => modelRun);
  const text = useSessionState(({ model }) => model.document?.text ?? '');
  const opening = useSessionState(({ model }) => model.opening);
  const { simulateModel, showTrailAgain, cancelTunedRun, closeTunedRun } = useCommands();
  const { trace, title, phase, message } = view;
  const isOpening = opening.phase === 'running' || opening.phase === 'failed';
  const isShown = trace !== undefined && !isOpening;
  const onLine = (line: number): void => showModelPlace(offsetOf(text, line));
  return (
    <section className="pane model-run" aria-label="Run of the model">
      {!isShown && (
        <header className="pane-head">
          <h2>{title === '' ? 'Run of the model' : title}</h2>
          <span className="spacer" />
          <FillButton id="trace" />
        </header>
      )}
      {isOpening ? (
        <Opening opening={opening} onCancel={cancelTunedRun} onClose={closeTunedRun} />
      ) : isShown ? (
        <ModelRun
          fill={<FillButton id="trace" />}
          view={{ ...view, trace }}
          onSimulate={simulateModel}
          onBack={showTrailAgain}
          onLine={onLine}
        />
      ) : phase === 'loading' ? (
        <PanelMessage icon="hourglass" title="SPIN follows the run" />
      ) : phase === 'failed' ? (
        <PanelMessage icon="warning" title="The run cannot be shown">
          {message}
        </PanelMessage>
      ) : (
        <PanelMessage icon="schedules" title="No run yet">
          A check that finds an error opens here the run that leads to it. Or have SPIN run the
          model:
          <span className="run-begin">
            <Button className="button" onPress={() => simulateModel({ choices: [] })}>
              Choose the steps myself
            </Button>
            <Button className="button" onPress={() => simulateModel({ seed: 1 })}>
              Let SPIN choose
            </Button>
          </span>
        </PanelMessage>
      )}
    </section>
  );
}

/** A run of a configuration that is searched for, or that there is none of. */
function Opening({
  opening: { phase, values, message },
  onCancel,
  onClose,
}: {
  readonly opening: ModelOpening;
  readonly onCancel: () => void;
  readonly onClose: () => void;
}) {
  const isRunning = phase === 'running';
  return (
    <PanelMessage
      icon={isRunning ? 'hourglass' : 'warning'}
      title={isRunning ? 'SPIN searches for a run' : 'This configuration has no run to show'}
    >
      {isRunning ? `With ${configurationsInWords([values])}.` : message}
      <span className="run-begin">
        <Button className="button" onPress={isRunning ? onCancel : onClose}>
          {isRunning ? 'Cancel' : 'Close'}
        </Button>
      </span>
    </PanelMessage>
  );
}

/** Where a line begins. */
function offsetOf(text: string, line: number): number {
  let at = 0;
  for (let each = 1; each < line; each += 1) {
    const end = text.indexOf('\n', at);
    if (end < 0) return at;
    at = end + 1;
  }
  return at;
}
