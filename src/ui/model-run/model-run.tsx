import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Button } from 'react-aria-components';
import type { Commands, ModelRunView, ModelTrace } from '../../session/index.ts';
import { whereTheyPart } from '../../session/index.ts';
import { Automata } from '../automaton/automata.tsx';
import type { Picture } from '../drawing/picture.ts';
import { usePalette } from '../drawing/palette.ts';
import { whole } from '../shared/format.ts';
import { FormatsMenu, PICTURE_FORMATS } from '../shared/formats-menu.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { SidePanels } from '../shared/side-panels.tsx';
import { useChoosing } from '../trace/choosing.tsx';
import { isFast } from '../trace/cursor.ts';
import { FindField } from '../trace/find-field.tsx';
import '../trace/inspector.css';
import { Playback } from '../trace/playback.tsx';
import { StepSlider } from '../trace/step-slider.tsx';
import type { TraceAction } from '../trace/trace-actions.ts';
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
import { RunSimulation } from './run-simulation.tsx';
import { RunSteps } from './run-steps.tsx';
import { RunVariables } from './run-variables.tsx';
import { foundStop, stepInWords } from './run-words.ts';
import { useRunView } from './run-view.ts';
import './model-run.css';

interface Props {
  /** What lets it fill the window. */
  readonly fill: ReactNode;
  readonly view: ModelRunView & { readonly trace: ModelTrace };
  readonly onLine: (line: number) => void;
  readonly onSimulate: Commands['simulateModel'];
  readonly onBack: Commands['showTrailAgain'];
}

const FORMATS = { 'What is seen': PICTURE_FORMATS } as const;

const CHARTS = { messages: 'Messages', automata: 'Automata', both: 'Both' } as const;

/** A run of any model: played, drawn as messages between its processes, with the automata of the processes, its variables
 * and free simulation beside it. */
export function ModelRun({ fill, view, onLine, onSimulate, onBack }: Props) {
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
  const picture = useRef<Picture>(null);
  const { surface: ground } = usePalette();
  // The one before, until the layout is that of the next: nothing that was typed or opened is left.
  const trace = layout?.trace;
  if (!layout || !trace) return null;
  return (
    <>
      <header className="pane-head">
        <h2>{view.title}</h2>
        <span className="spacer" />
        <FindField
          what="step"
          isDisabled={lastRunStop() < 0}
          onFind={(text, direction) => {
            const found = foundStop(trace, runStore.getState().position, text, direction);
            runMoves.seek(found);
            return found !== undefined;
          }}
        />
        <FormatsMenu
          formats={FORMATS}
          saved={() => (picture.current ? { picture: picture.current, ground } : undefined)}
          isDisabled={charts === 'automata'}
        />
        {fill}
      </header>
      <RunPlayback trace={trace} position={position} />
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
        <SidePanels
          id="run"
          panels={{
            messages:
              charts === 'automata' ? undefined : (
                <Charts {...{ layout, event, position, kept, picture }} />
              ),
            automata:
              charts === 'messages' ? undefined : (
                <Automata {...{ automata, trace, event, onLine }} />
              ),
            inspector: <Inspector {...{ view, event, position, kept, onSimulate, onBack }} />,
          }}
          sizes={SIZES}
        />
      </div>
    </>
  );
}

function Move({ action }: { readonly action: TraceAction }) {
  const isDisabled = !useRun(() => action.isEnabled());
  return <IconButton {...action} onPress={action.run} isDisabled={isDisabled} />;
}

/** Play, and every way to move the cursor. */
function RunPlayback({
  trace,
  position,
}: {
  readonly trace: ModelTrace;
  readonly position: number;
}) {
  const playing = useRun((state) => state.playing);
  const speed = useRun((state) => state.speed);
  const rounds = useRun((state) => state.rounds);
  const { loop } = trace;
  return (
    <Playback
      {...{ playing, speed, Move }}
      fastest={128}
      onSpeed={(next) => runStore.setState({ speed: next })}
    >
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
    </Playback>
  );
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
  readonly picture: RefObject<Picture | null>;
}

/** The chart of the run, and beside it that of the kept one at the same step. */
function Charts({ layout, event, position, kept, picture }: ChartsProps) {
  const { trace } = layout;
  const other = kept && kept.trace !== trace ? kept.trace : undefined;
  const onSeek = (step: number): void => runMoves.seek(trace.stopAt(step));
  return (
    <div className="run-charts">
      <RunChart
        layout={layout}
        label="Steps and messages of the run"
        {...{ event, onSeek, picture }}
      >
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
  const choosing = useChoosing(view.taken, onSimulate);
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
        <RunVariables {...{ trace, event, kept: other, keptEvent }} hasC={view.hasC} />
      </TabPanel>
      <TabPanel id="steps" className="inspector-panel">
        <RunSteps trace={trace} position={position} onSeek={runMoves.seek} />
      </TabPanel>
      <TabPanel id="simulate" className="inspector-panel">
        <RunSimulation
          view={view}
          choosing={choosing}
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
