import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { isStale } from '../../session/index.ts';
import { keyOf } from '../results/splits.ts';
import { configurationsInWords } from '../shared/format.ts';
import { showPlace } from '../shared/opened.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { useCommands, useLanguage, useSessionState } from '../shared/session-context.tsx';
import { Accesses } from './accesses.tsx';
import './machine-view.css';
import { Bound, Occupancy } from './occupancy.tsx';

/** What the configuration that is looked at is on its machine: what is resident, what bounds it, and where its lanes touch
 * memory. */
export function MachinePane() {
  const language = useLanguage();
  const { setSemantics } = useCommands();
  const derived = useSessionState((state) => state.derived);
  const chosen = useSessionState((state) => state.chosen);
  const result = useSessionState((state) => state.run.result);
  const stale = useSessionState(isStale);
  const text = useSessionState((state) => state.settings.kernelText);
  const isDevice = useSessionState((state) => state.settings.semantics === 'device');
  const open = useSessionState((state) => state.trace.values);
  const time = useSessionState((state) => state.trace.trace?.endTick);
  const asked = stale ? undefined : open;
  // A new object whenever what is known of a configuration may have changed.
  const key = useMemo(() => ({ derived, chosen, result }), [derived, chosen, result]);
  const view = useMemo(
    () => (key === null ? undefined : language.onMachine(asked)),
    [language, key, asked],
  );
  if (!isDevice)
    return (
      <PanelMessage icon="chip" title="This tab shows a real machine">
        Choose the semantics Device to see this kernel on one: what of it is resident on a unit,
        what bounds it, and where the lanes of a warp touch memory.{' '}
        <Button className="button small" onPress={() => setSemantics('device')}>
          Choose Device
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
      <div className="machine-column">
        <p className="machine-of" data-testid="machine-of">
          {configurationsInWords([view.values]) || 'The only configuration'}
        </p>
        <Bound view={view} time={isOpen && time !== undefined ? Number(time) : undefined} />
        <Occupancy view={view} />
      </div>
      <Accesses key={text} view={view} text={text} onJump={showPlace} />
    </div>
  );
}
