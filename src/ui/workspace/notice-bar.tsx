import { useEffect } from 'react';
import { Button } from 'react-aria-components';
import { IconButton } from '../shared/icon-button.tsx';
import { Icon } from '../shared/icons.tsx';
import { useKept } from '../shared/kept-words.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { notice, useNotice } from './notice.ts';

/** Why a file was not opened or saved. */
export function NoticeBar() {
  const { words } = useNotice();
  if (words === null) return null;
  return (
    <div className="notice-line row small-text" role="alert" data-testid="notice">
      <Icon name="warning" size={14} />
      <p>{words}</p>
      <IconButton icon="close" label="Dismiss" onPress={() => notice(null)} />
    </div>
  );
}

/** The last undo, and a replaced text that one press restores. */
export function UndoNote() {
  const said = useSessionState((state) => state.undo.said);
  const { undo } = useCommands();
  return (
    <span role="status" className="undo-note" data-testid="undone">
      {said && (said.isKept ? `${said.words} is kept.` : said.words)}
      {said?.isKept && (
        <Button className="button link" onPress={undo}>
          Bring it back
        </Button>
      )}
    </span>
  );
}

/** What the browser cannot keep now. */
export function UnsavedNote() {
  const { settings, kernel } = useSessionState((state) => state.unsaved);
  const isPartLost = useSessionState((state) => state.isPartLost);
  useEffect(() => useKept.setState({ isKept: !kernel && !settings }), [kernel, settings]);
  const parts = [...(kernel ? ['your kernel'] : []), ...(settings ? ['settings'] : [])];
  return (
    <span role="status" className="unsaved-slot">
      {parts.length > 0 ? (
        <span className="unsaved strong-text" title={WHY} data-testid="unsaved">
          Not saved: {parts.join(' and ')}
        </span>
      ) : (
        isPartLost && <span title={LOST}>Some old settings could not be read</span>
      )}
    </span>
  );
}

const WHY =
  'This browser has no room, or keeps nothing for this page. It is tried again every few seconds. Save the kernel as a file: File, Save.';

const LOST =
  'What could not be read is as usual now. It was set aside as it was: File, Save what could not be read.';
