import type { ComponentProps, ComponentType } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useShallow } from 'zustand/react/shallow';
import {
  caveatsOf,
  type Commands,
  outdated,
  presentOptima,
  type SessionState,
  type Span,
  spoiling,
  ofKernels,
} from '../../session/index.ts';
import { PickMap } from '../lessons/pick-map.tsx';
import { usePicking } from '../lessons/picking.ts';
import { MeasuredView } from '../measured/measured-view.tsx';
import { ShortlistView } from '../measured/shortlist-view.tsx';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { open, selectPlace, showPlace, useOpened } from '../shared/opened.ts';
import { Outdated } from '../shared/outdated.tsx';
import { outdatedInWords } from '../shared/question-words.ts';
import { FillButton } from '../shared/pane-frame.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { TabOverflow } from '../shared/tab-overflow.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { MachinePane } from '../machine/machine-pane.tsx';
import { LevelCheck } from './level-check.tsx';
import { MachineSensitivity } from './machine-sensitivity.tsx';
import { MapView } from './map-view.tsx';
import './results-pane.css';
import { searchSchedulesOf } from './proof-actions.ts';
import { RobustView } from './robust-view.tsx';
import { RunsView } from './runs-view.tsx';
import { SchedulesView } from './schedules-view.tsx';
import { SearchView } from './search-view.tsx';
import { SensitivityView } from './sensitivity-view.tsx';
import { type KnownSplit, useSplits } from './splits.ts';
import { TimeView } from './time-view.tsx';
import { ValuesView } from './values-view.tsx';

interface Splits {
  readonly splits: readonly KnownSplit[];
}

/** What an answer was of, where it is no answer to what is set. */
const by =
  (answer: Parameters<typeof outdatedInWords>[1]) =>
  (state: SessionState): string | undefined =>
    outdatedInWords(state, answer);

/** What is wrong with the kernel of the run; nothing of the kernel is known to one of other settings. */
const spoiledBy = (state: SessionState): string | undefined =>
  outdated.run(state) ? undefined : spoiling(caveatsOf(state))[0]?.words;

/** A view of the run, which is dimmed once the settings ask something else. */
function ofRun(View: ComponentType<Splits>): ComponentType<Splits> {
  return function OfRun(splits) {
    const words = useSessionState(by('run'));
    return (
      <Outdated words={words}>
        <View {...splits} />
      </Outdated>
    );
  };
}

/** The map; while a task of a lesson has somebody pick a cell of it, that takes its place. */
function orPicking(View: ComponentType<Splits>): ComponentType<Splits> {
  return function OrPicking(splits) {
    const isPicking = usePicking(({ cells }) => cells.length > 0);
    return isPicking ? <PickMap /> : <View {...splits} />;
  };
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
  ofConstants,
  ofMachine,
  ofPlatforms,
  ...props
}: Omit<ComponentProps<typeof SensitivityView>, 'outdated'> &
  Omit<ComponentProps<typeof MachineSensitivity>, 'view' | 'outdated'> &
  Omit<ComponentProps<typeof RobustView>, 'view' | 'outdated'> & {
    readonly ofConstants: string | undefined;
    readonly ofMachine: string | undefined;
    readonly ofPlatforms: string | undefined;
    readonly machineSensitivity: SessionState['machineSensitivity'];
    readonly robustness: SessionState['robustness'];
  }) {
  const of = useOpened(({ sensitive }) => sensitive);
  return (
    <>
      <div className="view-tools">
        <Segmented
          label="Sensitive to"
          options={SENSITIVE}
          value={of}
          onChange={(sensitive) => open({ sensitive })}
        />
      </div>
      {of === 'platforms' ? (
        // What is chosen is forgotten with the kind of platform.
        <RobustView
          key={String(isDevice)}
          view={robustness}
          isDevice={isDevice}
          outdated={ofPlatforms}
          {...props}
        />
      ) : isDevice ? (
        <MachineSensitivity view={view} outdated={ofMachine} {...props} />
      ) : (
        <SensitivityView outdated={ofConstants} {...props} />
      )}
    </>
  );
}

/** The map; schedules of a cell are searched beside it. */
function SearchedMap({
  searchSchedules,
  ...props
}: Omit<ComponentProps<typeof MapView>, 'onSchedules'> & Pick<Commands, 'searchSchedules'>) {
  return (
    <MapView {...props} onSchedules={(values) => searchSchedulesOf({ searchSchedules }, values)} />
  );
}

/** How the answer was searched for; a check of its level stands beside it. */
function CheckedSearch({
  checkLevel,
  ...props
}: Omit<ComponentProps<typeof SearchView>, 'onCheckLevel'> & Pick<Commands, 'checkLevel'>) {
  return (
    <SearchView
      {...props}
      onCheckLevel={() => {
        open({ results: 'level' });
        checkLevel();
      }}
    />
  );
}

const showSpan = ({ start }: Span): void => showPlace(start);

const kernelRuns = ({ history }: SessionState) => ({ runs: ofKernels(history) });

/** The views of the results: tabs, palette and pane read this table. */
export const RESULT_VIEWS = [
  {
    id: 'map',
    label: 'Map',
    View: orPicking(
      ofRun(
        fed(SearchedMap, (state) => ({
          configurations: state.run.configurations,
          isRunning: state.run.phase === 'running',
          unkept: state.run.unkept,
          open: state.trace.values,
          spoiled: spoiledBy(state),
          ...{ derived: state.derived, measured: state.measured },
        })),
      ),
    ),
  },
  {
    id: 'time',
    label: 'Time',
    View: ofRun(fed(TimeView, ({ run, trace }) => ({ trace, optima: run.result?.optima }))),
  },
  { id: 'machine', label: 'Machine', View: MachinePane },
  {
    id: 'search',
    label: 'Search',
    View: fed(CheckedSearch, (state) => ({
      ...{ run: state.run, levelCheck: state.levelCheck, derived: state.derived },
      outdated: by('run')(state),
    })),
  },
  {
    id: 'sensitivity',
    label: 'Sensitivity',
    View: fed(Sensitivity, (state) => ({
      ...{ sensitivity: state.sensitivity, machineSensitivity: state.machineSensitivity },
      ...{ robustness: state.robustness, derived: state.derived },
      isDevice: state.settings.semantics === 'device',
      ofConstants: by('sensitivity')(state),
      ofMachine: by('machineSensitivity')(state),
      ofPlatforms: by('robustness')(state),
    })),
  },
  {
    id: 'values',
    label: 'Values',
    View: fed(ValuesView, (state) => ({
      view: state.verification,
      optima: presentOptima(state),
      text: state.verification.question?.kernelText ?? state.settings.kernelText,
      kernelName: state.derived.kernelName,
      onPlace: showSpan,
      onSelect: selectPlace,
      outdated: by('verification')(state),
    })),
  },
  {
    id: 'measured',
    label: 'Measured',
    View: ofRun(
      fed(MeasuredView, ({ measured, run }) => ({
        view: measured,
        configurations: run.configurations,
      })),
    ),
  },
  {
    id: 'shortlist',
    label: 'Shortlist',
    View: ofRun(fed(ShortlistView, ({ run, measured, derived }) => ({ run, measured, derived }))),
  },
  { id: 'runs', label: 'Runs', View: fed(RunsView, kernelRuns) },
] as const;

/** Side questions: each is a view while it is asked, and closed gives its place back. */
const SIDE_VIEWS = [
  {
    id: 'schedules',
    label: 'Schedules',
    isOpen: ({ schedules }: SessionState) => schedules.phase !== 'none',
    View: fed(SchedulesView, (state) => ({
      schedules: state.schedules,
      outdated: by('schedules')(state),
    })),
  },
  {
    id: 'level',
    label: 'Level check',
    isOpen: ({ levelCheck }: SessionState) => levelCheck.phase !== 'none',
    View: fed(LevelCheck, (state) => ({
      levelCheck: state.levelCheck,
      outdated: by('levelCheck')(state),
    })),
  },
] as const;

/** What is known of the configurations, and how the search came to it. */
export function ResultsPane() {
  const wanted = useOpened(({ results }) => results);
  const sides = useSessionState(
    useShallow((state) => SIDE_VIEWS.filter(({ isOpen }) => isOpen(state))),
  );
  const views = [...RESULT_VIEWS, ...sides];
  // What is closed gives the place back to the first view.
  const shown = views.some(({ id }) => id === wanted) ? wanted : RESULT_VIEWS[0].id;
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
            {views.map(({ id, label }) => (
              <Tab key={id} id={id} className="tab">
                {label}
              </Tab>
            ))}
          </TabList>
          <TabOverflow />
          <FillButton id="results" />
        </div>
        {views.map(({ id, label, View }) => (
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
