import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { isStale } from '../../session/outdated.ts';
import { keyOf } from '../../tuning/index.ts';
import { configurationsInWords } from '../../base/words.ts';
import { open, showPlace } from '../shared/opened.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { useCommands, useJob, useLanguage, useSessionState } from '../shared/session-context.tsx';
import { Accesses } from './accesses.tsx';
import './machine-view.css';
import { Bound, Occupancy } from './occupancy.tsx';
import { isOnMachine, MACHINE_SEMANTICS } from '../../platform/index.ts';
import { TRACE } from '../../session/views/trace-view.ts';

/** The configuration on its machine: occupancy, bounds and memory accesses. */
export function MachinePane() {
  const language = useLanguage();
  const { setSemantics } = useCommands();
  const derived = useSessionState((state) => state.derived);
  const chosen = useSessionState((state) => state.chosen);
  const result = useSessionState((state) => state.run.result);
  const stale = useSessionState(isStale);
  const text = useSessionState((state) => state.settings.kernelText);
  const onMachine = useSessionState((state) => isOnMachine(state.settings.semantics));
  const { values: seen, trace } = useJob(TRACE);
  const time = trace?.endTick;
  const asked = stale ? undefined : seen;
  // A new key whenever knowledge of a configuration may change.
  const key = useMemo(() => ({ derived, chosen, result }), [derived, chosen, result]);
  const view = useMemo(
    () => (key === null ? undefined : language.onMachine(asked)),
    [language, key, asked],
  );
  if (!onMachine)
    return (
      <PanelMessage icon="chip" title="This tab shows a real machine">
        The kernel is timed on an abstract one. On a GPU you see here what of it is resident on a
        unit, what bounds it, and where the lanes of a warp touch memory.{' '}
        <Button
          className="button small"
          onPress={() => {
            setSemantics(MACHINE_SEMANTICS);
            open({ machine: true });
          }}
        >
          Choose a GPU
        </Button>
      </PanelMessage>
    );
  if (view === undefined || typeof view === 'string')
    return (
      <PanelMessage icon="warning" title="Nothing is known of this configuration">
        {view ?? 'The kernel or the machine has errors, or no configuration can run.'}
      </PanelMessage>
    );
  const isOpen = asked !== undefined && keyOf(asked) === keyOf(view.values);
  return (
    <div className="machine-view" tabIndex={0} role="group" aria-label="Machine">
      <div className="machine-column column">
        <p className="note" data-testid="machine-of">
          {configurationsInWords([view.values]) || 'The only configuration'}
        </p>
        <Bound view={view} time={isOpen && time !== undefined ? Number(time) : undefined} />
        <Occupancy view={view} />
      </div>
      <Accesses key={text} view={view} text={text} onJump={showPlace} />
    </div>
  );
}
