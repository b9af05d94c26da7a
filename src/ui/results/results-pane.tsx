import { approximately, type Ticks } from '../../session/index.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useSessionState } from '../shared/session-context.tsx';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { count } from '../shared/format.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { chartData, parameterNames, withProof } from './configurations-data.ts';
import { ConfigurationsTable } from './configurations-table.tsx';
import './results-pane.css';
import { searchPoints } from './search-data.ts';
import { SearchTable } from './search-table.tsx';

// Charts come after the first paint: their library is large and nothing is drawn before a run.
const ConfigurationsChart = lazy(() =>
  import('./configurations-chart.tsx').then((module) => ({ default: module.ConfigurationsChart })),
);
const SearchChart = lazy(() =>
  import('./search-chart.tsx').then((module) => ({ default: module.SearchChart })),
);

/** What is known of the configurations, and how the search came to it. */
export function ResultsPane() {
  const [tab, setTab] = useState('configurations');
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [axis, setAxis] = useState<string>();
  const configurations = useSessionState((state) => state.run.configurations);
  const names = useMemo(() => parameterNames(configurations), [configurations]);
  const shownAxis = axis !== undefined && names.includes(axis) ? axis : names[0];
  return (
    <section className="pane" aria-label="Configurations and search">
      <Tabs className="tabs" selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
        <div className="tabs-head">
          <TabList className="tab-list" aria-label="Results">
            <Tab id="configurations" className="tab">
              Configurations
            </Tab>
            <Tab id="search" className="tab">
              Search
            </Tab>
          </TabList>
          {tab === 'configurations' ? (
            <div className="playback-right">
              {view === 'chart' && names.length > 1 && shownAxis !== undefined && (
                <Segmented
                  label="Parameter along the axis"
                  options={names.map((name) => ({ id: name, title: `by ${name}` }))}
                  value={shownAxis}
                  onChange={setAxis}
                />
              )}
              <Segmented
                label="View of the configurations"
                options={[
                  { id: 'chart', title: 'Chart' },
                  { id: 'table', title: 'Table' },
                ]}
                value={view}
                onChange={setView}
              />
            </div>
          ) : (
            <SearchNote />
          )}
        </div>
        <TabPanel id="configurations" className="tab-panel results-body">
          <ConfigurationsView view={view} axis={shownAxis} names={names} />
        </TabPanel>
        <TabPanel id="search" className="tab-panel results-body">
          <SearchView />
        </TabPanel>
      </Tabs>
    </section>
  );
}

interface ConfigurationsViewProps {
  readonly view: 'chart' | 'table';
  readonly axis: string | undefined;
  readonly names: readonly string[];
}

function ConfigurationsView({ view, axis, names }: ConfigurationsViewProps) {
  const configurations = useSessionState((state) => state.run.configurations);
  const running = useSessionState((state) => state.run.phase === 'running');
  const result = useSessionState((state) => state.run.result);
  const data = useMemo(
    () => (axis === undefined ? null : chartData(configurations, axis)),
    [configurations, axis],
  );
  if (configurations.length === 0) {
    return running ? (
      <PanelMessage icon="hourglass" title="No configuration is known yet">
        Times appear here as they are found.
      </PanelMessage>
    ) : (
      <PanelMessage icon="dice" title="No times yet">
        Press Tune to see the time of the configurations. The method Sweep gives all of them.
      </PanelMessage>
    );
  }
  if (view === 'table' || !data) {
    return <ConfigurationsTable names={names} configurations={withProof(configurations, result)} />;
  }
  if (data.points.length === 0) {
    return (
      <PanelMessage icon="ban" title="No configuration finishes">
        The table says why for each of them.
      </PanelMessage>
    );
  }
  return (
    <ErrorBoundary what="the chart">
      <Suspense fallback={<PanelMessage icon="hourglass" title="Drawing the chart" />}>
        <div className="chart-frame">
          <ConfigurationsChart data={data} />
        </div>
      </Suspense>
    </ErrorBoundary>
  );
}

function SearchNote() {
  const runs = useSessionState((state) => state.run.runs.length);
  return (
    <span className="tabs-note">
      {runs === 0 ? 'Each search asks SPIN for a faster run' : count(runs, 'search', 'searches')}
    </span>
  );
}

const firstTime = (time: Ticks | undefined): number | undefined =>
  time === undefined ? undefined : approximately(time);

function SearchView() {
  const runs = useSessionState((state) => state.run.runs);
  const start = useSessionState((state) => firstTime(state.run.configurations[0]?.time));
  const running = useSessionState((state) => state.run.phase === 'running');
  const points = useMemo(() => searchPoints(runs, start), [runs, start]);
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
    <div className="search-view">
      <ErrorBoundary what="the chart">
        <Suspense fallback={<PanelMessage icon="hourglass" title="Drawing the chart" />}>
          <div className="chart-frame">
            <SearchChart points={points} />
          </div>
        </Suspense>
      </ErrorBoundary>
      <SearchTable runs={runs} />
    </div>
  );
}
