import { useState } from 'react';
import { Button } from 'react-aria-components';
import { CopiedText } from '../shared/copied-text.tsx';
import { download } from '../shared/download.ts';

interface Props {
  readonly label: string;
  /** Name and text of the file. */
  readonly file: readonly [name: string, text: string];
  /** Packs the whole into a link; nothing where it is too long. */
  readonly fragment: () => string | undefined;
  readonly isDisabled?: boolean;
}

/** One way to pass something on: a link where it fits, and a file. */
export function GiveOut({ label, file, fragment, isDisabled = false }: Props) {
  const [link, setLink] = useState<string>();
  const [name, text] = file;
  // The link shown belongs to the text that was packed.
  const [packed, setPacked] = useState(text);
  const isOpen = link !== undefined && packed === text;
  return (
    <div className="lesson-answer">
      <Button
        className="button small"
        isDisabled={isDisabled}
        onPress={() => {
          const found = fragment();
          const address = location.href.replace(/#.*$/, '');
          setLink(found === undefined ? '' : `${address}${found}`);
          setPacked(text);
        }}
      >
        {label}
      </Button>
      {isOpen && (
        <>
          {link === '' ? (
            <p role="status">It is too long for a link: give it to others as a file.</p>
          ) : (
            <CopiedText label={label} text={link} action="Copy link" />
          )}
          <Button className="button small" onPress={() => download(name, text)}>
            Save {name}
          </Button>
        </>
      )}
    </div>
  );
}
