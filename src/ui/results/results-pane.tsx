import { type ComponentProps, type ComponentType, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useShallow } from 'zustand/react/shallow';
import type { Commands, SessionState, Span } from '../../session/index.ts';
import { MeasuredView } from '../measured/measured-view.tsx';
import { ShortlistView } from '../measured/shortlist-view.tsx';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { open, showPlace, useOpened } from '../shared/opened.ts';
import { FillButton } from '../shared/pane-frame.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { TabOverflow } from '../shared/tab-overflow.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { MachinePane } from '../machine/machine-pane.tsx';
import { MachineSensitivity } from './machine-sensitivity.tsx';
import { MapView } from './map-view.tsx';
import './results-pane.css';
import { RobustView } from './robust-view.tsx';
import { RunsView } from './runs-view.tsx';
import { SearchView } from './search-view.tsx';
import { SensitivityView } from './sensitivity-view.tsx';
import { type KnownSplit, useSplits } from './splits.ts';
import { TimeView } from './time-view.tsx';
import { ValuesView } from './values-view.tsx';

interface Splits {
  readonly splits: readonly KnownSplit[];
}

/** A view together with what of the session's state it shows; it is given the commands as well. */
function fed<Shown extends object>(
  View: ComponentType<Shown & Commands & Splits>,
  select: (state: SessionState) => Shown,
): ComponentType<Splits> {
  return function Fed(splits) {
    const shown = useSessionState(useShallow(select));
    return <View {...useCommands()} {...splits} {...shown} />;
  };
}

const SENSITIVE = { constants: 'Constants', platforms: 'Several platforms' } as const;

/** What one constant does, of the platform or of a real machine, and what is good on several of them. */
function Sensitivity({
  isDevice,
  machineSensitivity: view,
  robustness,
  ...props
}: ComponentProps<typeof SensitivityView> &
  Omit<ComponentProps<typeof MachineSensitivity>, 'view'> &
  Omit<ComponentProps<typeof RobustView>, 'view'> & {
    readonly machineSensitivity: SessionState['machineSensitivity'];
    readonly robustness: SessionState['robustness'];
  }) {
  const [of, setOf] = useState<keyof typeof SENSITIVE>('constants');
  return (
    <>
      <div className="view-tools">
        <Segmented label="Sensitive to" options={SENSITIVE} value={of} onChange={setOf} />
      </div>
      {of === 'platforms' ? (
        // What is chosen is forgotten with the kind of platform.
        <RobustView key={String(isDevice)} view={robustness} isDevice={isDevice} {...props} />
      ) : isDevice ? (
        <MachineSensitivity view={view} {...props} />
      ) : (
        <SensitivityView {...props} />
      )}
    </>
  );
}

const showSpan = ({ start }: Span): void => showPlace(start);

/** The views of the results: tabs, palette and pane read this table. */
export const RESULT_VIEWS = [
  {
    id: 'map',
    label: 'Map',
    View: fed(MapView, ({ run, trace, derived, measured }) => ({
      configurations: run.configurations,
      isRunning: run.phase === 'running',
      unkept: run.unkept,
      open: trace.values,
      ...{ derived, measured },
    })),
  },
  {
    id: 'time',
    label: 'Time',
    View: fed(TimeView, ({ run, trace }) => ({ trace, optima: run.result?.optima })),
  },
  { id: 'machine', label: 'Machine', View: MachinePane },
  {
    id: 'search',
    label: 'Search',
    View: fed(SearchView, ({ run, levelCheck, derived }) => ({ run, levelCheck, derived })),
  },
  {
    id: 'sensitivity',
    label: 'Sensitivity',
    View: fed(
      Sensitivity,
      ({ sensitivity, machineSensitivity, robustness, derived, settings }) => ({
        ...{ sensitivity, machineSensitivity, robustness, derived },
        isDevice: settings.semantics === 'device',
      }),
    ),
  },
  {
    id: 'values',
    label: 'Values',
    View: fed(ValuesView, ({ verification, settings }) => ({
      view: verification,
      text: settings.kernelText,
      onPlace: showSpan,
    })),
  },
  {
    id: 'measured',
    label: 'Measured',
    View: fed(MeasuredView, ({ measured, run }) => ({
      view: measured,
      configurations: run.configurations,
    })),
  },
  {
    id: 'shortlist',
    label: 'Shortlist',
    View: fed(ShortlistView, ({ run, measured, derived }) => ({ run, measured, derived })),
  },
  { id: 'runs', label: 'Runs', View: fed(RunsView, ({ history }) => ({ runs: history })) },
] as const;

/** What is known of the configurations, and how the search came to it. */
export function ResultsPane() {
  const shown = useOpened(({ results }) => results);
  const splits = useSplits(
    useSessionState((state) => state.trace.trace),
    useSessionState((state) => state.trace.values),
    useSessionState((state) => state.run.startedAt),
  );
  return (
    <section className="pane" aria-label="Results">
      <Tabs
        className="tabs"
        selectedKey={shown}
        onSelectionChange={(key) => open({ results: String(key) })}
      >
        <div className="tabs-head">
          <TabList className="tab-list" aria-label="Results">
            {RESULT_VIEWS.map(({ id, label }) => (
              <Tab key={id} id={id} className="tab">
                {label}
              </Tab>
            ))}
          </TabList>
          <TabOverflow />
          <FillButton id="results" />
        </div>
        {RESULT_VIEWS.map(({ id, label, View }) => (
          <TabPanel key={id} id={id} className="tab-panel results-body">
            <ErrorBoundary what={`the view ${label}`}>
              <View splits={splits} />
            </ErrorBoundary>
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}
