import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { Button } from 'react-aria-components';
import type { Commands, ModelRunView, ModelTrace } from '../../session/index.ts';
import { whereTheyPart } from '../../session/index.ts';
import { Automata } from '../automaton/automata.tsx';
import { whole } from '../shared/format.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { savedLayout } from '../shared/saved-layout.ts';
import { Segmented } from '../shared/segmented.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { useNarrow } from '../theme/text-size.ts';
import { isFast, SPEEDS } from '../trace/cursor.ts';
import '../trace/inspector.css';
import { StepSlider } from '../trace/step-slider.tsx';
import { ENDS, PLAY, STEPS, type TraceAction } from '../trace/trace-actions.ts';
import { usePlayed } from '../trace/use-played.ts';
import { RunChart } from './run-chart.tsx';
import {
  type KeptRun,
  lastRunStop,
  openRun,
  runMoves,
  runStore,
  showOnlyMessages,
  useRun,
} from './run-cursor.ts';
import type { RunLayout } from './run-layout.ts';
import { layOutRun } from './run-layout.ts';
import { type ChosenBefore, RunSimulation } from './run-simulation.tsx';
import { RunSteps } from './run-steps.tsx';
import { RunVariables } from './run-variables.tsx';
import { useRunView } from './run-view.ts';
import { stepInWords } from './run-words.ts';
import './model-run.css';

interface Props {
  readonly view: ModelRunView & { readonly trace: ModelTrace };
  readonly onLine: (line: number) => void;
  readonly onSimulate: Commands['simulateModel'];
  readonly onBack: Commands['showTrailAgain'];
}

const CHARTS = { messages: 'Messages', automata: 'Automata', both: 'Both' } as const;

/** A run of any model: played, drawn as messages between its processes, with the automata of the processes, its variables
 * and free simulation beside it. */
export function ModelRun({ view, onLine, onSimulate, onBack }: Props) {
  const { origin, automata } = view;
  useLayoutEffect(() => openRun(view.trace, origin === 'simulation'), [view.trace, origin]);
  useEffect(() => () => openRun(undefined), []);
  const layout = useRun((state) => state.layout);
  const playing = useRun((state) => state.playing);
  const speed = useRun((state) => state.speed);
  usePlayed(playing, speed, runMoves.advance);
  const { event, position } = useRun((state) => state.seen);
  const kept = useRun((state) => state.kept);
  const onlyMessages = useRun((state) => state.onlyMessages);
  const { charts } = useRunView();
  // The one before, until the layout is that of the next: nothing that was typed or opened is left.
  const trace = layout?.trace;
  if (!layout || !trace) return null;
  return (
    <>
      <Playback trace={trace} position={position} />
      <div className="trace-words">
        <Sentence trace={trace} event={event} problem={trace.run.problem} onLine={onLine} />
        <IconButton
          icon="filter"
          label={onlyMessages ? 'Show all steps' : 'Show only messages'}
          isOn={onlyMessages}
          isDisabled={trace.transfers.length === 0}
          onPress={() => showOnlyMessages(!onlyMessages)}
        />
        <IconButton
          icon="pin"
          label={kept ? 'Put the kept run away' : 'Keep this run to compare others with'}
          isOn={kept !== null}
          onPress={() => runStore.setState({ kept: kept ? null : { trace, title: view.title } })}
        />
        <Segmented
          label="Charts"
          options={CHARTS}
          value={charts}
          onChange={(next) => useRunView.setState({ charts: next })}
        />
      </div>
      {kept && kept.trace !== trace && <Comparison trace={trace} kept={kept} />}
      <div className="trace-body">
        <RunPanels
          {...(charts !== 'automata' && {
            messages: <Charts layout={layout} event={event} position={position} kept={kept} />,
          })}
          {...(charts !== 'messages' && {
            automata: <Automata {...{ automata, trace, event, onLine }} />,
          })}
          inspector={<Inspector {...{ view, event, position, kept, onSimulate, onBack }} />}
        />
      </div>
    </>
  );
}

const SPEED_OPTIONS = SPEEDS.filter((speed) => speed <= 128).map((speed) => ({
  id: String(speed),
  label: speed === 1 ? '1 step/s' : `${whole(speed)} steps/s`,
}));

/** Play, and every way to move the cursor. */
function Playback({ trace, position }: { readonly trace: ModelTrace; readonly position: number }) {
  const playing = useRun((state) => state.playing);
  const speed = useRun((state) => state.speed);
  const rounds = useRun((state) => state.rounds);
  const [first, last] = ENDS;
  const [back, forward] = STEPS;
  const play = playing ? ({ ...PLAY, icon: 'pause', label: 'Pause' } as const) : PLAY;
  const { loop } = trace;
  return (
    <div className="playback" role="group" aria-label="Playback">
      {[first, back, play, forward, last].map((action) => (
        <RunButton key={action.id} action={action} />
      ))}
      <StepSlider
        last={Math.max(0, lastRunStop())}
        isDisabled={lastRunStop() < 0}
        live={runStore}
        position={position}
        onScrub={runMoves.seek}
      />
      <span className="run-place" data-testid="run-place">
        {`step ${whole(position + 1)} of ${whole(trace.stops.length)}`}
        {loop &&
          (position >= trace.stopAt(loop.first)
            ? `, in the cycle${rounds > 0 ? `, round ${whole(rounds + 1)}` : ''}`
            : ', before the cycle')}
      </span>
      {loop && (
        <Button className="button small" onPress={() => runMoves.seek(trace.stopAt(loop.first))}>
          Start of cycle
        </Button>
      )}
      <SelectField
        label="Speed"
        labelShown={false}
        options={SPEED_OPTIONS}
        value={String(speed)}
        onChange={(id) => {
          const chosen = SPEEDS.find((each) => String(each) === id);
          if (chosen) runStore.setState({ speed: chosen });
        }}
      />
    </div>
  );
}

function RunButton({ action }: { readonly action: TraceAction }) {
  const isDisabled = !useRun(() => action.isEnabled());
  return <IconButton {...action} onPress={action.run} isDisabled={isDisabled} />;
}

interface SentenceProps {
  readonly trace: ModelTrace;
  readonly event: number;
  readonly problem: string | undefined;
  readonly onLine: (line: number) => void;
}

/** The step at the cursor in words, with its line; at the end what is wrong. */
function Sentence({ trace, event, problem, onLine }: SentenceProps) {
  // What nobody could follow is not told.
  const isQuiet = useRun(isFast);
  const step = trace.step(event);
  if (!step) return <p className="trace-sentence">The run has no steps.</p>;
  const { line, file, printed } = step;
  const isLast = event === trace.stops.at(-1);
  return (
    <div className="trace-sentence" data-testid="run-sentence">
      <p aria-live={isQuiet ? 'off' : 'polite'}>
        {`${stepInWords(trace, event)}.`}
        {file === undefined && line > 0 ? (
          <Button className="button link" onPress={() => onLine(line)}>
            {`line ${line}`}
          </Button>
        ) : (
          file !== undefined && <span className="run-file">{` ${file}, line ${line}`}</span>
        )}
        {isLast && problem !== undefined && (
          <strong className="run-problem">{` ${problem}`}</strong>
        )}
        {isLast && trace.run.isBlocked === true && (
          <strong className="run-problem"> Nobody can go on.</strong>
        )}
        {isLast && trace.run.isCut === true && (
          <span> The run is longer: this is its beginning.</span>
        )}
      </p>
      {printed.length > 0 && <code className="statement">{`prints: ${printed.join(' / ')}`}</code>}
    </div>
  );
}

/** Where the run and the kept one part. */
function Comparison({ trace, kept }: { readonly trace: ModelTrace; readonly kept: KeptRun }) {
  const parting = whereTheyPart(trace, kept.trace);
  if (!parting) return <p className="difference">This run and the kept one take the same steps.</p>;
  const { same, left, right } = parting;
  const here = left === undefined ? 'it has ended' : stepInWords(trace, left);
  const there = right === undefined ? 'it has ended' : stepInWords(kept.trace, right);
  return (
    <p className="difference" data-testid="run-difference">
      {`The first ${whole(same)} steps are the same. Then here: ${here}; in the kept run (${kept.title}): ${there}. `}
      <Button className="button link" onPress={() => runMoves.seek(same)}>
        {`Step ${whole(same + 1)}`}
      </Button>
    </p>
  );
}

interface ChartsProps {
  readonly layout: RunLayout;
  readonly event: number;
  readonly position: number;
  readonly kept: KeptRun | null;
}

/** The chart of the run, and beside it that of the kept one at the same step. */
function Charts({ layout, event, position, kept }: ChartsProps) {
  const { trace } = layout;
  const other = kept && kept.trace !== trace ? kept.trace : undefined;
  const onSeek = (step: number): void => runMoves.seek(trace.stopAt(step));
  return (
    <div className="run-charts">
      <RunChart layout={layout} label="Steps and messages of the run" {...{ event, onSeek }}>
        <RunSteps trace={trace} position={position} />
      </RunChart>
      {other && (
        <RunChart
          layout={layOutRun(other, false)}
          label="Steps and messages of the kept run"
          event={other.stops[Math.min(position, other.stops.length - 1)] ?? 0}
          onSeek={(step) => runMoves.seek(other.stopAt(step))}
        />
      )}
    </div>
  );
}

interface InspectorProps extends Pick<Props, 'view' | 'onSimulate' | 'onBack'> {
  readonly event: number;
  readonly position: number;
  readonly kept: KeptRun | null;
}

/** Beside the charts: variables at the cursor, the steps near it in words, and free simulation. */
function Inspector({ view, event, position, kept, onSimulate, onBack }: InspectorProps) {
  const { trace, origin } = view;
  const [tab, setTab] = useState<string>(origin === 'simulation' ? 'simulate' : 'variables');
  // Here, since a tab that is left forgets what it had.
  const [before, setBefore] = useState<ChosenBefore>([]);
  const other = kept && kept.trace !== trace ? kept : null;
  const keptEvent = other?.trace.stops[Math.min(position, other.trace.stops.length - 1)] ?? 0;
  return (
    <Tabs
      className="inspector tabs"
      selectedKey={tab}
      onSelectionChange={(key) => setTab(String(key))}
    >
      <TabList className="tab-list small" aria-label="Beside the charts">
        <Tab id="variables" className="tab">
          Variables
        </Tab>
        <Tab id="steps" className="tab">
          Steps
        </Tab>
        <Tab id="simulate" className="tab">
          Simulate
        </Tab>
      </TabList>
      <TabPanel id="variables" className="inspector-panel">
        <RunVariables trace={trace} event={event} kept={other} keptEvent={keptEvent} />
      </TabPanel>
      <TabPanel id="steps" className="inspector-panel">
        <RunSteps trace={trace} position={position} onSeek={runMoves.seek} />
      </TabPanel>
      <TabPanel id="simulate" className="inspector-panel">
        <RunSimulation
          view={view}
          before={before}
          onBefore={setBefore}
          upTo={origin === 'trail' ? event : undefined}
          onSimulate={onSimulate}
          onBack={onBack}
        />
      </TabPanel>
    </Tabs>
  );
}

/** Lifelines need more room than states. */
const SIZES: Readonly<Record<string, number | string>> = { inspector: 216, messages: '46%' };

/** Panels side by side by their names, with sizes that are kept. */
function RunPanels(panels: {
  readonly messages?: ReactNode;
  readonly automata?: ReactNode;
  readonly inspector: ReactNode;
}) {
  // On a phone they stand one under the other.
  const stacked = useNarrow(600);
  const kind = stacked ? 'overtime-run-stacked' : 'overtime-run';
  const layout = savedLayout(kind, Object.keys(panels), true);
  return (
    <Group id="run" orientation={stacked ? 'vertical' : 'horizontal'} {...layout}>
      {Object.entries(panels).flatMap(([id, content], index) => [
        ...(index > 0
          ? [
              <Separator
                key={`before-${id}`}
                className="splitter"
                aria-label={`${stacked ? 'Height' : 'Width'} of the ${id}`}
              />,
            ]
          : []),
        <Panel
          key={id}
          id={id}
          minSize={stacked ? 120 : 160}
          {...(SIZES[id] !== undefined && { defaultSize: SIZES[id] })}
        >
          {content}
        </Panel>,
      ])}
    </Group>
  );
}
