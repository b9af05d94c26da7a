import { Button, Menu, MenuItem, MenuTrigger, Popover, Text } from 'react-aria-components';
import { Icon, type IconName } from './icons.tsx';
import type { Option } from './select-field.tsx';

interface Props<Id extends string> {
  readonly icon: IconName;
  readonly label: string;
  readonly options: readonly Option<Id>[];
  /** The ticked option; absent for commands. */
  readonly chosen?: Id;
  readonly disabled?: readonly Id[];
  readonly className?: string;
  readonly onChoose: (id: Id) => void;
}

/** A button with an icon that opens a few options. */
export function IconMenu<Id extends string>(props: Props<Id>) {
  const { icon, label, options, chosen, disabled = [], className = '', onChoose } = props;
  return (
    <MenuTrigger>
      <Button className={`icon-button ${className}`} aria-label={label}>
        <Icon name={icon} size={className === 'small' ? 14 : 16} />
      </Button>
      <Popover className="popover" offset={4} placement="bottom end">
        <Menu
          className="list-box"
          aria-label={label}
          {...(chosen && { selectionMode: 'single', selectedKeys: [chosen] })}
          disabledKeys={disabled}
          onAction={(key) => options.forEach(({ id }) => id === key && onChoose(id))}
        >
          {options.map(({ id, label, help }) => (
            <MenuItem
              key={id}
              id={id}
              className={chosen ? 'list-item' : 'list-item plain'}
              textValue={label}
            >
              {chosen && <Icon name="check" size={14} />}
              <Text slot="label">{label}</Text>
              {help && <Text slot="description">{help}</Text>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
