import { Switch } from 'react-aria-components';
import { useCommands, useSessionState } from '../shared/session-context.tsx';

/** Whether the page tunes by itself after an edit; its title says why it waits, where it does. */
export function LiveSwitch() {
  const { setLive } = useCommands();
  const on = useSessionState(({ settings }) => settings.live === true);
  const held = useSessionState((state) => state.held);
  return (
    <span
      className="live"
      title={
        held ??
        'Tunes again shortly after an edit: branch and bound at level accelerated, where that is quick'
      }
    >
      <Switch className="switch" isSelected={on} onChange={setLive}>
        <span className={held === undefined ? 'switch-track' : 'switch-track held'} />
        Live
      </Switch>
    </span>
  );
}
