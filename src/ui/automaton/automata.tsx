import { Suspense, useMemo, useState } from 'react';
import { type Automaton, claimLabel, type ModelTrace, placeAfter } from '../../trace/index.ts';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { fetched } from '../shared/fetched.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { SelectField } from '../shared/select-field.tsx';
import './automaton.css';

/** The picture comes with a library that places its parts. */
const AutomatonGraph = fetched(() => import('./automaton-graph.tsx'), 'default');

interface Props {
  /** Absent until they are read. */
  readonly automata: readonly Automaton[] | undefined;
  readonly trace: ModelTrace;
  /** The step at the cursor. */
  readonly event: number;
  readonly onLine: (line: number) => void;
}

const FOLLOW = 'follow';
const NOWHERE: Places = { here: new Map() };

interface Places {
  /** Processes by the state that they are at. */
  readonly here: ReadonlyMap<number, readonly string[]>;
  /** The transition that the step at the cursor took. */
  readonly taken?: number | undefined;
}

/** The automaton of a process, that of the cursor's own or a chosen one, with where its processes stand. */
export function Automata({ automata, trace, event, onLine }: Props) {
  const [chosen, setChosen] = useState(FOLLOW);
  const own = trace.processOf(event);
  const automaton =
    automata?.find(({ name }) => name === (chosen === FOLLOW ? own?.name : chosen)) ??
    automata?.find(({ name }) => name === own?.name) ??
    automata?.[0];
  const { here, taken } = useMemo(
    () => (automaton ? placesOf(automaton, trace, event) : NOWHERE),
    [automaton, trace, event],
  );
  if (!automata || !automaton)
    return <PanelMessage title="SPIN writes the automata of the processes" />;
  return (
    <div className="column whole">
      <div className="automata-head">
        <SelectField
          label="Automaton"
          labelShown={false}
          options={[
            { id: FOLLOW, label: 'Of the step', help: 'The process that takes the step' },
            // A claim only watches.
            ...automata
              .toSorted((a, b) => Number(a.isClaim) - Number(b.isClaim))
              .map(({ name, isClaim }) => ({ id: name, label: isClaim ? claimLabel(name) : name })),
          ]}
          value={chosen}
          onChange={setChosen}
        />
        <span className="automata-note" data-testid="automaton-places">
          {wordsOf(automaton, here)}
        </span>
      </div>
      <ErrorBoundary what="the automaton">
        <Suspense fallback={<PanelMessage title="Drawing the automaton" />}>
          <AutomatonGraph {...{ automaton, here, taken, onLine }} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

const wordsOf = (
  { name, states }: Automaton,
  here: ReadonlyMap<number, readonly string[]>,
): string => {
  const places = [...here].map(([state, who]) => {
    const line = states.find(({ id }) => id === state)?.line ?? 0;
    return `${who.join(', ')} at state ${state}${line > 0 ? `, line ${line}` : ''}`;
  });
  return places.length === 0 ? `${name}: nobody is here now` : places.join('; ');
};

/** Where the processes of an automaton stand after a step, and what the step's own process did. */
function placesOf(automaton: Automaton, trace: ModelTrace, event: number): Places {
  const here = new Map<number, string[]>();
  let taken: number | undefined;
  trace.processes.forEach((process, index) => {
    if (process.name !== automaton.name) return;
    const last = trace.lastOf(index, event);
    if (last?.ends === true || (!last && trace.startOf(index) > event)) return;
    const place = placeAfter(automaton, last);
    if (!place) return;
    here.set(place.state, [...(here.get(place.state) ?? []), process.label]);
    if (trace.step(event)?.process === index) taken = place.transition;
  });
  return { here, taken };
}
