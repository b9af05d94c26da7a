import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Span } from '../../base/span.ts';
import { caveatsOf, spoiling } from '../../session/caveats/caveats.ts';
import type { Commands } from '../../session/core.ts';
import { ofKernels } from '../../session/kept/history-schema.ts';
import type { SessionState } from '../../session/state.ts';
import { presentOptima } from '../../session/views/judged.ts';
import { PickMap } from '../lessons/pick-map.tsx';
import { usePicking } from '../lessons/picking.ts';
import { open, selectPlace, showPlace, useOpened } from '../shared/opened.ts';
import { Outdated } from '../shared/outdated.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { Subviews, Tabbed } from '../shared/tabbed.tsx';
import { useCommands, useJob, useSessionState } from '../shared/session-context.tsx';
import { by, ofJob } from './job-pane.tsx';
import './results-pane.css';
import './map-view.css';
import './time-view.css';
import { searchSchedulesOf } from './proof-actions.ts';
import {
  LevelCheck,
  MachinePane,
  MachineSensitivity,
  MapView,
  MeasuredView,
  NextView,
  OfProposed,
  OnGpu,
  RobustView,
  RunsView,
  SchedulesView,
  SearchView,
  SensitivityView,
  ShortlistView,
  TimeView,
  ValuesView,
} from './result-views.ts';
import { type KnownSplit, useSplits } from './splits.ts';
import { isOnMachine } from '../../platform/index.ts';
import { jobOf } from '../../session/jobs/job.ts';
import { SENSITIVITY } from '../../session/jobs/sensitivity.ts';
import { MACHINE_SENSITIVITY } from '../../session/jobs/machine-sensitivity.ts';
import { ROBUSTNESS } from '../../session/jobs/robustness.ts';
import { LEVEL_CHECK } from '../../session/jobs/level-check.ts';
import { SCHEDULES } from '../../session/jobs/schedules.ts';
import { NEXT } from '../../session/measured/next.ts';
import { VALUE_TRACE, VERIFICATION } from '../../session/jobs/verification.ts';
import { outdatedJob, outdatedRun } from '../../session/outdated.ts';
import { TRACE } from '../../session/views/trace-view.ts';

interface Splits {
  readonly splits: readonly KnownSplit[];
}

/** Faults of the run's kernel; unknown under other settings. */
const spoiledBy = (state: SessionState): string | undefined =>
  outdatedRun(state) ? undefined : spoiling(caveatsOf(state))[0]?.words;

/** Dims a view of the run once the settings change. */
function ofRun(View: ComponentType<Splits>): ComponentType<Splits> {
  return function OfRun(splits) {
    const words = useSessionState(by(outdatedRun));
    return (
      <Outdated words={words}>
        <View {...splits} />
      </Outdated>
    );
  };
}

/** A lesson's task may take the map's place. */
function orPicking(View: ComponentType<Splits>): ComponentType<Splits> {
  return function OrPicking(splits) {
    const isPicking = usePicking(({ cells }) => cells.length > 0);
    return isPicking ? <PickMap /> : <View {...splits} />;
  };
}

/** Connects a view to the session's state and commands. */
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

const Constants = ofJob(SENSITIVITY, SensitivityView);
const Machine = ofJob(MACHINE_SENSITIVITY, MachineSensitivity);
const Platforms = ofJob(ROBUSTNESS, RobustView);

/** Sensitivity to constants, machine constants or platforms. */
function Sensitivity() {
  const of = useOpened(({ sensitive }) => sensitive);
  const onMachine = useSessionState(({ settings }) => isOnMachine(settings.semantics));
  return (
    <>
      <div className="view-tools row">
        <Segmented
          label="Sensitive to"
          options={SENSITIVE}
          value={of}
          onChange={(sensitive) => open({ sensitive })}
        />
      </div>
      {of === 'platforms' ? (
        // The choice is per kind of platform.
        <Platforms key={String(onMachine)} />
      ) : onMachine ? (
        <Machine />
      ) : (
        <Constants />
      )}
    </>
  );
}

/** The map; schedules of a cell are searched beside it. */
function SearchedMap({
  ask,
  ...props
}: Omit<ComponentProps<typeof MapView>, 'onSchedules'> & Pick<Commands, 'ask'>) {
  return <MapView {...props} onSchedules={(values) => searchSchedulesOf({ ask }, values)} />;
}

/** The search, with the check of its level. */
function CheckedSearch({
  ask,
  ...props
}: Omit<ComponentProps<typeof SearchView>, 'onCheckLevel'> & Pick<Commands, 'ask'>) {
  return (
    <SearchView
      {...props}
      onCheckLevel={() => {
        open({ results: 'level' });
        ask(LEVEL_CHECK);
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
          isPassing: state.run.isPassing === true,
          unkept: state.run.unkept,
          open: jobOf(state, TRACE).values,
          spoiled: spoiledBy(state),
          derived: state.derived,
          measured: state.measured,
        })),
      ),
    ),
  },
  {
    id: 'time',
    label: 'Time',
    View: ofRun(
      fed(TimeView, (state) => ({ trace: jobOf(state, TRACE), optima: state.run.result?.optima })),
    ),
  },
  { id: 'machine', label: 'Machine', View: MachinePane },
  {
    id: 'search',
    label: 'Search',
    View: fed(CheckedSearch, (state) => ({
      run: state.run,
      levelCheck: jobOf(state, LEVEL_CHECK),
      derived: state.derived,
      outdated: by(outdatedRun)(state),
    })),
  },
  { id: 'sensitivity', label: 'Sensitivity', View: Sensitivity },
  {
    id: 'values',
    label: 'Values',
    View: fed(ValuesView, (state) => ({
      view: jobOf(state, VERIFICATION),
      optima: presentOptima(state),
      text: jobOf(state, VERIFICATION).question?.kernelText ?? state.settings.kernelText,
      kernelName: state.derived.kernelName,
      onPlace: showSpan,
      onSelect: selectPlace,
      outdated: by(outdatedJob(VERIFICATION))(state),
    })),
  },
  {
    id: 'next',
    label: 'Next',
    View: fed(NextView, (state) => ({
      measurer: OfProposed,
      view: jobOf(state, NEXT),
      measured: state.measured,
      run: state.run,
      derived: state.derived,
      outdated: by(outdatedJob(NEXT))(state),
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
  { id: 'gpu', label: 'On this GPU', View: OnGpu },
  { id: 'runs', label: 'Runs', View: fed(RunsView, kernelRuns) },
] as const;

/** Side questions have a tab while they are open. */
const SIDE_VIEWS = [
  { id: 'schedules', label: 'Schedules', job: SCHEDULES, View: ofJob(SCHEDULES, SchedulesView) },
  { id: 'level', label: 'Level check', job: LEVEL_CHECK, View: ofJob(LEVEL_CHECK, LevelCheck) },
] as const;

type ViewId = (typeof RESULT_VIEWS | typeof SIDE_VIEWS)[number]['id'] | 'run';

interface Group {
  readonly id: string;
  readonly label: string;
  /** The first is shown first. */
  readonly views: readonly ViewId[];
  /** Its tab is there while it is looked at: the answer's own line opens it. */
  readonly isOnDemand?: true;
}

/** One thing at a time, and what belongs to it. */
const GROUPS: readonly Group[] = [
  { id: 'map', label: 'Map', views: ['map'] },
  { id: 'why', label: 'Why', views: ['time', 'machine', 'sensitivity'] },
  { id: 'right', label: 'Right?', views: ['values', 'schedules'] },
  { id: 'measure', label: 'Measure', views: ['next', 'measured', 'shortlist', 'gpu'] },
  { id: 'run', label: 'Run', views: ['run'] },
  { id: 'search', label: 'Search', views: ['search', 'level', 'runs'], isOnDemand: true },
];

const groupWith = (view: string): Group | undefined =>
  GROUPS.find(({ views }) => views.some((id) => id === view));

interface PaneProps {
  /** The run, where it has no place of its own. */
  readonly run?: ReactNode;
}

/** What there is to see of the answer. */
export function ResultsPane({ run }: PaneProps) {
  const wanted = useOpened(({ results }) => results);
  const sides = useSessionState(
    useShallow((state) =>
      SIDE_VIEWS.filter(({ job }) => (state.jobs[job.id]?.phase ?? 'none') !== 'none'),
    ),
  );
  const hasRun = run !== undefined;
  const { finding } = useJob(VALUE_TRACE);
  // The failing run is played where runs are.
  useEffect(() => {
    if (finding && hasRun) open({ results: 'run' });
  }, [finding, hasRun]);
  const [last, setLast] = useState<Readonly<Record<string, string>>>({});
  const views = [...RESULT_VIEWS, ...sides];
  const isThere = (id: string): boolean =>
    id === 'run' ? hasRun : views.some((view) => view.id === id);
  // A closed view gives way to the first.
  const shown = isThere(wanted) ? wanted : RESULT_VIEWS[0].id;
  const splits = useSplits(
    useSessionState((state) => jobOf(state, TRACE).trace),
    useSessionState((state) => jobOf(state, TRACE).values),
    useSessionState((state) => state.run.startedAt),
  );
  const groups = GROUPS.filter(
    (group) => group.views.some(isThere) && !(group.isOnDemand && groupWith(shown) !== group),
  );
  const contentOf = ({ views: ids, label }: Group): ReactNode => {
    if (ids.includes('run')) return run;
    const inside = ids.flatMap((id) => views.filter((view) => view.id === id));
    if (inside.length === 1) return inside.map(({ id, View }) => <View key={id} splits={splits} />);
    return (
      <Subviews
        label={label}
        shown={shown}
        views={inside.map(({ id, label: name, View }) => ({
          id,
          label: name,
          content: <View splits={splits} />,
        }))}
        onShow={(results) => open({ results })}
      />
    );
  };
  return (
    <Tabbed
      pane="results"
      label="Results"
      panelClass="tab-panel results-body column"
      shown={groupWith(shown)?.id ?? 'map'}
      onShow={(id) => {
        const before = groupWith(shown);
        if (before) setLast((known) => ({ ...known, [before.id]: shown }));
        const group = GROUPS.find((one) => one.id === id);
        const [first] = group?.views ?? [];
        const results = last[id] !== undefined && isThere(last[id]) ? last[id] : first;
        if (results !== undefined) open({ results });
      }}
      views={groups.map((group) => ({
        id: group.id,
        label: group.label,
        content: contentOf(group),
      }))}
    />
  );
}
