import { Button } from 'react-aria-components';
import { semanticsOf } from '../../platform/index.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { Icon } from '../shared/icons.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import './besides-bar.css';

/** A side effect of the last action, with its undo. */
export function BesidesBar() {
  const notice = useSessionState((state) => state.notice);
  const canUndo = useSessionState((state) => state.undo.undo !== undefined);
  const { closeNotice, setSemantics, undo } = useCommands();
  const back = notice?.back;
  return (
    <div className="besides-frame" role="status">
      {notice && (
        <div className="besides row small-text" data-testid="besides">
          <Icon name="info" size={14} />
          <p>{notice.words}</p>
          {back !== undefined ? (
            <Button className="button small" onPress={() => setSemantics(back)}>
              {`Keep ${semanticsOf(back).label}`}
            </Button>
          ) : (
            canUndo &&
            notice.isChange && (
              <Button
                className="button small"
                onPress={() => {
                  undo();
                  closeNotice();
                }}
              >
                Undo
              </Button>
            )
          )}
          <IconButton icon="close" label="Close this note" onPress={closeNotice} />
        </div>
      )}
    </div>
  );
}
