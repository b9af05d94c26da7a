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
import { closeDialog, useOpened } from '../shared/opened.ts';
import { usePage, useSessionState } from '../shared/session-context.tsx';
import { PAGE_ACTIONS } from './page-actions.ts';
import './palette.css';

/** Every command by name and key. */
export function Palette() {
  const isOpen = useOpened(({ dialog }) => dialog === 'palette');
  return (
    <ModalOverlay
      className="modal-overlay palette-overlay"
      isDismissable
      isOpen={isOpen}
      onOpenChange={closeDialog}
    >
      <Modal className="modal palette">
        <Dialog aria-label="Commands">
          <PaletteList />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** `Method: Bisection`; undefined if unavailable. */
function titleOf({ label, labelOn, group, isEnabled }: Action<Page>, page: Page): string {
  if (isEnabled?.(page) === false) return '';
  const words = labelOn?.(page) ?? label;
  return group === undefined ? words : `${group}: ${words}`;
}

function PaletteList() {
  const page = usePage();
  // Titles only: the state changes many times a second in a run.
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
      <div
        className="palette-list ring-inside"
        role="group"
        aria-label="List of commands"
        tabIndex={0}
      >
        <Menu
          className="list-box palette-menu"
          aria-label="Commands"
          items={items}
          renderEmptyState={() => (
            <p className="palette-none soft-text">No command has these letters.</p>
          )}
          onAction={(id) => {
            closeDialog();
            // After the dialog returns the focus, or the action would lose it.
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

const hasAllWords = (title: string, typed: string): boolean => {
  const text = title.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};
