import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { approximately, type SearchRun, type Ticks } from '../../session/index.ts';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { count } from '../shared/format.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { useSessionState } from '../shared/session-context.tsx';
import { ChartTools, type ChartView } from './chart-tools.tsx';
import { PURPOSE_WORDS, searchPoints, VERDICT_WORDS } from './search-data.ts';
import { SearchTable } from './search-table.tsx';

const SearchChart = lazy(() =>
  import('./search-chart.tsx').then((module) => ({ default: module.SearchChart })),
);

const firstTime = (time: Ticks | undefined): number | undefined =>
  time === undefined ? undefined : approximately(time);

/** The searches of a run: the bounds asked, the verdicts, and what each cost. */
export function SearchView() {
  const runs = useSessionState((state) => state.run.runs);
  const start = useSessionState((state) => firstTime(state.run.configurations.table.time(0)));
  const running = useSessionState((state) => state.run.phase === 'running');
  const points = useMemo(() => searchPoints(runs, start), [runs, start]);
  const [view, setView] = useState<ChartView>('chart');
  const chart = useRef<HTMLDivElement>(null);
  if (runs.length === 0) {
    return running ? (
      <PanelMessage icon="hourglass" title="No search has ended yet">
        Bounds and verdicts appear here one by one.
      </PanelMessage>
    ) : (
      <PanelMessage icon="shield" title="No searches yet">
        Press Tune with the method Bisection to watch the interval close.
      </PanelMessage>
    );
  }
  return (
    <div className="results-view">
      <div className="view-tools">
        <span className="tabs-note">{count(runs.length, 'search', 'searches')}</span>
        <span className="spacer" />
        <ChartTools
          name="searches"
          view={view}
          onView={setView}
          chart={chart}
          sheet={() => sheetOf(runs)}
        />
      </div>
      <div className={view === 'chart' ? 'search-view' : 'search-view only-table'}>
        {view === 'chart' && (
          <ErrorBoundary what="the chart">
            <Suspense fallback={<div className="chart-frame" />}>
              <div ref={chart} className="chart-frame">
                <SearchChart points={points} />
              </div>
            </Suspense>
          </ErrorBoundary>
        )}
        <SearchTable runs={runs} />
      </div>
    </div>
  );
}

const sheetOf = (runs: readonly SearchRun[]) => ({
  head: ['purpose', 'bound', 'verdict', 'states', 'transitions', 'depth', 'memory MB', 'seconds'],
  rows: runs.map((run) => [
    PURPOSE_WORDS[run.purpose],
    run.bound ?? '',
    VERDICT_WORDS[run.verdict],
    run.states,
    run.transitions,
    run.depth,
    run.memoryMB,
    run.seconds,
  ]),
});
