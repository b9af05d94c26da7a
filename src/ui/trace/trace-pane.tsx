import { useEffect } from 'react';
import { Switch } from 'react-aria-components';
import { useSessionState } from '../shared/session-context.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { Legend } from './legend.tsx';
import { inWords, type MemorySpace } from './message-words.ts';
import { PlaybackControls } from './playback-controls.tsx';
import { useCurrentEvent, usePlayback } from './playback.ts';
import { SequenceChart } from './sequence-chart.tsx';
import './trace-pane.css';
import { usePlaying } from './use-playing.ts';

const SPACES: readonly MemorySpace[] = ['global', 'local', 'private'];

/** The counterexample: its controls, the current step in words, and the chart. */
export function TracePane() {
  const view = useSessionState((state) => state.trace);
  const running = useSessionState((state) => state.run.phase === 'running');
  const playback = usePlayback();
  const { layout, position } = playback;
  const event = useCurrentEvent();
  usePlaying();
  useEffect(() => usePlayback.getState().load(view.trace), [view.trace]);

  return (
    <section className="trace-pane" aria-label="Counterexample">
      <PlaybackControls
        steps={layout?.stops.length ?? 0}
        position={position}
        tick={event?.tick ?? 0}
        endTick={layout?.trace.endTick ?? 0}
        playing={playback.playing}
        speed={playback.speed}
        onSeek={playback.seek}
        onStep={playback.step}
        onPlaying={playback.setPlaying}
        onSpeed={playback.setSpeed}
      />
      <div className="trace-words">
        <p className="trace-sentence" data-testid="trace-sentence">
          {layout && event ? inWords(layout.trace, event) : ''}
        </p>
        <Legend spaces={SPACES} />
        <Switch className="switch" isSelected={playback.answers} onChange={playback.setAnswers}>
          <span className="switch-track" />
          wait answers
        </Switch>
      </div>
      <div className="trace-body">
        {layout && view.phase === 'ready' ? (
          <SequenceChart
            layout={layout}
            position={position}
            onSeekRow={(row) => playback.seek(firstStopInRow(layout.stopRow, row))}
          />
        ) : (
          <TraceMessage phase={view.phase} message={view.message} running={running} />
        )}
      </div>
    </section>
  );
}

/** The first stop of a row: the message itself, before the work it sets off. */
function firstStopInRow(stopRow: Int32Array, row: number): number {
  let low = 0;
  let high = stopRow.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stopRow[middle] ?? Infinity) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface MessageProps {
  readonly phase: 'none' | 'loading' | 'ready' | 'failed';
  readonly message: string | undefined;
  readonly running: boolean;
}

function TraceMessage({ phase, message, running }: MessageProps) {
  if (phase === 'failed') {
    return (
      <PanelMessage icon="error" title="The counterexample could not be replayed">
        {message ?? 'Press Tune to search again.'}
      </PanelMessage>
    );
  }
  if (phase === 'loading' || phase === 'ready') {
    return <PanelMessage icon="hourglass" title="Replaying the counterexample" />;
  }
  if (running) {
    return (
      <PanelMessage icon="hourglass" title="No counterexample yet">
        The fastest run found is replayed here when the search ends.
      </PanelMessage>
    );
  }
  return (
    <PanelMessage icon="play" title="No run to show yet">
      Press Tune: the fastest run is drawn here, message by message.
    </PanelMessage>
  );
}
