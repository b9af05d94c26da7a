import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Button } from 'react-aria-components';
import { whole } from '../../base/words.ts';
import { outdatedTrace } from '../../session/outdated.ts';
import { TRACE } from '../../session/views/trace-view.ts';
import {
  ELEMENT_STATES,
  timelineOf,
  timeRun,
  type Timeline,
  type Trace,
} from '../../trace/index.ts';
import { scaleOf, type Scale } from '../drawing/axis.ts';
import type { Brush } from '../drawing/brush.ts';
import { type Palette, usePalette } from '../drawing/palette.ts';
import { useCanvas } from '../drawing/use-canvas.ts';
import { useSize } from '../shared/hooks.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { ariaKeys } from '../shared/action.ts';
import { OPEN_RUN } from '../shared/maximised.ts';
import { useJob, useSessionState } from '../shared/session-context.tsx';
import { tickOf } from './cursor.ts';
import { Legend } from './legend.tsx';
import { load } from './moves.ts';
import './run-strip.css';
import { PLAY } from './trace-actions.ts';
import { traceStore, useTraceState } from './trace-state.ts';

/** The whole run at the foot of the page, with its cursor; opens it. */
export function RunStrip() {
  const { trace } = useJob(TRACE);
  useEffect(() => load(trace && timeRun(trace)), [trace]);
  const run = useTraceState(({ layout }) => layout?.run.timed);
  const playing = useTraceState((state) => state.playing);
  const event = useTraceState(({ seen }) => seen.event);
  const timeline = useMemo(() => run && ofElements(run), [run]);
  const tick = run && event < run.count ? run.tickAt(event) : 0;
  const isOutdated = useSessionState((state) => outdatedTrace(state) !== undefined);
  const isReady = trace !== undefined && run !== undefined;
  return (
    <section className="run-strip" aria-label="The run">
      <div className="row">
        <IconButton
          {...PLAY}
          icon={playing ? 'pause' : 'play'}
          label={playing ? 'Pause' : PLAY.label}
          onPress={PLAY.run}
          isDisabled={!isReady}
        />
        <Button
          className="button link strong-text"
          aria-label="Open the run"
          isDisabled={!isReady}
          aria-keyshortcuts={ariaKeys(OPEN_RUN.keys)}
          onPress={OPEN_RUN.run}
        >
          The run
        </Button>
        <span className="soft-text grow">
          {isReady ? `${whole(tick)} of ${whole(run.endTick)} ticks` : ''}
        </span>
        {isReady && timeline && <Legend timeline={timeline} />}
      </div>
      <Strip run={isReady ? run : undefined} {...{ timeline, isOutdated }} />
    </section>
  );
}

/** Only processes that work: units have no lane here. */
function ofElements(run: Trace): Timeline {
  const { lanes, ...rest } = timelineOf(run);
  const isElement = (pid: number): boolean =>
    ['pex', 'warp'].includes(run.process(pid)?.name ?? '');
  return { ...rest, lanes: lanes.filter(({ pid }) => isElement(pid)) };
}

interface StripProps {
  readonly run: Trace | undefined;
  readonly timeline: Timeline | undefined;
  readonly isOutdated: boolean;
}

function Strip({ run, timeline, isOutdated }: StripProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const cursor = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const palette = usePalette();
  const scale = useMemo(
    () => scaleOf(0, Math.max(1, Number(run?.endTick ?? 1)), 0, width),
    [run, width],
  );
  useCanvas(canvas, width, height, [run, timeline, palette, scale], (brush) => {
    if (run && timeline) drawLanes(brush, { timeline, scale, width, height }, palette);
    return false;
  });
  useLayoutEffect(() => {
    const place = (): void => {
      if (!cursor.current || !run) return;
      const x = scale.at(tickOf(run.columns, traceStore.getState()));
      cursor.current.style.transform = `translateX(${x}px)`;
    };
    place();
    return traceStore.subscribe(place);
  }, [run, scale]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button above opens it by key
    <div
      ref={frame}
      className={isOutdated ? 'run-strip-lanes outdated' : 'run-strip-lanes'}
      onClick={() => run && OPEN_RUN.run()}
    >
      <canvas ref={canvas} style={{ width, height }} aria-hidden="true" />
      {run && <div ref={cursor} className="run-strip-cursor" />}
    </div>
  );
}

interface Lanes {
  readonly timeline: Timeline;
  readonly scale: Scale;
  readonly width: number;
  readonly height: number;
}

/** More lanes would be thinner than the eye can tell apart. */
const MOST_LANES = 12;
const COLUMN = 2;

/** Each column has what its lane does most there. */
function drawLanes(brush: Brush, lanes: Lanes, palette: Palette): void {
  const { timeline, scale, width, height } = lanes;
  const elements = timeline.lanes.slice(0, MOST_LANES);
  const each = height / Math.max(1, elements.length);
  const sums = (): Float64Array => new Float64Array(ELEMENT_STATES.length);
  for (const [at, lane] of elements.entries()) {
    let before = lane.before(scale.of(0), sums());
    let after = sums();
    for (let x = 0; x < width; x += COLUMN) {
      after = lane.before(scale.of(Math.min(width, x + COLUMN)), after);
      let most = -1;
      let state: (typeof ELEMENT_STATES)[number] = 'idle';
      for (const [code, one] of ELEMENT_STATES.entries()) {
        const share = (after[code] ?? 0) - (before[code] ?? 0);
        if (share <= most) continue;
        most = share;
        state = one;
      }
      const box = { x, y: at * each, width: COLUMN, height: Math.max(1, each - 1) };
      brush.rect(box, { fill: palette[state] });
      [before, after] = [after, before];
    }
  }
}
