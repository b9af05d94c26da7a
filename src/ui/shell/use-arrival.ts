import { approximately } from '../../base/ticks.ts';
import { valuesInWords } from '../../base/words.ts';
import { useEffect } from 'react';
import { isStale } from '../../session/outdated.ts';
import type { PortableView } from '../../session/portable/view.ts';
import type { SessionState } from '../../session/state.ts';
import { timeRun, type Trace } from '../../trace/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import { useMapLook } from '../results/map-look.ts';
import type { Page } from '../shared/action.ts';
import { maximise } from '../shared/maximised.ts';
import { open } from '../shared/opened.ts';
import { usePage, useSessionState, useWhen } from '../shared/session-context.tsx';
import { present } from '../theme/presentation.ts';
import { load, moves, setLayout } from '../trace/moves.ts';
import { traceStore, useTraceView } from '../trace/trace-state.ts';
import { wholeView } from '../share/seen.ts';
import { jobOf } from '../../session/jobs/job.ts';
import { RECHECK } from '../../session/workbench/recheck-view.ts';
import { TRACE } from '../../session/views/trace-view.ts';

type When = ReturnType<typeof useWhen>;

/** Restores a shared view: panes at once, the trace after an answer. */
export function useArrival(): void {
  const page = usePage();
  const when = useWhen();
  const arrival = useSessionState((state) => state.arrival);
  useEffect(() => {
    if (!arrival) return undefined;
    const { view } = arrival;
    const ending = new AbortController();
    look(view);
    showTrace(view, page, when, ending.signal)
      .then(() => page().commands.arrived())
      // Something else has taken its place.
      .catch(() => undefined);
    return () => ending.abort();
  }, [arrival, page, when]);
}

function look(view: PortableView): void {
  const { editor, results, sensitive, charts, heights, ...rest } = wholeView(view);
  const { fills = null, presented = false, inspector, axes, slices = {} } = rest;
  open({ editor, results, sensitive, dialog: null });
  maximise(fills);
  present(presented);
  useTraceView.setState({ charts, heights, ...(inspector !== undefined && { inspector }) });
  useMapLook.setState({ axes: axes && { x: axes.x, y: axes.y }, slices });
  traceStore.setState({ kept: null });
}

/** A file's answer counts only once its check was asked for. */
const isAnswered = (state: SessionState): boolean =>
  state.run.phase === 'ended' &&
  state.run.result !== undefined &&
  (state.run.origin === undefined || jobOf(state, RECHECK).phase === 'ended') &&
  !isStale(state);

const sameValues = (one: Configuration | undefined, other: Configuration): boolean =>
  one !== undefined &&
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** Once what is shown has been laid out and painted. */
const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Opens the view's traces, the compared one first, and sets the cursor. */
async function showTrace(
  { compared, opened, event, at, collapse }: PortableView,
  page: () => Page,
  when: When,
  signal: AbortSignal,
): Promise<void> {
  await when(isAnswered, signal);
  // The trace of the answer is being opened in the same breath.
  await Promise.resolve();
  const settled = (): Promise<SessionState> =>
    when((state) => jobOf(state, TRACE).phase !== 'running', signal);
  await settled();

  async function trace(values: Configuration | undefined): Promise<Trace | undefined> {
    const { state, commands } = page();
    const { phase, origin, values: shown } = jobOf(state, TRACE);
    if (values) {
      if (phase !== 'ended' || !sameValues(shown, values)) commands.showTraceOf(values);
    } else if (phase === 'none' || origin !== undefined) commands.showAnswer();
    return jobOf(await settled(), TRACE).trace;
  }

  if (compared) {
    const kept = await trace(compared);
    const title = valuesInWords(compared);
    if (kept) traceStore.setState({ kept: { run: timeRun(kept), title, values: compared } });
  }
  const shown = await trace(opened);
  if (!shown) return;
  load(timeRun(shown));
  if (collapse) setLayout({ collapse });
  // From the start, so that charts scroll as little as possible.
  await painted();
  if (signal.aborted) return;
  const told = event === undefined ? undefined : Math.min(event, shown.count - 1);
  if (told !== undefined && (at === undefined || shown.columns.tick[told] === at))
    moves.seekEvent(told);
  else if (at !== undefined) moves.seekTick(Math.min(at, approximately(shown.endTick)));
}
