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
  const [packed, setPacked] = useState<{ readonly text: string; readonly link: string }>();
  const [name, text] = file;
  // A link belongs to the text that was packed.
  const link = packed?.text === text ? packed.link : undefined;
  return (
    <div className="lesson-answer">
      <Button
        className="button small"
        isDisabled={isDisabled}
        onPress={() => {
          const found = fragment();
          const address = location.href.replace(/#.*$/, '');
          setPacked({ text, link: found === undefined ? '' : `${address}${found}` });
        }}
      >
        {label}
      </Button>
      {link !== undefined && (
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
