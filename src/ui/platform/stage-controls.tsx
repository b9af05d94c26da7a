import { Legend } from '../trace/legend.tsx';
import { inWords } from '../trace/event-words.ts';
import { OnlyButton } from '../trace/only-button.tsx';
import { PlaybackBar } from '../trace/playback-bar.tsx';
import { useTraceState } from '../trace/trace-state.ts';

/** What plays the run, and its present step in words, where the platform fills the window. */
export function StageControls() {
  const trace = useTraceState(({ layout }) => layout?.trace);
  const event = useTraceState(({ seen }) => seen.event);
  return (
    <>
      <PlaybackBar />
      <div className="stage-words">
        <p className="stage-sentence">
          {trace && event < trace.count ? inWords(trace, event) : ''}
        </p>
        <OnlyButton />
      </div>
    </>
  );
}

/** What the colours mean. */
export function StageLegend() {
  const timeline = useTraceState((state) => state.timeline);
  return <footer className="trace-foot">{timeline && <Legend timeline={timeline} />}</footer>;
}
