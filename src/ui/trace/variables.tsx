import { useState } from 'react';
import { Button, Input, TextField } from 'react-aria-components';
import { EVENT, type Inspection, type Trace, watch } from '../../session/index.ts';
import { whole } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';

/** Locals of more processes are not listed one by one: those of the cursor's own come first. */
const MOST_PROCESSES = 12;

interface WatchProps {
  /** Expressions that the user keeps an eye on. */
  readonly watches: readonly string[];
  readonly onWatches: (watches: string[]) => void;
}

interface Props extends WatchProps {
  readonly trace: Trace;
  /** Absent while the variables are looked up. */
  readonly now: Inspection | undefined;
}

/** The model's variables at the cursor, with what changed since the place before, and where processes
 * stand. */
export function Variables({ trace, now, ...watching }: Props) {
  const [[shown, before], setShown] = useState<readonly (Inspection | undefined)[]>([now]);
  if (now !== shown) setShown([now, now && shown]);
  if (!now) return <p className="inspector-note">Looking the variables up</p>;
  const event = trace.eventAtStep(now.step);
  const { kind, pid, other } = trace.columns;
  /** Processes that the step is about. */
  const about = [pid[event] ?? -1, ...(kind[event] === EVENT.message ? [other[event] ?? -1] : [])];
  const listed = now.locals
    .toSorted(
      (a, b) => Number(about.includes(b.pid)) - Number(about.includes(a.pid)) || a.pid - b.pid,
    )
    .slice(0, MOST_PROCESSES);
  return (
    <div className="variables">
      <Watches now={now} before={before} {...watching} />
      {/* A stop for the keyboard, from which the arrow keys scroll what has no control of its own. */}
      <div
        className="variable-groups"
        tabIndex={0}
        role="group"
        aria-label="Variables at the cursor"
      >
        <Group title="Model" values={now.globals} before={before?.globals} />
        {listed.map(({ pid, process, values }) => (
          <Group
            key={pid}
            title={trace.label(pid)}
            note={`${process}[${pid}]${placeOf(now, pid)}`}
            values={values}
            before={before?.locals.find((each) => each.pid === pid)?.values}
          />
        ))}
        {now.locals.length > listed.length && (
          <p className="inspector-note">{`and ${now.locals.length - listed.length} more processes`}</p>
        )}
      </div>
    </div>
  );
}

function placeOf(now: Inspection, pid: number): string {
  const line = now.places.find((place) => place.pid === pid)?.line;
  return line === undefined ? '' : `, line ${line}`;
}

interface GroupProps {
  readonly title: string;
  readonly note?: string;
  readonly values: Readonly<Record<string, number>>;
  readonly before: Readonly<Record<string, number>> | undefined;
}

function Group({ title, note, values, before }: GroupProps) {
  const entries = Object.entries(values);
  return (
    <section className="variable-group">
      <h3>
        {title}
        {note !== undefined && <span>{note}</span>}
      </h3>
      <dl>
        {entries.map(([name, value]) => {
          const old = before?.[name];
          const changed = before !== undefined && old !== value;
          return (
            <div key={name} className={changed ? 'changed' : undefined}>
              <dt>{name}</dt>
              <dd>
                {changed && old !== undefined && <s>{whole(old)}</s>}
                {whole(value)}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Looks a name up as Promela writes it: `time`, `a[2]`, `pex[5]:wake`. */
function valueIn(inspection: Inspection, name: string): number | undefined {
  const local = /^\w+\[(\d+)\][:.](.+)$/.exec(name);
  if (!local) return inspection.globals[name];
  const own = inspection.locals.find(({ pid }) => pid === Number(local[1]));
  return own?.values[local[2] ?? ''] ?? inspection.globals[name];
}

function Watches({
  now,
  before,
  watches,
  onWatches,
}: WatchProps & { readonly now: Inspection; readonly before: Inspection | undefined }) {
  const [typed, setTyped] = useState('');
  return (
    <section className="variable-group">
      <h3>Watch</h3>
      <dl>
        {watches.map((text) => {
          const found = watch(text, (name) => valueIn(now, name));
          const old = before && watch(text, (name) => valueIn(before, name));
          const changed = found.ok && old?.ok === true && old.value !== found.value;
          return (
            <div key={text} className={changed ? 'changed' : undefined}>
              <dt>
                <Button
                  className="watch-remove"
                  aria-label={`Stop watching ${text}`}
                  onPress={() => onWatches(watches.filter((each) => each !== text))}
                >
                  <Icon name="close" size={10} />
                </Button>
                {text}
              </dt>
              <dd className={found.ok ? undefined : 'watch-wrong'}>
                {found.ok ? whole(found.value) : found.why}
              </dd>
            </div>
          );
        })}
      </dl>
      <TextField
        className="watch-field"
        aria-label="Expression to watch"
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          const text = typed.trim();
          if (event.key !== 'Enter' || text === '') return;
          if (!watches.includes(text)) onWatches([...watches, text]);
          setTyped('');
        }}
      >
        <Input placeholder="such as: pex[5]:wake - time" spellCheck={false} />
      </TextField>
    </section>
  );
}
