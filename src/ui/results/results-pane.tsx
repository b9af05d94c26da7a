import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { ConfigurationsView } from './configurations-view.tsx';
import './results-pane.css';
import { SearchView } from './search-view.tsx';

const TABS = [
  { id: 'map', title: 'Map', what: 'the map', view: <ConfigurationsView /> },
  { id: 'search', title: 'Search', what: 'the search', view: <SearchView /> },
] as const;

/** What is known of the configurations, and how the search came to it. */
export function ResultsPane() {
  const [tab, setTab] = useState('map');
  return (
    <section className="pane" aria-label="Results">
      <Tabs className="tabs" selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
        <div className="tabs-head">
          <TabList className="tab-list" aria-label="Results">
            {TABS.map(({ id, title }) => (
              <Tab key={id} id={id} className="tab">
                {title}
              </Tab>
            ))}
          </TabList>
        </div>
        {TABS.map(({ id, what, view }) => (
          <TabPanel key={id} id={id} className="tab-panel results-body">
            <ErrorBoundary what={what}>{view}</ErrorBoundary>
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}
