import { Button } from 'react-aria-components';
import { Icon } from '../shared/icons.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import './share.css';

/** A foreign kernel is read before it runs. */
export function BroughtBar() {
  const brought = useSessionState((state) => state.document.brought);
  const obstacle = useSessionState((state) => state.derived.obstacle);
  const hasUndo = useSessionState((state) => state.undo.undo !== undefined);
  const { tune, undo } = useCommands();
  if (brought === undefined) return null;
  return (
    <aside className="brought row" aria-label="Where this kernel comes from" data-testid="brought">
      <Icon name="shield" size={16} />
      <p role="status">
        <strong>{`This kernel came with a ${brought}: look at it, then Tune.`}</strong> Nothing of
        it has been run.
      </p>
      <Button className="button primary small" onPress={tune} isDisabled={obstacle !== undefined}>
        I have looked: Tune
      </Button>
      {hasUndo && (
        <Button className="button small" onPress={undo}>
          Back to what was here
        </Button>
      )}
    </aside>
  );
}
