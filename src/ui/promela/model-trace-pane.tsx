import { useEffect, useMemo } from 'react';
import { Button } from 'react-aria-components';
import {
  isOfOtherModel,
  MODEL_CHECK,
  type ModelCheckView,
  type ModelOpening,
  MODEL_OPENING,
  type ModelView,
} from '../../session/promela/model-view.ts';
import { configurationsInWords } from '../../base/words.ts';
import { spanOfLine } from '../../base/span.ts';
import { MODEL_RUN, type ModelRunView } from '../../session/model-run/model-run-view.ts';
import { modelRun, plainStatement } from '../../trace/index.ts';
import { Automata } from '../automaton/automata.tsx';
import { showModelPlace } from '../shared/opened.ts';
import { OutdatedWords } from '../shared/outdated.tsx';
import { FillButton } from '../shared/pane-frame.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { useCommands, useJob, useSessionState } from '../shared/session-context.tsx';
import { SimulationForm, useChoosing } from '../trace/choosing.tsx';
import { kernelLines } from '../trace/kernel-lines.ts';
import { load } from '../trace/moves.ts';
import { RunFrame } from '../trace/run-frame.tsx';
import { StepVariables } from '../trace/step-variables.tsx';
import { useTraceState } from '../trace/trace-state.ts';
import { CHANGED } from './check-words.ts';
import './model-trace-pane.css';

/** A run of an own model: found or simulated. */
export function ModelTracePane() {
  const view = useJob(MODEL_RUN);
  const text = useSessionState(({ model }) => model.document?.text ?? '');
  const opening = useJob(MODEL_OPENING);
  const commands = useCommands();
  const { trace, title, origin, hasC, automata } = view;
  const isOpening = opening.phase === 'running' || opening.phase === 'failed';
  const run = useMemo(() => trace && modelRun(trace), [trace]);
  // A simulation is looked at where it goes on.
  useEffect(() => load(run, origin === 'simulation' ? run?.count : undefined), [run, origin]);
  useEffect(() => () => load(undefined), []);
  const own = useMemo(() => run && { run, title }, [run, title]);
  // Here, since a tab that is left forgets what it had.
  const choosing = useChoosing(view.taken, commands.simulateModel);
  const model = useSessionState((state) => state.model);
  const check = useJob(MODEL_CHECK);
  const outdated = origin === 'trail' ? outdatedInWords(model, check) : undefined;
  const event = useTraceState(({ seen }) => seen.event);
  const onLine = (line: number): void => showModelPlace(spanOfLine(text, line).start);
  return (
    <RunFrame
      id="run"
      label="Run of the model"
      own={isOpening ? undefined : own}
      lines={NO_LINES}
      second={{
        title: 'Automata',
        content: trace && <Automata {...{ automata, trace, event, onLine }} />,
      }}
      tabs={[
        {
          id: 'variables',
          title: 'Variables',
          content: (
            <StepVariables
              note={
                hasC
                  ? 'Variables that only C has are not shown: SPIN does not know them.'
                  : undefined
              }
            />
          ),
        },
        {
          id: 'simulate',
          title: 'Simulate',
          content: <Simulation view={view} choosing={choosing} upTo={event} />,
        },
      ]}
      tab={origin === 'simulation' ? 'simulate' : 'variables'}
      fill={<FillButton id="trace" />}
      onLine={onLine}
      head={
        <>
          <header className="pane-head">
            <h2>{title === '' ? 'Run of the model' : title}</h2>
            <span className="spacer" />
          </header>
          {outdated !== undefined && <OutdatedWords words={outdated} />}
        </>
      }
      isOutdated={outdated !== undefined}
      message={
        isOpening ? (
          <Opening
            opening={opening}
            onCancel={() => commands.cancelJob(MODEL_OPENING)}
            onClose={() => commands.closeJob(MODEL_OPENING)}
          />
        ) : (
          <NoRun view={view} />
        )
      }
    />
  );
}

/** Why a found run is no answer any more. */
function outdatedInWords(
  { trail, document }: ModelView,
  { results }: ModelCheckView,
): string | undefined {
  if (!trail) return undefined;
  if (isOfOtherModel(trail.question, document)) return CHANGED;
  const isOfCheck = results.some((result) => result.trail === trail.packed);
  return trail.values || isOfCheck ? undefined : 'Found by an earlier check.';
}

/** Places of models are lines of their own. */
const NO_LINES = kernelLines(undefined);

/** In the place of a run that is not there yet. */
function NoRun({ view: { phase, message } }: { readonly view: ModelRunView }) {
  const { simulateModel } = useCommands();
  if (phase === 'running') return <PanelMessage icon="hourglass" title="SPIN follows the run" />;
  if (phase === 'failed')
    return (
      <PanelMessage icon="warning" title="The run cannot be shown">
        {message}
      </PanelMessage>
    );
  return (
    <PanelMessage icon="schedules" title="No run yet">
      A check that finds an error opens here the run that leads to it. Or have SPIN run the model:
      <span className="run-begin">
        <Button className="button" onPress={() => simulateModel({ choices: [] })}>
          Choose the steps myself
        </Button>
        <Button className="button" onPress={() => simulateModel({ seed: 1 })}>
          Let SPIN choose
        </Button>
      </span>
    </PanelMessage>
  );
}

interface SimulationProps {
  readonly view: ModelRunView;
  readonly choosing: ReturnType<typeof useChoosing>;
  /** The step at the cursor. */
  readonly upTo: number;
}

/** Free simulation: by a seed, as the user chooses, or from a step of the trail on. */
function Simulation({ view, choosing, upTo }: SimulationProps) {
  const { simulateModel, showTrailAgain } = useCommands();
  const { choices, phase, origin, trail, hasC, message, trace } = view;
  const isBusy = phase === 'running';
  const labels = new Map(trace?.processes.map(({ pid, label }) => [pid, label]));
  const isSimulated = origin === 'simulation';
  if (hasC)
    return (
      <p className="inspector-note">
        The model has C of its own, which SPIN’s simulator does not run. Runs that a check finds are
        followed by the verifier.
      </p>
    );
  return (
    <SimulationForm
      {...{ choosing, isBusy, message }}
      choices={choices?.map(({ number, process, pid, line, statement, isOfTrail }) => ({
        number,
        words: (
          <>
            {labels.get(pid) ?? `${process} ${pid}`}
            {line !== undefined && `, line ${line}`}
            {isOfTrail && <em className="run-loop-word"> as in the trail</em>}
          </>
        ),
        code: plainStatement(statement),
      }))}
      note={
        isSimulated
          ? undefined
          : "SPIN's simulator runs the model: no search, any order that the model allows."
      }
      end={
        !isSimulated || choices || isBusy
          ? undefined
          : trace?.run.isCut === true
            ? 'The run goes on: this is its beginning.'
            : 'The run is over: no step can be taken.'
      }
    >
      {trail && !isSimulated && (
        <Button
          className="button"
          isDisabled={isBusy}
          onPress={() => {
            choosing.forget();
            simulateModel({ upTo });
          }}
        >
          Go on from this step
        </Button>
      )}
      {trail && isSimulated && (
        <Button className="button" isDisabled={isBusy} onPress={showTrailAgain}>
          Back to the trail
        </Button>
      )}
    </SimulationForm>
  );
}

function Opening({
  opening: { phase, values, message },
  onCancel,
  onClose,
}: {
  readonly opening: ModelOpening;
  readonly onCancel: () => void;
  readonly onClose: () => void;
}) {
  const isRunning = phase === 'running';
  return (
    <PanelMessage
      icon={isRunning ? 'hourglass' : 'warning'}
      title={isRunning ? 'SPIN searches for a run' : 'This configuration has no run to show'}
    >
      {isRunning ? `With ${configurationsInWords([values])}.` : message}
      <span className="run-begin">
        <Button className="button" onPress={isRunning ? onCancel : onClose}>
          {isRunning ? 'Cancel' : 'Close'}
        </Button>
      </span>
    </PanelMessage>
  );
}
