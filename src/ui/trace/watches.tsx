import { useState } from 'react';
import { Button, Input, TextField } from 'react-aria-components';
import type { Inspection } from '../../session/state.ts';
import { type Trace, watch, watchable } from '../../trace/index.ts';
import { whole } from '../../base/words.ts';
import { Icon } from '../shared/icons.tsx';

interface Props {
  readonly trace: Trace;
  readonly now: Inspection;
  readonly before: Inspection | undefined;
  /** Expressions that the user keeps an eye on. */
  readonly watches: readonly string[];
  readonly onWatches: (watches: string[]) => void;
}

/** Expressions over the variables: each with its value, or with the reason why it has none. */
export function Watches({ trace, now, before, watches, onWatches }: Props) {
  const [typed, setTyped] = useState('');
  const scope = watchable(trace, now);
  const scopeBefore = before && watchable(trace, before);
  const example = trace.processes.findLast(({ name }) => name === 'pex' || name === 'warp')?.label;
  return (
    <section className="variable-group">
      <h3>Watch</h3>
      <dl>
        {watches.map((text) => {
          const found = watch(text, scope);
          const old = scopeBefore && watch(text, scopeBefore);
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
        className="watch-field compact-field"
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
        <Input
          placeholder={example === undefined ? 'such as: time' : `such as: ${example}: wake - time`}
          spellCheck={false}
        />
      </TextField>
    </section>
  );
}
