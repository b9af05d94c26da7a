import { Button, Menu, MenuItem, MenuTrigger, Popover, Text } from 'react-aria-components';
import { Icon } from '../shared/icons.tsx';
import { chooseTheme, THEMES, useIsDark, useTheme } from '../theme/theme.ts';

export function ThemeButton() {
  const { choice } = useTheme();
  const dark = useIsDark();
  return (
    <MenuTrigger>
      <Button className="icon-button" aria-label="Theme">
        <Icon name={choice === 'system' ? 'screen' : dark ? 'moon' : 'sun'} />
      </Button>
      <Popover className="popover" offset={4} placement="bottom end">
        <Menu
          className="list-box"
          aria-label="Theme"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[choice]}
          onSelectionChange={(keys) => {
            const chosen = THEMES.find(({ id }) => keys === 'all' || keys.has(id));
            if (chosen) chooseTheme(chosen.id);
          }}
        >
          {THEMES.map(({ id, label }) => (
            <MenuItem key={id} id={id} className="list-item" textValue={label}>
              <Icon name="check" size={14} />
              <Text slot="label">{label}</Text>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
