import { isStale } from '../../session/outdated.ts';
import type { PortableView } from '../../session/portable/view.ts';
import type { SessionState } from '../../session/state.ts';
import { useMapLook } from '../results/map-look.ts';
import { useMaximised } from '../shared/maximised.ts';
import { useOpened } from '../shared/opened.ts';
import { usePresentation } from '../theme/presentation.ts';
import { traceStore, useTraceView } from '../trace/trace-state.ts';
import type { TuningResult } from '../../tuning/index.ts';
import { TRACE, type TraceView } from '../../session/views/trace-view.ts';
import { jobOf } from '../../session/jobs/job.ts';

/** The untouched page; links store differences from it, so it never changes. */
const AS_OPENED = {
  editor: 'kernel',
  results: 'map',
  sensitive: 'constants',
  charts: 'both',
  heights: 'message',
} as const;

/** The present view for others, without what cannot be reproduced. */
export function seenNow(state: SessionState): PortableView {
  const { editor, results, sensitive } = useOpened.getState();
  const { charts, heights, inspector } = useTraceView.getState();
  const { pane: fills } = useMaximised.getState();
  const { isOn: presented } = usePresentation.getState();
  const { axes, slices } = useMapLook.getState();
  const { run, chosen } = state;
  const trace = jobOf(state, TRACE);
  const answered = run.phase === 'ended' && run.result !== undefined && !isStale(state);
  return {
    ...(editor !== AS_OPENED.editor && { editor }),
    ...(results !== AS_OPENED.results && { results }),
    ...(sensitive !== AS_OPENED.sensitive && { sensitive }),
    ...(fills && { fills }),
    ...(presented && { presented }),
    ...(charts !== AS_OPENED.charts && { charts }),
    ...(heights !== undefined && heights !== AS_OPENED.heights && { heights }),
    ...(inspector !== undefined && { inspector }),
    ...(axes && { axes: { x: axes.x, ...(axes.y !== undefined && { y: axes.y }) } }),
    ...(Object.keys(slices).length > 0 && { slices: known(slices) }),
    ...(chosen && { chosen }),
    ...(answered && { answered, ...traceNow(trace, run.result) }),
  };
}

function traceNow(
  { phase, origin, values }: TraceView,
  result: TuningResult | undefined,
): PortableView {
  const { layout, event, collapse, kept, unfolding } = traceStore.getState();
  if (phase !== 'ended' || !layout?.run.timed) return {};
  const isAgain = (origin === undefined || origin === 'configuration') && !unfolding;
  // Next time another of the equal optima may be shown.
  const isOneOfMany = event !== layout.stops[0] && (result?.optima.length ?? 0) > 1;
  return {
    ...((origin !== undefined || isOneOfMany) && values && { opened: values }),
    ...(kept?.values && { compared: kept.values }),
    ...(isAgain && event !== layout.stops[0] && { event }),
    ...(isAgain && collapse !== 'none' && { collapse }),
  };
}

/** The tick at the cursor, where a view says which event is there. */
export function tickOf({ event }: PortableView): number | undefined {
  const columns = traceStore.getState().layout?.run.columns;
  return event === undefined ? undefined : columns?.tick[event];
}

const known = (values: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

type Whole = Required<Pick<PortableView, keyof typeof AS_OPENED>>;

/** Everything a view says, with what it leaves out. */
export const wholeView = (view: PortableView): PortableView & Whole => ({ ...AS_OPENED, ...view });
