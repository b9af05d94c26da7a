import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { approximately, type Run, type SearchRun, type Ticks } from '../../session/index.ts';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { count } from '../shared/format.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { useSessionState } from '../shared/session-context.tsx';
import { useThrottled } from '../shared/use-throttled.ts';
import { foundSheet } from './found-data.ts';
import { ChartTools, type ChartView } from './chart-tools.tsx';
import { PURPOSE_WORDS, searchPoints, VERDICT_WORDS } from './search-data.ts';
import { SearchTable } from './search-table.tsx';
import { SheetTable } from './sheet-table.tsx';

const SearchChart = lazy(() =>
  import('./search-chart.tsx').then((module) => ({ default: module.SearchChart })),
);
const BestChart = lazy(() =>
  import('./effort-charts.tsx').then((module) => ({ default: module.BestChart })),
);
const EffortChart = lazy(() =>
  import('./effort-charts.tsx').then((module) => ({ default: module.EffortChart })),
);
const FoundChart = lazy(() =>
  import('./effort-charts.tsx').then((module) => ({ default: module.FoundChart })),
);

type Picture = 'interval' | 'best' | 'trails' | 'effort';

const PICTURES: readonly { readonly id: Picture; readonly title: string }[] = [
  { id: 'interval', title: 'interval' },
  { id: 'best', title: 'best' },
  { id: 'trails', title: 'trails' },
  { id: 'effort', title: 'effort' },
];

const TABLES: typeof PICTURES = [
  { id: 'effort', title: 'searches' },
  { id: 'trails', title: 'trails' },
];

const firstTime = (time: Ticks | undefined): number | undefined =>
  time === undefined ? undefined : approximately(time);

/** How a run is going or went: the bounds asked and their verdicts, the best over the states, the paths
 * of a swarm, and what all of it cost. */
export function SearchView() {
  const run = useThrottled(
    useSessionState((state) => state.run),
    100,
  );
  const [view, setView] = useState<ChartView>('chart');
  const [wanted, setWanted] = useState<Picture>();
  const chart = useRef<HTMLDivElement>(null);
  const { runs } = run;
  if (runs.length === 0 && run.bests.length === 0) {
    return run.phase === 'running' ? (
      <PanelMessage icon="hourglass" title="No search has ended yet">
        Bounds and verdicts appear here one by one.
      </PanelMessage>
    ) : (
      <PanelMessage icon="shield" title="No searches yet">
        Press Tune with the method Bisection to watch the interval close.
      </PanelMessage>
    );
  }
  const there = PICTURES.filter(({ id }) => has(run, id));
  const picture = there.find(({ id }) => id === wanted)?.id ?? there[0]?.id ?? 'effort';
  // Among tables there are two: of the searches, and of what a swarm found.
  const choices = view === 'chart' ? there : has(run, 'trails') ? TABLES : [];
  const found = picture === 'trails' ? run.result?.found : undefined;
  return (
    <div className="results-view">
      <div className="view-tools">
        <span className="tabs-note">{count(runs.length, 'search', 'searches')}</span>
        {choices.length > 1 && (
          <Segmented
            label="Picture of the search"
            options={choices}
            value={choices.find(({ id }) => id === picture)?.id ?? 'effort'}
            onChange={setWanted}
          />
        )}
        <span className="spacer" />
        <ChartTools
          name="searches"
          view={view}
          onView={setView}
          chart={chart}
          sheet={() => (found ? foundSheet(found) : sheetOf(runs))}
        />
      </div>
      <div className={view === 'chart' ? 'search-view' : 'search-view only-table'}>
        {view === 'chart' && (
          <ErrorBoundary what="the chart">
            <Suspense fallback={<div className="chart-frame" />}>
              <div ref={chart} className="chart-frame">
                <PictureOf picture={picture} run={run} />
              </div>
            </Suspense>
          </ErrorBoundary>
        )}
        {found ? (
          <SheetTable label="Table of trails found" sheet={foundSheet(found)} />
        ) : (
          <SearchTable runs={runs} />
        )}
      </div>
    </div>
  );
}

/** Whether a picture has something to show. */
function has(run: Run, picture: Picture): boolean {
  switch (picture) {
    case 'interval':
      // A swarm proves nothing, so it closes no interval.
      return (
        run.runs.filter(({ purpose, swarm }) => purpose === 'over-time' && swarm === undefined)
          .length > 1
      );
    case 'best':
      return run.bests.length > 0;
    case 'trails':
      return (run.result?.found?.length ?? 0) > 0;
    case 'effort':
      return run.samples.length > 1;
  }
}

function PictureOf({ picture, run }: { readonly picture: Picture; readonly run: Run }) {
  switch (picture) {
    case 'interval':
      return <Interval run={run} />;
    case 'best':
      return <BestChart run={run} />;
    case 'trails':
      return <FoundChart run={run} />;
    case 'effort':
      return <EffortChart run={run} />;
  }
}

function Interval({ run: { runs, bests } }: { readonly run: Run }) {
  const start = firstTime(bests[0]?.time);
  const points = useMemo(() => searchPoints(runs, start), [runs, start]);
  return <SearchChart points={points} />;
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
