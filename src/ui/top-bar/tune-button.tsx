import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import { ariaKeys, withKey } from '../shared/action.ts';
import { Icon } from '../shared/icons.tsx';
import { CANCEL, TUNE } from './run-actions.ts';

interface Props {
  readonly isRunning: boolean;
  /** Why there can be no run now. */
  readonly obstacle: string | undefined;
  readonly onTune: () => void;
  readonly onCancel: () => void;
}

/** Starts a run, and while there is one, ends it. One place for both, so that nothing moves. */
export function TuneButton({ isRunning, obstacle, onTune, onCancel }: Props) {
  const { keys } = isRunning ? CANCEL : TUNE;
  return (
    // A button that cannot be pressed gets no focus, so its reason is told by the title around it.
    <span className="tune-slot" title={isRunning ? undefined : obstacle}>
      <TooltipTrigger delay={400}>
        <Button
          className={isRunning ? 'button stop tune' : 'button primary tune'}
          onPress={isRunning ? onCancel : onTune}
          isDisabled={!isRunning && obstacle !== undefined}
          aria-keyshortcuts={ariaKeys(keys)}
        >
          <Icon name={isRunning ? 'square' : 'play'} />
          {isRunning ? 'Cancel' : TUNE.label}
        </Button>
        <Tooltip className="tooltip" offset={4}>
          {withKey(isRunning ? 'Stop the search' : 'Find the minimum and prove it', keys)}
        </Tooltip>
      </TooltipTrigger>
    </span>
  );
}
