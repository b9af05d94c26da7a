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
import { usePageCommands } from './page-commands.ts';
import './palette.css';

interface Props {
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly openHelp: () => void;
}

/** Every command of the page by name, with its key: type a few letters, Enter runs it. */
export function Palette({ isOpen, onOpenChange, openHelp }: Props) {
  return (
    <ModalOverlay
      className="modal-overlay palette-overlay"
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Modal className="modal palette">
        <Dialog aria-label="Commands">
          <PaletteList openHelp={openHelp} onDone={() => onOpenChange(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteList({
  openHelp,
  onDone,
}: {
  readonly openHelp: () => void;
  readonly onDone: () => void;
}) {
  const commands = usePageCommands(openHelp);
  return (
    <Autocomplete filter={hasAllWords}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that is opened to type into it */}
      <SearchField className="palette-search" aria-label="Command" autoFocus>
        <Input className="palette-input" placeholder="What to do? Type a few letters" />
      </SearchField>
      <div className="palette-list" role="group" aria-label="List of commands" tabIndex={0}>
        <Menu
          className="list-box palette-menu"
          aria-label="Commands"
          items={commands}
          renderEmptyState={() => <p className="palette-none">No command has these letters.</p>}
          onAction={(id) => {
            onDone();
            // Once the dialog has given the focus back, or the command's own focus would be lost.
            const chosen = commands.find((command) => command.id === id);
            setTimeout(() => chosen?.run(), 0);
          }}
        >
          {({ id, title, keys }) => (
            <MenuItem id={id} className="list-item palette-item" textValue={title}>
              <Text slot="label" className="palette-words">
                {title}
                {keys && (
                  <span>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
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
