import { type ComponentType, useEffect, useMemo } from 'react';
import { Button } from 'react-aria-components';
import { valuesInWords } from '../../base/words.ts';
import type { KernelLines, Trace } from '../../trace/index.ts';
import { LanesPicture } from '../machine/lanes-picture.tsx';
import { useCommands, useJob, useLanguage, useSessionState } from '../shared/session-context.tsx';
import { choiceInWords } from './choice-words.ts';
import { SimulationForm, useChoosing } from './choosing.tsx';
import type { InspectorTab } from './inspector.tsx';
import { kernelLines, textOfRun } from './kernel-lines.ts';
import { useTraceState, useTraceView } from './trace-state.ts';
import { Variables } from './variables.tsx';
import { TRACE } from '../../session/views/trace-view.ts';
import { jobOf } from '../../session/jobs/job.ts';

interface Props {
  readonly trace: Trace;
}

/** Beside the charts of a kernel's run over model time. */
export const TIME_TABS: readonly InspectorTab[] = [
  { id: 'variables', title: 'Variables', content: <OfTime Panel={VariablesAtCursor} /> },
  { id: 'lanes', title: 'Lanes', content: <OfTime Panel={LanesAtCursor} /> },
  { id: 'simulate', title: 'Simulate', content: <Simulation /> },
];

/** A panel of the run that is open. */
function OfTime({ Panel }: { readonly Panel: ComponentType<Props> }) {
  const trace = useTraceState(({ layout }) => layout?.run.timed);
  return trace && <Panel trace={trace} />;
}

/** Steps that the verifier follows within a frame or two. */
const MANY_STEPS = 50_000;
/** Milliseconds. */
const REST = 200;

/** Looks variables up. It draws nothing, so that the cursor's moves redraw nothing. */
function Inspecting({ trace, step }: { readonly trace: Trace; readonly step: number }): null {
  const { inspect } = useCommands();
  useEffect(() => {
    if (step <= 0) return undefined;
    if (trace.columns.steps >= MANY_STEPS) {
      // A long trail takes a while to follow: once the cursor rests.
      const timer = setTimeout(() => inspect(step), REST);
      return () => clearTimeout(timer);
    }
    inspect(step);
    return undefined;
  }, [inspect, step, trace]);
  return null;
}

function VariablesAtCursor({ trace }: Props) {
  const { inspection, uninspected } = useSessionState((state) => state.explorer);
  const isSimulated = useSessionState((state) => jobOf(state, TRACE).origin === 'simulation');
  const { watches, promela = false } = useTraceView();
  const { event, step: own, line } = useTraceState((state) => state.seen);
  const lines = useKernelLines();
  // A message has happened when it has been received, a step later; SPIN's simulator counts both halves as one.
  const step = line !== undefined || isSimulated ? own : trace.stepAfter(event);
  return (
    <>
      <Inspecting trace={trace} step={step} />
      <Variables
        {...{ trace, event, step, lines, promela, watches }}
        found={inspection}
        unfound={uninspected}
        onWatches={setWatches}
      />
    </>
  );
}

const setWatches = (watches: string[]): void => {
  useTraceView.setState({ watches });
};

/** Where the lanes of a warp touch memory by the accesses of the step at the cursor. */
function LanesAtCursor({ trace }: Props) {
  const language = useLanguage();
  const values = useSessionState((state) => jobOf(state, TRACE).values);
  const event = useTraceState((state) => state.seen.event);
  const view = useMemo(() => language.onMachine(values), [language, values]);
  const place = event < trace.columns.count ? trace.event(event) : undefined;
  const kernel = place && 'kernel' in place ? place.kernel : undefined;
  if (typeof view !== 'object')
    return <p className="lanes-none">Lanes are those of the semantics Device.</p>;
  const touched = view.accesses.filter(
    ({ span }) => kernel && span.start < kernel.end && kernel.start < span.end,
  );
  if (touched.length === 0)
    return <p className="lanes-none">This step touches no memory: go on to one that does.</p>;
  return (
    <div className="lanes-here" tabIndex={0} role="group" aria-label="Lanes at the cursor">
      {touched.map((access, at) => (
        <LanesPicture key={at} access={access} machine={view.machine} />
      ))}
    </div>
  );
}

/** Runs of SPIN's simulator: by a seed, or step by step as the user chooses. */
function Simulation() {
  const { simulate, showTraceOf } = useCommands();
  const { values = {}, phase, origin, trace } = useJob(TRACE);
  const { choices, taken = [] } = useSessionState((state) => state.explorer);
  const lines = useKernelLines();
  const isBusy = phase === 'running';
  const isSimulated = origin === 'simulation';
  const choosing = useChoosing(taken, (plan) => simulate(plan, values));
  return (
    <SimulationForm
      {...{ choosing, isBusy }}
      choices={choices?.map((choice) => ({
        number: choice.number,
        words: choiceInWords(trace, choice, lines),
        code:
          choice.line === undefined ? choice.statement : `${choice.statement}, line ${choice.line}`,
      }))}
      note={`A run of ${valuesInWords(values)} by SPIN's simulator: no search, any order of steps that the model allows.`}
      end={
        isSimulated && !choices && !isBusy ? 'The run is over: no step can be taken.' : undefined
      }
    >
      <Button
        className="button"
        isDisabled={!isSimulated || isBusy}
        onPress={() => showTraceOf(values)}
      >
        Back to the search&rsquo;s run
      </Button>
    </SimulationForm>
  );
}

/** The lines of the text that the run was of. */
export function useKernelLines(): KernelLines {
  const text = useSessionState(textOfRun);
  return useMemo(() => kernelLines(text), [text]);
}
