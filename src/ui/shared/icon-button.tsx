import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import { Icon, type IconName } from './icons.tsx';

interface Props {
  readonly icon: IconName;
  /** What the button does; its name, and what the tooltip says. */
  readonly label: string;
  /** The key that does the same. */
  readonly keys?: string;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
}

export function IconButton({ icon, label, keys, onPress, isDisabled = false }: Props) {
  return (
    <TooltipTrigger delay={400}>
      <Button
        className="icon-button"
        aria-label={label}
        onPress={onPress}
        isDisabled={isDisabled}
        {...(keys !== undefined && { 'aria-keyshortcuts': keys })}
      >
        <Icon name={icon} />
      </Button>
      <Tooltip className="tooltip" offset={4}>
        {keys === undefined ? label : `${label} (${keys})`}
      </Tooltip>
    </TooltipTrigger>
  );
}
