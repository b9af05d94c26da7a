import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Text,
} from 'react-aria-components';
import { Icon } from '../shared/icons.tsx';
import type { Option } from '../shared/select-field.tsx';
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
          <Choice title="Theme" options={THEMES} chosen={choice} onChoose={chooseTheme} />
          <Choice
            title="Text size"
            options={SIZES}
            chosen={String(percent)}
            onChoose={(id) => {
              const size = SIZES.find((each) => each.id === id);
              if (size) chooseTextSize(size.percent);
            }}
          />
          <MenuSection
            aria-label="Keep in view"
            selectionMode="multiple"
            selectedKeys={KEPT_PARTS.filter(({ id }) => layout[id]).map(({ id }) => id)}
            onSelectionChange={(keys) => {
              const isKept = (id: string): boolean => keys === 'all' || keys.has(id);
              usePageLayout.setState({ machine: isKept('machine'), run: isKept('run') });
            }}
          >
            <Header className="view-menu-head note strong-text">Keep in view</Header>
            {KEPT_PARTS.map(({ id, label }) => (
              <MenuItem key={id} id={id} className="list-item" textValue={label}>
                <Icon name="check" size={14} />
                <Text slot="label">{label}</Text>
              </MenuItem>
            ))}
          </MenuSection>
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

interface ChoiceProps<Id extends string> {
  readonly title: string;
  readonly options: readonly Option<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** One of a few, ticked. */
function Choice<Id extends string>({ title, options, chosen, onChoose }: ChoiceProps<Id>) {
  return (
    <MenuSection
      aria-label={title}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const option = options.find(({ id }) => keys !== 'all' && keys.has(id));
        if (option) onChoose(option.id);
      }}
    >
      <Header className="view-menu-head note strong-text">{title}</Header>
      {options.map(({ id, label }) => (
        <MenuItem key={id} id={id} className="list-item" textValue={label}>
          <Icon name="check" size={14} />
          <Text slot="label">{label}</Text>
        </MenuItem>
      ))}
    </MenuSection>
  );
}
