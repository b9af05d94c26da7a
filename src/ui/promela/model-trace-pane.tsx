import { PanelMessage } from '../shared/panel-message.tsx';
import { FillButton } from '../shared/pane-frame.tsx';
import { useSessionState } from '../shared/session-context.tsx';

/** The run of a model of its own that a search has found. */
export function ModelTracePane() {
  const trail = useSessionState(({ model }) => model.trail);
  return (
    <section className="pane" aria-label="Run of the model">
      <header className="pane-head">
        <h2>{trail ? trail.title : 'Run of the model'}</h2>
        <span className="spacer" />
        <FillButton id="trace" />
      </header>
      <PanelMessage icon="schedules" title={trail ? trail.title : 'No run yet'}>
        A check that finds an error opens here the run that leads to it.
      </PanelMessage>
    </section>
  );
}
