import { useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import './copied-text.css';

interface ButtonProps {
  readonly label: string;
  readonly text: string;
  /** Selects the text, to be copied by hand where the page may not. */
  readonly onSelect: () => void;
  readonly className?: string;
}

/** Copies a text that stands beside it. */
export function CopyButton({ label, text, onSelect, className = 'button small' }: ButtonProps) {
  const [said, setSaid] = useState('');
  async function copy(): Promise<void> {
    onSelect();
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      setSaid('The browser does not let the page copy. It is selected: press Ctrl+C.');
    }
  }
  return (
    <div className="copy-row row">
      <Button className={className} onPress={() => void copy()}>
        {label}
      </Button>
      <span role="status">{said}</span>
    </div>
  );
}

interface TextProps {
  readonly label: string;
  readonly text: string;
  readonly action: string;
}

/** A long text, to be copied whole. */
export function CopiedText({ label, text, action }: TextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="copied-text column">
      <textarea
        ref={field}
        className="copied-field small-text"
        aria-label={label}
        readOnly
        rows={3}
        value={text}
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton
        className="button primary small"
        label={action}
        text={text}
        onSelect={() => field.current?.select()}
      />
    </div>
  );
}
