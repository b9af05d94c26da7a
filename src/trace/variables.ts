import type { FinalState } from '../spin/pan-final-state.ts';
import type { TraceProcess } from './events.ts';
import type { Trace } from './trace.ts';
import { meaningOf } from './variable-words.ts';
import type { Watchable } from './watch.ts';

/** Values after a step, as the verifier has them. */
export type StateValues = Pick<FinalState, 'globals' | 'locals'>;

/** A variable as people see it. */
export interface ShownVariable {
  /** The kernel's name, or else the model's. */
  readonly name: string;
  readonly value: number;
  /** The value where it is a number of something that has a name: `pex 0.1`. */
  readonly label?: string;
  /** Absent for the kernel's own. */
  readonly words?: string;
  /** Bookkeeping of the model. */
  readonly aside: boolean;
}

/** The variables of a process, or of the whole model. */
export interface VariableGroup {
  /** None for the whole model. */
  readonly process?: TraceProcess;
  readonly variables: readonly ShownVariable[];
}

/** The variables of a state by the names people see: those of the kernel first, and no number of a process.
 * @param first processes whose variables come first. */
export function variablesOf(
  trace: Trace,
  { globals, locals }: StateValues,
  first: readonly number[] = [],
): VariableGroup[] {
  const known = new Map(locals.map((each) => [each.pid, each]));
  const order = [
    ...first.filter((pid, at) => pid >= 0 && first.indexOf(pid) === at),
    ...trace.processes.map(({ pid }) => pid).filter((pid) => !first.includes(pid)),
  ];
  const groups = order.flatMap((pid): VariableGroup[] => {
    const process = trace.process(pid);
    const own = known.get(pid);
    if (!process || !own) return [];
    return [{ process, variables: shown(trace, own.values, process) }];
  });
  return [{ variables: shown(trace, globals) }, ...groups];
}

function shown(
  trace: Trace,
  values: Readonly<Record<string, number>>,
  process?: TraceProcess,
): ShownVariable[] {
  const all = Object.entries(values).map(([inModel, value]): ShownVariable => {
    const meaning = trace.isOurs ? meaningOf(inModel, process?.name, trace.language) : undefined;
    const label =
      meaning?.of === undefined ? undefined : labelOf(trace, meaning.of, value, process);
    return {
      name: nameOf(inModel, values),
      value,
      ...(label !== undefined && { label }),
      ...(meaning && { words: meaning.words }),
      aside: meaning?.aside === true,
    };
  });
  // Those of the kernel have no words of ours.
  const rank = ({ words, aside }: ShownVariable): number =>
    words === undefined ? 1 : aside ? 3 : 2;
  const time = all.filter(({ name }) => name === 'time' && process === undefined);
  const others = all.filter((each) => !time.includes(each));
  return [...time, ...others.toSorted((a, b) => rank(a) - rank(b))];
}

/** The kernel's own name: the model adds underscores where its own is taken. */
function nameOf(inModel: string, values: Readonly<Record<string, number>>): string {
  const own = inModel.replace(/_+$/, '');
  return own === '' || own in values ? inModel : own;
}

/** Whom a number means. */
function labelOf(
  trace: Trace,
  of: 'process' | 'element',
  value: number,
  process: TraceProcess | undefined,
): string {
  const found =
    of === 'process'
      ? trace.process(value)
      : trace.processes.find(
          ({ name, unit, index }) =>
            name === 'pex' && unit === process?.unit && (index === value || index === undefined),
        );
  return found?.label ?? 'nobody';
}

/** Names that a watched expression may use. */
export function watchable(trace: Trace, state: StateValues): Watchable {
  const groups = variablesOf(trace, state);
  return {
    labels: trace.processes.map(({ label }) => label),
    value(name, label) {
      const group = groups.find(({ process }) => process?.label === label);
      if (!group) return { why: `${label} has not started yet` };
      const found = group.variables.find((each) => each.name === name);
      if (found) {
        return found.label === undefined
          ? found.value
          : { why: `${name} is no number: ${found.label}` };
      }
      const inModel = (label === undefined ? state.globals : localsOf(state, group))[name];
      return inModel ?? { why: missing(name, label, group) };
    },
  };
}

const localsOf = ({ locals }: StateValues, { process }: VariableGroup) =>
  locals.find(({ pid }) => pid === process?.pid)?.values ?? {};

/** Why there is no such variable, and which there are. */
function missing(name: string, label: string | undefined, { variables }: VariableGroup): string {
  const names = variables
    .filter(({ aside }) => !aside)
    .slice(0, 5)
    .map((each) => each.name);
  const such = names.length === 0 ? 'nothing to watch' : names.join(', ');
  return label === undefined
    ? `there is no ${name} here; there is ${such}`
    : `${label} has no ${name}; it has ${such}`;
}
