import { type ComponentProps, type RefObject, useEffect, useMemo, useRef } from 'react';
import { ToggleButton } from 'react-aria-components';
import { useShallow } from 'zustand/react/shallow';
import {
  caveatsOf,
  type Configuration,
  isUncheckedFile,
  type SessionState,
  spoiling,
} from '../../session/index.ts';
import { type Picture, sideBySide } from '../drawing/picture.ts';
import { configurationsInWords, count, whole } from '../shared/format.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { Icon } from '../shared/icons.tsx';
import { OutdatedWords } from '../shared/outdated.tsx';
import { outdatedInWords } from '../shared/question-words.ts';
import { FillButton } from '../shared/pane-frame.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { SidePanels } from '../shared/side-panels.tsx';
import { useNarrow } from '../theme/text-size.ts';
import type { CardStyle } from './card-words.ts';
import { DifferenceLine } from './compare.tsx';
import { isFast, type Track } from './cursor.ts';
import { EventList } from './event-list.tsx';
import { valuesInWords } from './event-words.ts';
import { FilterButton } from './filter-button.tsx';
import { FindField } from './find-field.tsx';
import { GanttChart } from './gantt-chart.tsx';
import { InspectorPane } from './inspector-pane.tsx';
import { Legend } from './legend.tsx';
import { kernelLines, textOfRun } from './kernel-lines.ts';
import { leave, load, moves, setFilter, setLayout } from './moves.ts';
import { OnlyButton } from './only-button.tsx';
import { besideAnswer, OpenedLine } from './opened-line.tsx';
import { PlaybackBar } from './playback-bar.tsx';
import { SaveMenu } from './save-menu.tsx';
import { SequenceHead } from './sequence-head.tsx';
import { UnfoldLine } from './unfold-line.tsx';
import { withinStretch } from './stretch.ts';
import { SequenceChart, type SequencePicture } from './sequence-chart.tsx';
import { Sentence } from './sentence.tsx';
import { StoppedLine } from './stopped-line.tsx';
import { TraceMessage } from './trace-message.tsx';
import { PROMELA } from './trace-actions.ts';
import './trace-pane.css';
import {
  type Charts,
  type Unfolding,
  traceStore,
  useTraceState,
  useTraceView,
} from './trace-state.ts';

const CHARTS: Readonly<Record<Charts, string>> = {
  messages: 'Messages',
  time: 'Time',
  both: 'Both',
};

/** The counterexample: its controls, the current step in words, the charts, and what stands beside
 * them. All of them follow one cursor. */
export function TracePane({ isSmall = false }: { readonly isSmall?: boolean }) {
  const view = useSessionState((state) => state.trace);
  const isRunning = useSessionState((state) => state.run.phase === 'running');
  const isUnchecked = useSessionState(isUncheckedFile);
  const { trailFiles, showTraceOf, showAnswer } = useCommands();
  const optima = useSessionState((state) => state.run.result?.optima) ?? NO_OPTIMA;
  const outdated = useSessionState((state) => outdatedInWords(state, 'trace'));
  const spoiled = useSessionState((state) =>
    outdated === undefined ? spoiling(caveatsOf(state))[0]?.words : undefined,
  );
  const beside = besideAnswer(view, optima);
  const { layout, timeline, kept, filter, collapse, unfolding } = useTraceState(
    useShallow(({ layout, timeline, kept, filter, collapse, unfolding }) => ({
      ...{ layout, timeline, kept, filter, collapse, unfolding },
    })),
  );
  const text = useSessionState(textOfRun);
  const lines = useMemo(() => kernelLines(text), [text]);
  const { charts, inspector: chosen, promela = false } = useTraceView();
  const style = useMemo(() => ({ lines, promela }), [lines, promela]);
  // On a laptop the charts need the room.
  const isWide = !useNarrow(1499);
  const inspector = !isSmall && (chosen ?? isWide);
  const sequence = useRef<SequencePicture>(null);
  const gantt = useRef<Picture>(null);
  useEffect(() => load(view.trace), [view.trace]);
  useEffect(() => {
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, []);
  const title = `${valuesInWords(view.values ?? {})}${view.origin === 'simulation' ? ', simulated' : ''}`;
  const own = useMemo(
    () =>
      layout && timeline
        ? { trace: layout.trace, timeline, title, values: view.values, ...markedIn(unfolding) }
        : undefined,
    [layout, timeline, title, view.values, unfolding],
  );
  const ready = layout && own && view.phase === 'ready';
  return (
    <section className="trace-pane" aria-label="Counterexample">
      {beside !== undefined && (
        <OpenedLine
          title={beside}
          time={timeInWords(view)}
          spoiled={spoiled}
          answer={configurationsInWords(optima.slice(0, 1))}
          onClose={showAnswer}
        />
      )}
      {outdated !== undefined && view.phase !== 'none' && <OutdatedWords words={outdated} />}
      <PlaybackBar />
      <div className="trace-words">
        <Sentence lines={lines} />
        {!isSmall && (
          <>
            <FindField isDisabled={!layout} onFind={moves.find} />
            <OnlyButton />
            <FilterButton
              trace={layout?.trace}
              filter={filter}
              collapse={collapse}
              onFilter={setFilter}
              onCollapse={(next) =>
                setLayout({ collapse: next, filter: { ...filter, lanes: new Set() } })
              }
            />
            {/* The next run is drawn above the one that is kept, on the same ticks. */}
            <IconButton
              icon="pin"
              label={kept ? 'Put the kept run away' : 'Keep this run to compare others with'}
              isOn={kept !== null}
              isDisabled={!own}
              onPress={() =>
                traceStore.setState({ kept: kept ? null : (own ?? null), range: null })
              }
            />
            <SaveMenu
              layout={layout}
              trailFiles={trailFiles}
              seen={() => ({
                picture: sideBySide(
                  [sequence.current, gantt.current].filter((each) => each !== null),
                ),
                firstEvent:
                  sequence.current?.firstEvent() ??
                  layout?.stops[traceStore.getState().position] ??
                  0,
              })}
            />
          </>
        )}
        <Segmented
          label="Charts"
          options={CHARTS}
          value={charts}
          onChange={(next) => useTraceView.setState({ charts: next })}
        />
        {!isSmall && (
          <>
            <IconButton
              icon="code"
              label={PROMELA.label}
              keys={PROMELA.keys}
              isOn={promela}
              onPress={PROMELA.run}
            />
            <ToggleButton
              className="icon-button"
              aria-label="Variables, events and simulation"
              isSelected={inspector}
              onChange={(open) => useTraceView.setState({ inspector: open })}
            >
              <Icon name="list" />
            </ToggleButton>
            <FillButton id="trace" />
          </>
        )}
      </div>
      <UnfoldLine />
      {layout?.trace.isStuck === true && <StoppedLine trace={layout.trace} lines={lines} />}
      {kept && <DifferenceLine own={own} kept={kept} onEvent={moves.seekEvent} />}
      <div className={outdated === undefined ? 'trace-body' : 'trace-body outdated'}>
        {ready ? (
          <SidePanels
            id="trace"
            panels={{
              messages:
                charts === 'time' ? undefined : (
                  <Sequence
                    layout={layout}
                    timeline={own.timeline}
                    picture={sequence}
                    style={style}
                  >
                    <EventsInWords layout={layout} lines={lines} />
                  </Sequence>
                ),
              time:
                charts === 'messages' ? undefined : (
                  <Time own={own} kept={kept} only={filter.only} picture={gantt} style={style} />
                ),
              inspector: inspector ? <InspectorPane layout={layout} /> : undefined,
            }}
            sizes={{
              inspector: 240,
              // Lifelines need more room than lanes.
              ...(charts === 'both' && { messages: inspector ? '45%' : '60%' }),
            }}
            least={{ inspector: 190 }}
          />
        ) : (
          <TraceMessage {...{ view, isRunning, isUnchecked }} onRetry={showTraceOf} />
        )}
      </div>
      {ready && (
        <footer className="trace-foot">
          <Legend
            trace={layout.trace}
            timeline={own.timeline}
            messages={charts !== 'time'}
            time={charts !== 'messages'}
          />
          <span className={spoiled === undefined ? 'trace-title' : 'trace-title spoiled'}>
            {spoiled !== undefined && <Icon name="warning" size={12} />}
            {spoiled === undefined ? title : `${title}, ${spoiled}`}
          </span>
        </footer>
      )}
    </section>
  );
}

/** How long the run takes that is shown. */
function timeInWords({ phase, trace }: SessionState['trace']): string {
  if (phase === 'loading') return 'is being replayed';
  if (phase !== 'ready' || !trace) return '';
  return trace.finish
    ? count(trace.endTick, 'tick')
    : `stops for ever at tick ${whole(trace.endTick)}`;
}

const NO_OPTIMA: readonly Configuration[] = [];

/** What nobody could follow is not told. */
function EventsInWords({
  layout,
  lines,
}: Pick<Parameters<typeof EventList>[0], 'layout' | 'lines'>) {
  const position = useTraceState((state) => (isFast(state) ? undefined : state.seen.position));
  return position !== undefined && <EventList layout={layout} position={position} lines={lines} />;
}

/** What the chart over time marks: what is unfolded. */
function markedIn(unfolding: Unfolding | null): Pick<Track, 'marked'> {
  if (!unfolding) return {};
  const { number, repeated, run } = unfolding;
  const words = `unfolded: ${whole(number)} of ${whole(repeated.count)}`;
  return { marked: { from: Number(run.from), until: Number(run.until), words } };
}

/** The sequence chart with what its heights mean above it. */
function Sequence(
  props: Pick<
    ComponentProps<typeof SequenceChart>,
    'layout' | 'timeline' | 'picture' | 'style' | 'children'
  >,
) {
  const heights = useTraceView((view) => view.heights) ?? 'message';
  const stretch = useTraceState((state) => state.stretch);
  const unfolding = useTraceState((state) => state.unfolding);
  const onStretch = (next: number): void => traceStore.setState({ stretch: withinStretch(next) });
  return (
    <div className="sequence-panel">
      <SequenceHead
        heights={heights}
        onHeights={(next) => useTraceView.setState({ heights: next })}
        onStretch={(factor) => onStretch(stretch * factor)}
      />
      <SequenceChart
        {...props}
        {...{ heights, stretch, onStretch, moves }}
        marked={unfolding?.run}
        live={traceStore}
      />
    </div>
  );
}

interface TimeProps {
  readonly own: Track;
  readonly kept: Track | null;
  readonly style: CardStyle;
  /** The processes that are shown; empty for all. */
  readonly only: ReadonlySet<number>;
  readonly picture: RefObject<Picture | null>;
}

function Time({ own, kept, only, picture, style }: TimeProps) {
  const range = useTraceState((state) => state.range);
  const tracks = useMemo(() => {
    const { timeline } = own;
    const lanes = timeline.lanes.filter(({ pid }) => only.has(pid));
    // Of the host and the clock the chart over time has nothing.
    const seen = lanes.length > 0 ? { ...own, timeline: { ...timeline, lanes } } : own;
    return kept && kept.trace !== own.trace ? [seen, kept] : [seen];
  }, [own, kept, only]);
  return (
    <GanttChart
      tracks={tracks}
      range={range}
      onRange={showRange}
      live={traceStore}
      moves={moves}
      picture={picture}
      style={style}
    />
  );
}

const showRange = (range: { readonly from: number; readonly to: number }): void =>
  traceStore.setState({ range });
