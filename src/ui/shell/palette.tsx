import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  Text,
} from 'react-aria-components';
import { useShallow } from 'zustand/react/shallow';
import { type Action, keyCaps, type Page } from '../shared/action.ts';
import { toTypeInto } from '../shared/hooks.ts';
import { open, useOpened } from '../shared/opened.ts';
import { usePage, useSessionState } from '../shared/session-context.tsx';
import { PAGE_ACTIONS } from './page-actions.ts';
import './palette.css';

/** Every command of the page by name, with its key: type a few letters, Enter runs it. */
export function Palette() {
  const isOpen = useOpened(({ dialog }) => dialog === 'palette');
  return (
    <ModalOverlay
      className="modal-overlay palette-overlay"
      isDismissable
      isOpen={isOpen}
      onOpenChange={() => open({ dialog: null })}
    >
      <Modal className="modal palette">
        <Dialog aria-label="Commands">
          <PaletteList />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** As the palette names it now: `Method: Bisection`; nothing where it cannot be done. */
function titleOf({ label, labelOn, group, isEnabled }: Action<Page>, page: Page): string {
  if (isEnabled?.(page) === false) return '';
  const words = labelOn?.(page) ?? label;
  return group === undefined ? words : `${group}: ${words}`;
}

function PaletteList() {
  const page = usePage();
  // Of the state only what changes the list: the state itself changes many times a second in a run.
  const titles = useSessionState(
    useShallow(() => PAGE_ACTIONS.map((each) => titleOf(each, page()))),
  );
  const items = PAGE_ACTIONS.flatMap(({ id, keys }, at) =>
    titles[at] ? [{ id, title: titles[at], caps: keyCaps(keys?.[0]) }] : [],
  );
  return (
    <Autocomplete filter={hasAllWords}>
      <SearchField className="palette-search" aria-label="Command">
        <Input
          ref={toTypeInto}
          className="palette-input"
          placeholder="What to do? Type a few letters"
        />
      </SearchField>
      <div className="palette-list" role="group" aria-label="List of commands" tabIndex={0}>
        <Menu
          className="list-box palette-menu"
          aria-label="Commands"
          items={items}
          renderEmptyState={() => <p className="palette-none">No command has these letters.</p>}
          onAction={(id) => {
            open({ dialog: null });
            // Once the dialog has given the focus back, or the action's own focus would be lost.
            const chosen = PAGE_ACTIONS.find((action) => action.id === id);
            setTimeout(() => chosen?.run(page()), 0);
          }}
        >
          {({ id, title, caps }) => (
            <MenuItem id={id} className="list-item palette-item" textValue={title}>
              <Text slot="label" className="palette-words">
                {/* Apart for those who hear it, too. */}
                {`${title} `}
                {caps.length > 0 && (
                  <span>
                    {caps.map((cap) => (
                      <kbd key={cap}>{cap}</kbd>
                    ))}
                  </span>
                )}
              </Text>
            </MenuItem>
          )}
        </Menu>
      </div>
    </Autocomplete>
  );
}

/** Whether a title has every word that was typed, in any order. */
const hasAllWords = (title: string, typed: string): boolean => {
  const text = title.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};
