import { timelineOf } from '../../trace/index.ts';
import { Legend } from '../trace/legend.tsx';
import { OnlyButton } from '../trace/only-button.tsx';
import { PlaybackBar } from '../trace/playback-bar.tsx';
import '../trace/trace-pane.css';
import { useTraceState } from '../trace/trace-state.ts';

/** The player and its step in words, where the platform fills the window. */
export function StageControls() {
  const run = useTraceState(({ layout }) => layout?.run);
  const event = useTraceState(({ seen }) => seen.event);
  return (
    <>
      <PlaybackBar />
      <div className="stage-words">
        <p className="stage-sentence">{run && event < run.count ? run.wordsAt(event) : ''}</p>
        <OnlyButton />
      </div>
    </>
  );
}

export function StageLegend() {
  const timed = useTraceState(({ layout }) => layout?.run.timed);
  return <footer className="trace-foot">{timed && <Legend timeline={timelineOf(timed)} />}</footer>;
}
