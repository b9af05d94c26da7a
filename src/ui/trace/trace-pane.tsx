import { useEffect, useMemo } from 'react';
import { ToggleButton } from 'react-aria-components';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { ElementState } from '../../session/index.ts';
import { Icon } from '../shared/icons.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { savedLayout } from '../shared/saved-layout.ts';
import { useMedia } from '../shared/use-media.ts';
import { Segmented } from '../shared/segmented.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { CompareButton, DifferenceLine, useTitle } from './compare-button.tsx';
import { FilterButton } from './filter-button.tsx';
import { FindField } from './find-field.tsx';
import { GanttChart } from './gantt-chart.tsx';
import { Inspector } from './inspector.tsx';
import { keepCursor } from './kept-cursor.ts';
import { Legend } from './legend.tsx';
import { inWords } from './message-words.ts';
import { PlaybackControls } from './playback-controls.tsx';
import { useCurrentEvent, usePlayback, playback } from './playback.ts';
import { SaveMenu } from './save-menu.tsx';
import { SequenceChart } from './sequence-chart.tsx';
import './trace-pane.css';
import { type Charts, traceView, useTraceView } from './trace-view.ts';
import { usePlaying } from './use-playing.ts';

const CHARTS: readonly { readonly id: Charts; readonly title: string }[] = [
  { id: 'messages', title: 'Messages' },
  { id: 'time', title: 'Time' },
  { id: 'both', title: 'Both' },
];

/** The counterexample: its controls, the current step in words, the charts, and what stands beside
 * them. All of them follow one cursor. */
export function TracePane() {
  const view = useSessionState((state) => state.trace);
  const layout = usePlayback((state) => state.layout);
  const kept = usePlayback((state) => state.kept);
  const charts = useTraceView((state) => state.charts);
  const inspector = useTraceView((state) => state.inspector);
  const { setCharts, setInspector } = traceView();
  usePlaying();
  useEffect(() => playback().load(view.trace), [view.trace]);
  useEffect(() => {
    const keep = (): void => {
      const { layout, event } = playback();
      if (layout) keepCursor(layout.trace, event);
    };
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);
  const ready = layout !== null && view.phase === 'ready';

  return (
    <section className="trace-pane" aria-label="Counterexample">
      <PlaybackControls />
      <div className="trace-words">
        <Sentence />
        <FindField />
        <FilterButton />
        <CompareButton />
        <SaveMenu />
        <Segmented label="Charts" options={CHARTS} value={charts} onChange={setCharts} />
        <ToggleButton
          className="icon-button"
          aria-label="Variables, events and simulation"
          isSelected={inspector}
          onChange={setInspector}
        >
          <Icon name="list" />
        </ToggleButton>
      </div>
      {kept && <DifferenceLine kept={kept} />}
      <div className="trace-body">
        {ready ? (
          <Charts charts={charts} inspector={inspector} />
        ) : (
          <TraceMessage phase={view.phase} message={view.message} />
        )}
      </div>
      {ready && <Footer />}
    </section>
  );
}

/** The event at the cursor in words. */
function Sentence() {
  const layout = usePlayback((state) => state.layout);
  const event = useCurrentEvent();
  return (
    <p className="trace-sentence" data-testid="trace-sentence">
      {layout && event ? inWords(layout.trace, event) : ''}
    </p>
  );
}

/** The charts that are wanted, side by side, and the inspector. */
function Charts({ charts, inspector }: { readonly charts: Charts; readonly inspector: boolean }) {
  const layout = usePlayback((state) => state.layout);
  const timeline = usePlayback((state) => state.timeline);
  const kept = usePlayback((state) => state.kept);
  const title = useTitle();
  // On a phone the charts stand one under the other.
  const stacked = useMedia('(max-width: 600px)');
  const panelIds = [
    ...(charts === 'time' ? [] : ['messages']),
    ...(charts === 'messages' ? [] : ['time']),
    ...(inspector ? ['inspector'] : []),
  ];
  const saved = savedLayout(stacked ? 'overtime-trace-stacked' : 'overtime-trace', panelIds, true);
  const tracks = useMemo(() => {
    if (!layout || !timeline) return [];
    const own = { trace: layout.trace, timeline };
    return kept && kept.trace !== layout.trace ? [{ ...own, title }, kept] : [own];
  }, [layout, timeline, kept, title]);
  if (!layout) return null;
  const panels = [
    ...(charts === 'time' ? [] : [{ id: 'messages', content: <SequenceChart layout={layout} /> }]),
    ...(charts === 'messages' ? [] : [{ id: 'time', content: <GanttChart tracks={tracks} /> }]),
    ...(inspector ? [{ id: 'inspector', content: <Inspector layout={layout} /> }] : []),
  ];
  return (
    <Group
      id="trace"
      orientation={stacked ? 'vertical' : 'horizontal'}
      defaultLayout={saved.defaultLayout}
      onLayoutChanged={saved.onLayoutChanged}
    >
      {panels.flatMap(({ id, content }, index) => [
        ...(index > 0
          ? [
              <Separator
                key={`before-${id}`}
                className="splitter"
                aria-label={`${stacked ? 'Height' : 'Width'} of the ${id}`}
              />,
            ]
          : []),
        <Panel
          key={id}
          id={id}
          minSize={stacked ? 120 : id === 'inspector' ? 190 : 160}
          {...(id === 'inspector' && { defaultSize: 240 })}
          // Lifelines need more room than lanes.
          {...(id === 'messages' &&
            charts === 'both' && { defaultSize: inspector ? '45%' : '60%' })}
        >
          {content}
        </Panel>,
      ])}
    </Group>
  );
}

/** What the colours mean, and what the run is of. */
function Footer() {
  const timeline = usePlayback((state) => state.timeline);
  const title = useTitle();
  const shown = useMemo(() => {
    const found = new Set<ElementState>();
    for (const lane of timeline?.lanes ?? []) {
      for (const [state, ticks] of Object.entries(lane.totals())) {
        if (ticks > 0) found.add(state as ElementState);
      }
    }
    return found;
  }, [timeline]);
  return (
    <footer className="trace-foot">
      <Legend shown={shown} />
      <span className="trace-title">{title}</span>
    </footer>
  );
}

interface MessageProps {
  readonly phase: 'none' | 'loading' | 'ready' | 'failed';
  readonly message: string | undefined;
}

function TraceMessage({ phase, message }: MessageProps) {
  const running = useSessionState((state) => state.run.phase === 'running');
  const values = useSessionState((state) => state.trace.values);
  const commands = useCommands();
  if (phase === 'failed') {
    return (
      <PanelMessage icon="error" title="The run could not be shown">
        {message ?? 'Press Tune to search again.'}
        {values && (
          <>
            {' '}
            <button
              type="button"
              className="button link"
              onClick={() => commands.showTraceOf(values)}
            >
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
