import { useEffect, useMemo } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { isOfOtherModel } from '../../session/index.ts';
import { RunsView } from '../results/runs-view.tsx';
import { Searches } from '../results/search-view.tsx';
import { amountWordsOf } from '../shared/amount-words.ts';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { open, useOpened } from '../shared/opened.ts';
import { FillButton } from '../shared/pane-frame.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { ChecksView } from './checks-view.tsx';
import { TunedMap } from './tuned-map.tsx';

const VIEWS = [
  { id: 'checks', label: 'Checks' },
  { id: 'map', label: 'Map' },
  { id: 'search', label: 'Search' },
  { id: 'runs', label: 'Runs' },
] as const;

/** What is known of a model of its own. */
export function ModelResultsPane() {
  const { check, tuning, document, trail, opening } = useSessionState((state) => state.model);
  const history = useSessionState((state) => state.history);
  const runs = useMemo(() => history.filter(({ model }) => model !== undefined), [history]);
  const commands = useCommands();
  const shown = useOpened(({ modelView }) => modelView);
  const isTuning = tuning.run.phase === 'running';
  const isChecking = check.phase === 'running';
  useEffect(() => {
    if (isTuning) open({ modelView: 'map' });
  }, [isTuning]);
  useEffect(() => {
    if (isChecking) open({ modelView: 'checks' });
  }, [isChecking]);
  const isOfOther = isOfOtherModel(tuning.question, document);
  return (
    <section className="pane" aria-label="Results">
      <Tabs
        className="tabs"
        selectedKey={shown}
        onSelectionChange={(key) => open({ modelView: String(key) })}
      >
        <div className="tabs-head">
          <TabList className="tab-list" aria-label="Results">
            {VIEWS.map(({ id, label }) => (
              <Tab key={id} id={id} className="tab">
                {label}
              </Tab>
            ))}
          </TabList>
          <FillButton id="results" />
        </div>
        <TabPanel id="checks" className="tab-panel results-body">
          <ErrorBoundary what="the checks">
            <ChecksView
              check={check}
              isOld={isOfOtherModel(check.question, document)}
              shown={trail?.title}
              showModelTrail={commands.showModelTrail}
            />
          </ErrorBoundary>
        </TabPanel>
        <TabPanel id="map" className="tab-panel results-body">
          <ErrorBoundary what="the map">
            <div className={isOfOther ? 'results-view outdated' : 'results-view'}>
              <TunedMap
                {...tuning}
                open={opening.phase === 'running' ? opening.values : trail?.values}
                onOpen={commands.openTunedRun}
              />
            </div>
          </ErrorBoundary>
        </TabPanel>
        <TabPanel id="search" className="tab-panel results-body">
          <ErrorBoundary what="the searches">
            <div className={isOfOther ? 'results-view outdated' : 'results-view'}>
              <Searches run={tuning.run} words={tuning.tuning && amountWordsOf(tuning.tuning)} />
            </div>
          </ErrorBoundary>
        </TabPanel>
        <TabPanel id="runs" className="tab-panel results-body">
          <ErrorBoundary what="the runs">
            <RunsView runs={runs} {...commands} />
          </ErrorBoundary>
        </TabPanel>
      </Tabs>
    </section>
  );
}
