import { Button } from 'react-aria-components';
import { Icon } from '../shared/icons.tsx';
import './model-go.css';

interface Props {
  readonly icon: 'shield' | 'play';
  readonly label: string;
  readonly isRunning: boolean;
  /** Why it cannot be asked as it is set. */
  readonly problem: string | undefined;
  /** Where it stands outside of its form. */
  readonly onPress?: () => void;
}

/** The submit button, and why it is disabled. */
export function ModelGo({ icon, label, isRunning, problem, onPress }: Props) {
  return (
    <>
      <Button
        type={onPress ? 'button' : 'submit'}
        {...(onPress && { onPress })}
        className="button primary"
        isPending={isRunning}
        isDisabled={problem !== undefined && !isRunning}
      >
        <Icon name={isRunning ? 'hourglass' : icon} />
        {label}
      </Button>
      {problem !== undefined && (
        <span className="model-problem small-text" role="status">
          {problem}
        </span>
      )}
    </>
  );
}
