import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { Embed } from '../../session/kept/embedding.ts';
import { momentAt } from '../../session/portable/is-link.ts';
import { SHORT_LINK } from '../../session/portable/link.ts';
import { CopiedText } from '../shared/copied-text.tsx';
import { Icon } from '../shared/icons.tsx';
import { OpenedDialog } from '../shared/page-dialog.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { usePage, useSessionState, useSubject } from '../shared/session-context.tsx';
import { SAVE_WORKBENCH } from '../workspace/workbench-actions.ts';
import { EMBED_LABELS, fragmentTo, lengthInWords, linkTo, snippetOf } from './link-words.ts';
import { seenNow, tickOf } from './seen.ts';
import './share.css';

export const ShareDialog = () => (
  <OpenedDialog id="share" title="Share what you see" className="share-dialog">
    <Share />
  </OpenedDialog>
);

const CARRIED = {
  kernel: '',
  model: ', and the Promela model that is open with what is asked of it',
};

function Share() {
  const page = usePage();
  const name = useSessionState((state) => state.derived.kernelName) ?? 'A kernel';
  const carried = useSubject().of(CARRIED);
  const [embed, setEmbed] = useState<Embed>('both');
  // From when the dialog opened.
  const [view] = useState(() => seenNow(page().state));
  const [fragment] = useState(() => fragmentTo(page().state, view));
  const link =
    fragment === undefined ? undefined : linkTo(`${fragment}${momentAt(tickOf(view))}`, location);
  const isLong = link === undefined || link.length > SHORT_LINK;
  return (
    <>
      <section aria-label="Link">
        <h3>Link</h3>
        <p>
          It carries the kernel, the platform, how it is tuned and what you look at{carried}. Who
          opens it keeps what they have, and nothing of yours runs before they have seen it.
        </p>
        {link !== undefined && <CopiedText label="Link" text={link} action="Copy link" />}
        <p className={isLong ? 'share-note long' : 'share-note'} data-testid="link-length">
          {isLong && <Icon name="warning" size={14} />}
          {link === undefined ? 'This is too much for a link.' : lengthInWords(link.length)}
        </p>
        <Button
          className={isLong ? 'button primary small' : 'button small'}
          onPress={() => void SAVE_WORKBENCH.run(page())}
        >
          Save as a file instead
        </Button>
      </section>
      {fragment !== undefined && (
        <section aria-label="In another page">
          <h3>In slides or a course page</h3>
          <p>
            A small form of this page, to look at and not to change. It runs in the reader’s browser
            once they press a button.
          </p>
          <Segmented
            label="What it shows"
            options={EMBED_LABELS}
            value={embed}
            onChange={setEmbed}
          />
          <CopiedText
            key={embed}
            label="HTML"
            text={snippetOf(embed, fragment, name, location)}
            action="Copy HTML"
          />
        </section>
      )}
    </>
  );
}
