import { Button, Menu, MenuItem, MenuTrigger, Popover, Text } from 'react-aria-components';
import { type Action, keyCaps, type Page } from '../shared/action.ts';
import { Icon } from '../shared/icons.tsx';

interface Props {
  readonly actions: readonly Action<Page>[];
  readonly page: () => Page;
}

export function FileMenu({ actions, page }: Props) {
  return (
    <MenuTrigger>
      <Button className="select-button file-button">
        File
        <Icon name="chevron" size={14} />
      </Button>
      <Popover className="popover" offset={4} placement="bottom start">
        <FileItems actions={actions} page={page} />
      </Popover>
    </MenuTrigger>
  );
}

function FileItems({ actions, page }: Props) {
  const now = page();
  const shown = actions.filter(({ isEnabled }) => isEnabled?.(now) ?? true);
  return (
    <Menu
      className="list-box"
      aria-label="File"
      onAction={(id) => {
        // Once the menu has given the focus back.
        setTimeout(() => shown.find((action) => action.id === id)?.run(page()), 0);
      }}
    >
      {shown.map(({ id, label, labelOn, keys }) => (
        <MenuItem
          key={id}
          id={id}
          className="list-item plain file-item"
          textValue={labelOn?.(now) ?? label}
        >
          <Text slot="label" className="file-words row">
            {labelOn?.(now) ?? label}
            {keys && (
              <span>
                {keyCaps(keys[0]).map((cap) => (
                  <kbd key={cap}>{cap}</kbd>
                ))}
              </span>
            )}
          </Text>
        </MenuItem>
      ))}
    </Menu>
  );
}
