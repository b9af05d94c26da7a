import { useEffect, useMemo } from 'react';
import {
  isOfOtherModel,
  MODEL_CHECK,
  MODEL_TUNING,
  MODEL_OPENING,
} from '../../session/promela/model-view.ts';
import { RunsView } from '../results/runs-view.tsx';
import { Searches } from '../results/search-view.tsx';
import { amountWordsOf } from '../shared/amount-words.ts';
import { open, useOpened } from '../shared/opened.ts';
import { Tabbed } from '../shared/tabbed.tsx';
import { useCommands, useJob, useSessionState } from '../shared/session-context.tsx';
import { ChecksView } from './checks-view.tsx';
import { TunedMap } from './tuned-map.tsx';

export function ModelResultsPane() {
  const { document, trail } = useSessionState((state) => state.model);
  const check = useJob(MODEL_CHECK);
  const tuning = useJob(MODEL_TUNING);
  const opening = useJob(MODEL_OPENING);
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
  const className = isOfOtherModel(tuning.question, document)
    ? 'results-view outdated'
    : 'results-view';
  return (
    <Tabbed
      pane="results"
      label="Results"
      panelClass="tab-panel results-body column"
      shown={shown}
      onShow={(modelView) => open({ modelView })}
      views={[
        {
          id: 'checks',
          label: 'Checks',
          content: (
            <ChecksView
              check={check}
              document={document}
              isOld={isOfOtherModel(check.question, document)}
              shown={trail}
              showModelTrail={commands.showModelTrail}
            />
          ),
        },
        {
          id: 'map',
          label: 'Map',
          content: (
            <div className={className}>
              <TunedMap
                {...tuning}
                open={opening.phase === 'running' ? opening.values : trail?.values}
                onOpen={commands.openTunedRun}
              />
            </div>
          ),
        },
        {
          id: 'search',
          label: 'Search',
          content: (
            <div className={className}>
              <Searches run={tuning.run} words={tuning.tuning && amountWordsOf(tuning.tuning)} />
            </div>
          ),
        },
        { id: 'runs', label: 'Runs', content: <RunsView runs={runs} {...commands} /> },
      ]}
    />
  );
}
