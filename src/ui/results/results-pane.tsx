import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { open, useOpened } from '../shared/opened.ts';
import { ConfigurationsView } from './configurations-view.tsx';
import './results-pane.css';
import { RunsView } from './runs-view.tsx';
import { SearchPanel } from './search-panel.tsx';
import { SensitivityView } from './sensitivity-view.tsx';
import { useSplitsOfTraces } from './splits.ts';
import { TimeView } from './time-view.tsx';

export const RESULTS_TABS = [
  { id: 'map', title: 'Map', what: 'the map', view: <ConfigurationsView /> },
  { id: 'time', title: 'Time', what: 'the time', view: <TimeView /> },
  { id: 'search', title: 'Search', what: 'the search', view: <SearchPanel /> },
  { id: 'sensitivity', title: 'Sensitivity', what: 'the sweep', view: <SensitivityView /> },
  { id: 'runs', title: 'Runs', what: 'the runs', view: <RunsView /> },
] as const;

/** What is known of the configurations, and how the search came to it. */
export function ResultsPane() {
  const tab = useOpened(({ results }) => results);
  useSplitsOfTraces();
  return (
    <section className="pane" aria-label="Results">
      <Tabs
        className="tabs"
        selectedKey={tab}
        onSelectionChange={(key) => open({ results: String(key) })}
      >
        <div className="tabs-head">
          <TabList className="tab-list" aria-label="Results">
            {RESULTS_TABS.map(({ id, title }) => (
              <Tab key={id} id={id} className="tab">
                {title}
              </Tab>
            ))}
          </TabList>
        </div>
        {RESULTS_TABS.map(({ id, what, view }) => (
          <TabPanel key={id} id={id} className="tab-panel results-body">
            <ErrorBoundary what={what}>{view}</ErrorBoundary>
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}
