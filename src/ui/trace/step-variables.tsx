import { differences } from '../../trace/index.ts';
import { useKeptEvent, useTraceState } from './trace-state.ts';
import { Note, VariableGroup } from './variable-group.tsx';

interface Props {
  /** Said below them. */
  readonly note?: string | undefined;
}

/** Variables at the cursor of a run that tells them itself, and how they differ from the kept run's. */
export function StepVariables({ note }: Props) {
  const run = useTraceState(({ layout }) => layout?.run);
  const event = useTraceState(({ seen }) => seen.event);
  const kept = useTraceState((state) => state.kept);
  const keptEvent = useKeptEvent();
  if (!run) return null;
  const groups = run.variablesAt?.(event) ?? [];
  const other = kept && kept.run !== run ? kept : undefined;
  const differing = other ? differences([run, event], [other.run, keptEvent]) : [];
  return (
    <div
      className="variables variable-groups ring-inside"
      tabIndex={0}
      role="group"
      aria-label="Variables"
    >
      {other && (
        <VariableGroup
          title="Differs from the kept run"
          note={other.title}
          variables={differing.map(({ name, left, right }) => ({
            name,
            value: `${left === '' ? '–' : left} / ${right === '' ? '–' : right}`,
            isChanged: true,
          }))}
        />
      )}
      {other && differing.length === 0 && <Note words="Every variable is the same." />}
      {groups.map(({ title, variables }) => (
        <VariableGroup key={title} title={title} variables={variables} />
      ))}
      {groups.length === 0 && <Note words="There are no variables here." />}
      {note !== undefined && <Note words={note} />}
    </div>
  );
}
