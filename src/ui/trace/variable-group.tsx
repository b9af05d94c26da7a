import type { RunVariableAt } from '../../trace/index.ts';

/** A variable as it is listed. */
export interface ListedVariable extends RunVariableAt {
  /** Absent for names of the text. */
  readonly words?: string | undefined;
  readonly isChanged?: boolean;
}

interface Props {
  readonly title: string;
  /** Beside the title. */
  readonly note?: string | undefined;
  readonly variables: readonly ListedVariable[];
}

/** Variables of a process or of all; marked is what has changed, with its value before. */
export function VariableGroup({ title, note, variables }: Props) {
  return (
    <section className="variable-group">
      <h3>
        {title}
        {note !== undefined && <span>{note}</span>}
      </h3>
      <dl>
        {variables.map(({ name, words, value, before, isChanged = before !== undefined }) => (
          <div key={name} className={isChanged ? 'changed' : undefined}>
            <dt>
              <span>{name}</span>
              {words !== undefined && <small>{words}</small>}
            </dt>
            <dd>
              {before !== undefined && <s>{before}</s>}
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export const Note = ({ words }: { readonly words: string }) => (
  <p className="inspector-note">{words}</p>
);
