import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import { ariaKeys, withKey } from './action.ts';
import { Icon, type IconName } from './icons.tsx';
import { steady, useSteady } from './steady.ts';

interface Props {
  readonly icon: IconName;
  /** Its name and tooltip. */
  readonly label: string;
  /** The keys that do the same, as ARIA writes them. */
  readonly keys?: readonly string[] | undefined;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
  readonly isOn?: boolean;
}

export const IconButton = ({ onPress, ...shown }: Props) => (
  <Steady {...shown} onPress={useSteady(onPress)} />
);

const Steady = steady(function Drawn(props: Props) {
  const { icon, label, keys = [], onPress, isDisabled = false, isOn = false } = props;
  return (
    <TooltipTrigger delay={400}>
      <Button
        className={isOn ? 'icon-button on' : 'icon-button'}
        aria-label={label}
        onPress={onPress}
        isDisabled={isDisabled}
        {...(keys.length > 0 && { 'aria-keyshortcuts': ariaKeys(keys) })}
      >
        <Icon name={icon} />
      </Button>
      <Tooltip className="tooltip" offset={4}>
        {withKey(label, keys)}
      </Tooltip>
    </TooltipTrigger>
  );
});
