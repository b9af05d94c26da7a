import { useState } from 'react';
import { Button, Input, TextField } from 'react-aria-components';
import './name-field.css';

interface Props {
  readonly name: string;
  /** The field's label while editing. */
  readonly label: string;
  readonly onName: (name: string) => void;
}

/** A name in a list; a press lets it be written anew. */
export function NameField({ name, label, onName }: Props) {
  const [draft, setDraft] = useState<string>();
  if (draft === undefined) {
    return (
      <Button
        className="cell-button given-name"
        aria-label={`Rename ${name}`}
        onPress={() => setDraft(name)}
      >
        {name}
      </Button>
    );
  }
  const rename = (): void => {
    if (draft.trim() !== '' && draft !== name) onName(draft);
    setDraft(undefined);
  };
  return (
    <TextField aria-label={label} value={draft} onChange={setDraft}>
      <Input
        className="given-name-input"
        ref={focusOnce}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === 'Enter') rename();
          if (event.key === 'Escape') {
            // Not the dialog around it.
            event.stopPropagation();
            setDraft(undefined);
          }
        }}
      />
    </TextField>
  );
}

/** Whoever pressed a name wants to write it. */
const focusOnce = (node: HTMLInputElement | null): void => node?.select();
