import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import { ariaKeys, withKey } from '../shared/action.ts';
import { Icon } from '../shared/icons.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { CANCEL, TUNE } from './run-actions.ts';

/** Starts a run, and while there is one, ends it. One place for both, so that nothing moves. */
export function TuneButton() {
  const commands = useCommands();
  const running = useSessionState((state) => state.run.phase === 'running');
  const obstacle = useSessionState((state) => state.derived.obstacle);
  if (running) {
    return (
      <span className="tune-slot">
        <TooltipTrigger delay={400}>
          <Button
            className="button stop tune"
            onPress={commands.cancel}
            aria-keyshortcuts={ariaKeys(CANCEL.keys)}
          >
            <Icon name="square" />
            Cancel
          </Button>
          <Tooltip className="tooltip" offset={4}>
            {withKey('Stop the search', CANCEL.keys)}
          </Tooltip>
        </TooltipTrigger>
      </span>
    );
  }
  return (
    // A button that cannot be pressed gets no focus, so its reason is told by the title around it.
    <span className="tune-slot" title={obstacle}>
      <TooltipTrigger delay={400}>
        <Button
          className="button primary tune"
          onPress={commands.tune}
          isDisabled={obstacle !== undefined}
          aria-keyshortcuts={ariaKeys(TUNE.keys)}
        >
          <Icon name="play" />
          Tune
        </Button>
        <Tooltip className="tooltip" offset={4}>
          {withKey('Find the minimum and prove it', TUNE.keys)}
        </Tooltip>
      </TooltipTrigger>
    </span>
  );
}
