import { useEffect, useMemo } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { LanesPicture } from '../machine/lanes-picture.tsx';
import type { Trace } from '../../session/index.ts';
import { kernelLines, type KernelLines, textOfRun } from './kernel-lines.ts';
import { useCommands, useLanguage, useSessionState } from '../shared/session-context.tsx';
import { EventList } from './event-list.tsx';
import { moves } from './moves.ts';
import type { SequenceLayout } from './sequence-layout.ts';
import { SimulationPanel } from './simulation-panel.tsx';
import { useTraceState, useTraceView } from './trace-state.ts';
import { Variables } from './variables.tsx';
import './inspector.css';

interface Props {
  readonly layout: SequenceLayout;
}

const TABS = [
  { id: 'variables', title: 'Variables', Content: VariablesAtCursor },
  { id: 'events', title: 'Events', Content: EventsAtCursor },
  { id: 'lanes', title: 'Lanes', Content: LanesAtCursor },
  { id: 'simulate', title: 'Simulate', Content: Simulation },
];

/** Beside the charts: variables at the cursor, the events near it in words, and free simulation. */
export function InspectorPane(props: Props) {
  return (
    <Tabs className="inspector tabs">
      <TabList className="tab-list small" aria-label="Beside the charts">
        {TABS.map(({ id, title }) => (
          <Tab key={id} id={id} className="tab">
            {title}
          </Tab>
        ))}
      </TabList>
      {TABS.map(({ id, Content }) => (
        <TabPanel key={id} id={id} className="inspector-panel">
          <Content {...props} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

/** Steps that the verifier follows within a frame or two. */
const MANY_STEPS = 50_000;
/** Milliseconds. */
const REST = 200;

/** Has the variables after a step looked up. It draws nothing, so that nothing is drawn again where the
 * cursor only moves on. */
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

function VariablesAtCursor({ layout: { trace } }: Props) {
  const { inspection, uninspected } = useSessionState((state) => state.explorer);
  const isSimulated = useSessionState((state) => state.trace.origin === 'simulation');
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

function EventsAtCursor({ layout }: Props) {
  const position = useTraceState((state) => state.seen.position);
  const lines = useKernelLines();
  const promela = useTraceView((state) => state.promela ?? false);
  return <EventList {...{ layout, position, lines, promela }} onSeek={moves.seek} />;
}

/** Where the lanes of a warp touch memory by the accesses of the step at the cursor. */
function LanesAtCursor({ layout: { trace } }: Props) {
  const language = useLanguage();
  const values = useSessionState((state) => state.trace.values);
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

function Simulation() {
  const { simulate, showTraceOf } = useCommands();
  const view = useSessionState((state) => state.trace);
  const explorer = useSessionState((state) => state.explorer);
  const { values = {} } = view;
  const lines = useKernelLines();
  return (
    <SimulationPanel
      view={view}
      explorer={explorer}
      lines={lines}
      onSimulate={(plan) => simulate(plan, values)}
      onBack={() => showTraceOf(values)}
    />
  );
}

function useKernelLines(): KernelLines {
  const text = useSessionState(textOfRun);
  return useMemo(() => kernelLines(text), [text]);
}
