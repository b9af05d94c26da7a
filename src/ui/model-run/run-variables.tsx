import type { ModelTrace, VariableAt } from '../../session/index.ts';
import { differences } from '../../session/index.ts';
import type { KeptRun } from './run-cursor.ts';

interface Props {
  readonly trace: ModelTrace;
  /** The step at the cursor. */
  readonly event: number;
  readonly kept: KeptRun | null;
  /** The step of the kept run that stands beside it. */
  readonly keptEvent: number;
  /** The model has C of its own, whose variables nobody tells. */
  readonly hasC: boolean;
}

interface Group {
  readonly title: string;
  readonly variables: readonly VariableAt[];
}

/** All variables after the step at the cursor: those of all, channels with what they hold, and of each process; marked is
 * what the step has changed. */
export function RunVariables({ trace, event, kept, keptEvent, hasC }: Props) {
  const groups = groupsOf(trace, event);
  const differing = kept ? differences([trace, event], [kept.trace, keptEvent]) : [];
  return (
    <div className="variables variable-groups" tabIndex={0} role="group" aria-label="Variables">
      {kept && (
        <section className="variable-group">
          <h3>
            Differs from the kept run <span>{kept.title}</span>
          </h3>
          <dl>
            {differing.map(({ name, left, right }) => (
              <div key={name} className="changed">
                <dt>{name}</dt>
                <dd>{`${left === '' ? '–' : left} / ${right === '' ? '–' : right}`}</dd>
              </div>
            ))}
          </dl>
          {differing.length === 0 && <p className="inspector-note">Every variable is the same.</p>}
        </section>
      )}
      {groups.map(({ title, variables }) => (
        <section key={title} className="variable-group">
          <h3>{title}</h3>
          <dl>
            {variables.map(({ variable: { name, queue }, value, before }) => (
              <div key={`${name} ${queue ?? ''}`} className={before === undefined ? '' : 'changed'}>
                <dt>{name}</dt>
                <dd>
                  {before !== undefined && <s>{shown(before, queue)}</s>}
                  {shown(value, queue)}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {groups.length === 0 && <p className="inspector-note">The model has no variables.</p>}
      {hasC && (
        <p className="inspector-note">
          Variables that only C has are not shown: SPIN does not know them.
        </p>
      )}
    </div>
  );
}

const shown = (value: string, queue: number | undefined): string =>
  queue !== undefined && value === '' ? 'empty' : value;

/** The process of the step comes first. */
function groupsOf(trace: ModelTrace, event: number): readonly Group[] {
  const all = trace.variablesAt(event);
  const own = trace.step(event)?.process;
  const isChannel = ({ variable }: VariableAt): boolean => variable.queue !== undefined;
  const of = (process: number | undefined) =>
    all.filter((each) => !isChannel(each) && each.variable.process === process);
  const processes = [...trace.processes.keys()].toSorted(
    (a, b) =>
      Number(b === own) - Number(a === own) ||
      Number(trace.processes[a]?.isClaim) - Number(trace.processes[b]?.isClaim) ||
      a - b,
  );
  return [
    { title: 'Global', variables: of(undefined) },
    { title: 'Channels', variables: all.filter(isChannel) },
    ...processes.map((process) => ({
      title: trace.processes[process]?.label ?? '',
      variables: of(process),
    })),
  ].filter(({ variables }) => variables.length > 0);
}
