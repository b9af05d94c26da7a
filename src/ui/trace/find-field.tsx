import { useState } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { Icon } from '../shared/icons.tsx';
import { usePlayback, playback } from './playback.ts';

/** Goes to the next message with some words: Enter forward, Shift+Enter back. */
export function FindField() {
  const [text, setText] = useState('');
  const [missed, setMissed] = useState(false);
  const none = usePlayback(({ layout }) => layout === null);
  const go = (direction: 1 | -1): void => {
    const found = playback().find(text, direction);
    setMissed(!found && text.trim() !== '');
  };
  return (
    <SearchField
      className={missed ? 'find-field missed' : 'find-field'}
      aria-label="Find a message: Enter for the next, Shift and Enter for the one before"
      isDisabled={none}
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
        {missed ? 'No such message that way' : ''}
      </span>
    </SearchField>
  );
}
