import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { configurationsInWords, count, valuesInWords, whole } from '../../base/words.ts';
import { caveatsOf, spoiling } from '../../session/caveats/caveats.ts';
import { isUncheckedFile } from '../../session/caveats/of-file.ts';
import { type CardStyle, playedTime, timelineOf, timeRun, type Trace } from '../../trace/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { Picture } from '../drawing/picture.ts';
import { SHARE } from '../share/share-actions.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { Icon } from '../shared/icons.tsx';
import { OutdatedWords } from '../shared/outdated.tsx';
import { useMaximised } from '../shared/maximised.ts';
import { FillButton } from '../shared/pane-frame.tsx';
import { outdatedInWords } from '../shared/question-words.ts';
import { useCommands, useJob, useSessionState } from '../shared/session-context.tsx';
import { timedTrack, type TimedTrack, type Track } from './cursor.ts';
import { Stage } from '../stage/stage.tsx';
import { useNarrow } from '../theme/text-size.ts';
import { GanttChart } from './gantt-chart.tsx';
import { Legend } from './legend.tsx';
import { textOfRun } from './kernel-lines.ts';
import { load, moves } from './moves.ts';
import { besideAnswer, OpenedLine } from './opened-line.tsx';
import { RunBeside } from './run-beside-pane.tsx';
import { RunFrame } from './run-frame.tsx';
import { StoppedLine } from './stopped-line.tsx';
import { TIME_TABS, useKernelLines } from './time-inspector-pane.tsx';
import { TraceMessage } from './trace-message.tsx';
import {
  traceStore,
  type Unfolding,
  useCardStyle,
  useTraceState,
  useTraceView,
} from './trace-state.ts';
import { UnfoldLine } from './unfold-line.tsx';
import { outdatedTrace } from '../../session/outdated.ts';
import { TRACE, type TraceView } from '../../session/views/trace-view.ts';

/** The counterexample of a tuning, or another run of the kernel over model time. */
export function TracePane({ isSmall = false }: { readonly isSmall?: boolean }) {
  const view = useJob(TRACE);
  const isRunning = useSessionState((state) => state.run.phase === 'running');
  const isUnchecked = useSessionState(isUncheckedFile);
  const { trailFiles, showTraceOf, showAnswer } = useCommands();
  const optima = useSessionState((state) => state.run.result?.optima) ?? NO_OPTIMA;
  const outdated = useSessionState((state) => outdatedInWords(state, outdatedTrace));
  const spoiled = useSessionState((state) =>
    outdated === undefined ? spoiling(caveatsOf(state))[0]?.words : undefined,
  );
  const beside = besideAnswer(view, optima);
  const lines = useKernelLines();
  const isFilling = useMaximised(({ pane }) => pane === 'trace');
  const isPhone = useNarrow(600);
  useEffect(() => load(view.trace && timeRun(view.trace)), [view.trace]);
  const own = useOwn(view);
  const track = useMemo(() => own && timedTrack(own), [own]);
  const picture = useRef<Picture>(null);
  const style = useCardStyle(lines);
  const stuck = own?.run.timed?.isStuck === true ? own.run.timed : undefined;
  return (
    <RunFrame
      id="trace"
      label="Counterexample"
      isSmall={isSmall}
      own={view.trace && own}
      lines={lines}
      second={{
        title: 'Time',
        picture,
        content: track && <Time {...{ own: track, picture, style }} />,
      }}
      stage={view.trace && <TimeStage trace={own?.run.timed} />}
      tabs={TIME_TABS}
      isOutdated={outdated !== undefined}
      trailFiles={trailFiles}
      beside={isFilling && !isPhone ? <RunBeside /> : undefined}
      fill={
        <>
          {isFilling && <IconButton icon="share" {...SHARE} onPress={SHARE.run} />}
          <FillButton id="trace" />
        </>
      }
      head={
        <>
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
        </>
      }
      notes={
        <>
          <UnfoldLine />
          {stuck && <StoppedLine trace={stuck} lines={lines} />}
        </>
      }
      message={<TraceMessage {...{ view, isRunning, isUnchecked }} onRetry={showTraceOf} />}
      foot={own && <Foot own={own} spoiled={spoiled} />}
    />
  );
}

const NO_OPTIMA: readonly Configuration[] = [];

/** The run that is looked at, with what is unfolded in it. */
function useOwn({ values, origin }: TraceView): Track | undefined {
  const run = useTraceState(({ layout }) => layout?.run);
  const unfolding = useTraceState((state) => state.unfolding);
  const title = `${valuesInWords(values ?? {})}${origin === 'simulation' ? ', simulated' : ''}`;
  return useMemo(
    () => (run?.timed ? { run, title, values, ...markedIn(unfolding) } : undefined),
    [run, title, values, unfolding],
  );
}

function timeInWords({ phase, trace }: TraceView): string {
  if (!trace) return phase === 'running' ? 'is being replayed' : '';
  return trace.finish
    ? count(trace.endTick, 'tick')
    : `stops for ever at tick ${whole(trace.endTick)}`;
}

/** The chart over time marks what is unfolded. */
function markedIn(unfolding: Unfolding | null): Pick<Track, 'marked'> {
  if (!unfolding) return {};
  const { number, repeated, run } = unfolding;
  const words = `unfolded: ${whole(number)} of ${whole(repeated.count)}`;
  return { marked: { from: Number(run.from), until: Number(run.until), words } };
}

/** The run as its elements go through the code. */
function TimeStage({ trace }: { readonly trace: Trace | undefined }) {
  const text = useSessionState(textOfRun);
  const played = useMemo(() => trace && playedTime(trace, text ?? ''), [trace, text]);
  return played && <Stage played={played} title="Stage" isFramed />;
}

interface TimeProps {
  readonly own: TimedTrack;
  readonly picture: RefObject<Picture | null>;
  readonly style: CardStyle;
}

function Time({ own, picture, style }: TimeProps) {
  const range = useTraceState((state) => state.range);
  const mark = useTraceState((state) => state.mark);
  const kept = useTraceState((state) => state.kept);
  const only = useTraceState(({ filter }) => filter.only);
  const tracks = useMemo(() => {
    const { timeline } = own;
    const lanes = timeline.lanes.filter(({ pid }) => only.has(pid));
    // Host and clock have no lanes over time.
    const seen = lanes.length > 0 ? { ...own, timeline: { ...timeline, lanes } } : own;
    const other = kept && timedTrack(kept);
    return other && other.trace !== own.trace ? [seen, other] : [seen];
  }, [own, kept, only]);
  return (
    <GanttChart
      tracks={tracks}
      range={range}
      mark={mark}
      onRange={(next) => traceStore.setState({ range: next })}
      live={traceStore}
      moves={moves}
      picture={picture}
      style={style}
    />
  );
}

interface FootProps {
  readonly own: Track;
  /** A fault of the kernel itself. */
  readonly spoiled: string | undefined;
}

/** Legend and title of the charts. */
function Foot({ own: { run, title }, spoiled }: FootProps) {
  const { charts } = useTraceView();
  if (!run.timed) return null;
  return (
    <footer className="trace-foot">
      <Legend
        trace={run.timed}
        timeline={timelineOf(run.timed)}
        messages={charts !== 'time' && charts !== 'stage'}
        time={charts !== 'messages'}
      />
      <span
        className={
          spoiled === undefined
            ? 'trace-title soft-text one-line'
            : 'trace-title soft-text one-line spoiled'
        }
      >
        {spoiled !== undefined && <Icon name="warning" size={12} />}
        {spoiled === undefined ? title : `${title}, ${spoiled}`}
      </span>
    </footer>
  );
}
