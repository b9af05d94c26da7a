import { useState } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { Icon } from '../shared/icons.tsx';

interface Props {
  readonly isDisabled: boolean;
  /** Says whether there is such a step. */
  readonly onFind: (text: string, direction: 1 | -1) => boolean;
}

/** Goes to the next step with some words: Enter forward, Shift+Enter back. */
export function FindField({ isDisabled, onFind }: Props) {
  const [text, setText] = useState('');
  const [missed, setMissed] = useState(false);
  const go = (direction: 1 | -1): void => {
    const found = onFind(text, direction);
    setMissed(!found && text.trim() !== '');
  };
  return (
    <SearchField
      className={`find-field compact-field${missed ? ' missed' : ''}`}
      aria-label="Find a step: Enter for the next, Shift and Enter for the one before"
      isDisabled={isDisabled}
      value={text}
      onChange={(next) => {
        setText(next);
        setMissed(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        go(event.shiftKey ? -1 : 1);
      }}
    >
      <Icon name="search" size={14} />
      <Input placeholder={missed ? 'none that way' : 'Find'} />
      <Button className="find-clear" aria-label="Clear">
        <Icon name="close" size={12} />
      </Button>
      <span className="visually-hidden" role="status">
        {missed ? 'No such step that way' : ''}
      </span>
    </SearchField>
  );
}
