import {
  Button,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Text,
} from 'react-aria-components';
import { Icon } from '../shared/icons.tsx';
import { MenuChoice, MenuSwitches } from '../shared/menu-sections.tsx';
import { withKey } from '../shared/action.ts';
import { KEPT_PARTS, usePageLayout } from '../shared/page-layout.ts';
import { PRESENT } from '../theme/presentation.ts';
import { chooseTextSize, TEXT_SIZES, useTextSize } from '../theme/text-size.ts';
import { chooseTheme, THEMES, useIsDark, useTheme } from '../theme/theme.ts';
import './view-menu.css';

const SIZES = TEXT_SIZES.map((percent) => ({
  id: String(percent),
  percent,
  label: `${percent} %`,
}));

/** Theme and text size. */
export function ViewMenu() {
  const { choice } = useTheme();
  const { percent } = useTextSize();
  const layout = usePageLayout();
  const icon = useIsDark() ? 'moon' : 'sun';
  return (
    <MenuTrigger>
      <Button className="icon-button" aria-label="Theme and text size">
        <Icon name={choice === 'system' ? 'screen' : icon} />
      </Button>
      <Popover className="popover" offset={4} placement="bottom end">
        <Menu className="list-box view-menu" aria-label="Theme and text size">
          <MenuChoice title="Theme" options={THEMES} chosen={choice} onChoose={chooseTheme} />
          <MenuChoice
            title="Text size"
            options={SIZES}
            chosen={String(percent)}
            onChoose={(id) => {
              const size = SIZES.find((each) => each.id === id);
              if (size) chooseTextSize(size.percent);
            }}
          />
          <MenuSwitches
            title="Keep in view"
            options={KEPT_PARTS.map((part) => ({ ...part, isOn: layout[part.id] }))}
            onChange={(isOn) =>
              usePageLayout.setState({ machine: isOn('machine'), run: isOn('run') })
            }
          />
          <MenuSection aria-label="Window" selectionMode="none">
            <MenuItem className="list-item plain" textValue="Presentation" onAction={PRESENT.run}>
              <Text slot="label">{withKey('Presentation', PRESENT.keys)}</Text>
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
