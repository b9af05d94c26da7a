import { useState } from 'react';
import type { Inspection } from '../../session/state.ts';
import {
  EVENT,
  type KernelLines,
  type ShownVariable,
  type Trace,
  type VariableGroup,
  variablesOf,
} from '../../trace/index.ts';
import { whole } from '../../base/words.ts';
import { type ListedVariable, Note, VariableGroup as Group } from './variable-group.tsx';
import { Watches } from './watches.tsx';

/** Variables of more processes are not listed one by one: those of the cursor's own come first. */
const MOST_PROCESSES = 12;

interface Props {
  readonly trace: Trace;
  /** The event at the cursor, and the step after which it has happened. */
  readonly event: number;
  readonly step: number;
  /** Last look-up, perhaps of another step. */
  readonly found: Inspection | undefined;
  /** The last look-up that found nothing, and why. */
  readonly unfound: { readonly step: number; readonly why: string } | undefined;
  readonly lines: KernelLines;
  /** Shows the model's bookkeeping as well. */
  readonly promela: boolean;
  readonly watches: readonly string[];
  readonly onWatches: (watches: string[]) => void;
}

/** Variables at the cursor and where processes stand, or why there are none. */
export function Variables(props: Props) {
  const { trace, event, step, found, unfound, lines, promela, watches, onWatches } = props;
  const now = found?.step === step ? found : undefined;
  const [[shown, before], setShown] = useState<readonly (Inspection | undefined)[]>([now]);
  if (now && now !== shown) setShown([now, shown]);
  if (step <= 0) return <Note words="The run has not begun." />;
  if (!now) {
    return (
      <Note
        words={
          unfound?.step === step
            ? `There are no values here. ${unfound.why}`
            : 'Looking the variables up'
        }
      />
    );
  }
  const { kind, pid, other } = trace.columns;
  /** Processes that the step is about. */
  const about = [pid[event] ?? -1, ...(kind[event] === EVENT.message ? [other[event] ?? -1] : [])];
  const groups = variablesOf(trace, now, about);
  const old = before && variablesOf(trace, before);
  const near = groups.slice(0, MOST_PROCESSES + 1);
  return (
    <div className="variables">
      <Watches trace={trace} now={now} before={before} watches={watches} onWatches={onWatches} />
      <OtherTime trace={trace} event={event} now={now} />
      {/* A stop for the keyboard, from which the arrow keys scroll what has no control of its own. */}
      <div
        className="variable-groups ring-inside"
        tabIndex={0}
        role="group"
        aria-label="Variables at the cursor"
      >
        {near.map(({ process, variables }) => (
          <Group
            key={process?.pid ?? -1}
            title={process?.label ?? 'The whole model'}
            note={process && placeOf(now, trace, process.pid, lines, promela)}
            variables={listed(
              variables.filter(({ aside }) => promela || !aside),
              old?.find((each) => each.process?.pid === process?.pid)?.variables,
            )}
          />
        ))}
        {groups.length > near.length && (
          <Note words={`and ${whole(groups.length - near.length)} more processes`} />
        )}
      </div>
    </div>
  );
}

/** Says so where many ticks are one step of the model. */
function OtherTime({ trace, event, now }: Pick<Props, 'trace' | 'event'> & { now: Inspection }) {
  const tick = trace.tickAt(event);
  const { time } = now.globals;
  if (!trace.isOurs || time === undefined || Number(tick) === time) return null;
  return (
    <Note
      words={`At this level the model takes the ticks around ${whole(tick)} in one step: these are its values at tick ${whole(time)}.`}
    />
  );
}

/** Where a process stands: the line of the kernel, and with the Promela that of the model. */
function placeOf(
  now: Inspection,
  trace: Trace,
  pid: number,
  lines: KernelLines,
  promela: boolean,
): string | undefined {
  const line = now.places.find((place) => place.pid === pid)?.line;
  if (line === undefined) return undefined;
  const kernel = lines.at(trace.kernelOfLine(line))?.line;
  const words = [
    ...(kernel === undefined ? [] : [`at line ${kernel}`]),
    ...(promela ? [`Promela line ${line}`] : []),
  ];
  return words.length === 0 ? undefined : words.join(', ');
}

/** With what they were in the group before, where that is known. */
const listed = (
  variables: readonly ShownVariable[],
  before: VariableGroup['variables'] | undefined,
): ListedVariable[] =>
  variables.map((variable) => {
    const { name, value, words } = variable;
    const old = before?.find((each) => each.name === name);
    const isChanged = before !== undefined && old?.value !== value;
    return {
      name,
      words,
      value: shownValue(variable),
      isChanged,
      ...(isChanged && old && { before: shownValue(old) }),
    };
  });

const shownValue = ({ label, value }: ShownVariable): string => label ?? whole(value);
