import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useStore } from 'zustand';
import { OFFLINE } from '../../offline/offline.ts';
import { useIsAlone } from '../lessons/opened-lessons.ts';
import { letTabIndent, useTabKey } from '../editor/tab-key.ts';
import { OfflineNote } from '../offline/offline-bar.tsx';
import { Explained } from '../shared/explained.tsx';
import { useDoing } from '../shared/doing.ts';
import { bytes } from '../../base/words.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { Icon } from '../shared/icons.tsx';
import { KeptWords } from '../shared/kept-words.tsx';
import { useProblem } from '../shared/problems.ts';
import { useSessionState } from '../shared/session-context.tsx';
import { UndoNote, UnsavedNote } from '../workspace/notice-bar.tsx';
import './status-bar.css';

export function StatusBar() {
  const phase = useSessionState((state) => state.run.phase);
  const stage = useSessionState((state) => state.run.stage);
  const inTheWay = useSessionState((state) => state.derived.obstacle);
  // Where no kernel is tuned, nothing is in the way of it.
  const obstacle = useIsAlone() ? undefined : inTheWay;
  const held = useSessionState((state) => state.held);
  const keeping = useStore(OFFLINE, (offline) => offline.keeping.phase);
  const kept = useKeptBytes(`${phase} ${keeping}`);
  const { words: doing } = useDoing();
  const running = phase === 'running';
  const dot = running || doing !== null ? 'running' : obstacle === undefined ? '' : 'blocked';
  return (
    <footer className="status-bar row note one-line">
      <span className="grow" data-testid="readiness">
        <span className={`status-dot ${dot}`} />
        {doing !== null
          ? `${doing} …`
          : running
            ? `Running: ${stage}`
            : (obstacle ?? (held === undefined ? 'Ready' : `Live waits. ${held}`))}
      </span>
      <UndoNote />
      <UnsavedNote />
      <OfflineNote />
      <Explained
        className="icon-button"
        dialogClass="explanation status-facts"
        label="About this page"
        title="About this page"
        trigger={<Icon name="info" size={14} />}
      >
        <p>{kept === undefined ? '' : `${bytes(kept)} kept in this browser`}</p>
        <p>Nothing leaves this page. Version {__APP_VERSION__}.</p>
        <TabNote />
      </Explained>
    </footer>
  );
}

/** Tab's meaning in the kernel, and its switch. */
function TabNote() {
  const { indents } = useTabKey();
  return (
    <Button className={indents ? 'tab-note on' : 'tab-note'} onPress={() => letTabIndent(!indents)}>
      {indents ? 'Tab indents' : 'Tab leaves the editor'} <kbd>Ctrl</kbd> <kbd>M</kbd>
    </Button>
  );
}

/** A fault that nothing else on the page has told. */
export function ProblemLine() {
  const { message } = useProblem();
  if (message === null) return null;
  return (
    <div className="problem-line row small-text" role="alert">
      <Icon name="error" size={14} />
      <p>
        Something went wrong in the page: {message}. <KeptWords />
      </p>
      <IconButton
        icon="close"
        label="Dismiss"
        onPress={() => useProblem.setState({ message: null })}
      />
    </div>
  );
}

/** Bytes kept, asked again after runs and offline saves. */
function useKeptBytes(phase: string): number | undefined {
  const [kept, setKept] = useState<number>();
  useEffect(() => {
    let wanted = true;
    const asked = 'storage' in navigator ? navigator.storage.estimate() : Promise.resolve(null);
    asked.then(
      (estimate) => wanted && setKept(estimate?.usage),
      () => wanted && setKept(undefined),
    );
    return () => {
      wanted = false;
    };
  }, [phase]);
  return kept;
}
