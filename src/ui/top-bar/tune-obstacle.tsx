import { Button } from 'react-aria-components';
import { Icon } from '../shared/icons.tsx';
import './tune-obstacle.css';

interface Props {
  readonly obstacle: string;
  /** Shows its cause in the kernel, where it has a place there. */
  readonly onShow?: () => void;
  /** Asks for what would settle it. */
  readonly onAsk?: () => void;
  /** Ends what it is waited for. */
  readonly onCancel?: () => void;
}

/** Why Tune cannot be pressed, in words below it. */
export function TuneObstacle({ obstacle, onShow, onAsk, onCancel }: Props) {
  return (
    <div className="tune-obstacle small-text" role="status" data-testid="obstacle">
      <Icon name="warning" size={14} />
      <span>{obstacle}</span>
      {onShow && (
        <Button className="button link" onPress={onShow}>
          Show where
        </Button>
      )}
      {onAsk && (
        <Button className="button link" onPress={onAsk}>
          Say what is missing
        </Button>
      )}
      {onCancel && (
        <Button className="button link" onPress={onCancel}>
          Cancel reading
        </Button>
      )}
    </div>
  );
}
