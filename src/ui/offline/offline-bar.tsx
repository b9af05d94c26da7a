import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useStore } from 'zustand';
import { type Keeping, keepSite, OFFLINE } from '../../offline/offline.ts';
import { Explained } from '../shared/explained.tsx';
import { bytes } from '../../base/words.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { Icon } from '../shared/icons.tsx';
import { ProgressTrack } from '../shared/progress-track.tsx';
import { useSessionState } from '../shared/session-context.tsx';
import { compilerBytes, lookForCompiler, useKeptCompiler } from './compiler-state.ts';
import { CANCEL_FETCHING, LOAD_NEWER, MAKE_AVAILABLE, REMOVE_COMPILER } from './offline-actions.ts';
import './offline.css';

/** Idle milliseconds before the page is kept for offline use. */
const QUIET = 2000;

/** Offline state in the status bar. */
export function OfflineNote() {
  const running = useSessionState((state) => state.run.phase === 'running');
  const reading = useSessionState((state) => state.derived.isReading === true);
  const keeping = useStore(OFFLINE, (offline) => offline.keeping);
  const isBusy = running || reading;
  useEffect(() => {
    if (isBusy || !import.meta.env.PROD) return undefined;
    void lookForCompiler();
    const timer = setTimeout(() => void keepSite(), QUIET);
    return () => clearTimeout(timer);
  }, [isBusy]);
  const { short, long } = inWords(keeping);
  return (
    <Explained
      className={`status-note ${keeping.phase}`}
      dialogClass="explanation offline"
      trigger={<span data-testid="offline">{short}</span>}
      title="Without a network"
    >
      <p>{long}</p>
      <Compiler />
    </Explained>
  );
}

function inWords(keeping: Keeping): { readonly short: string; readonly long: string } {
  switch (keeping.phase) {
    case 'unknown':
      return {
        short: 'offline not yet',
        long: 'The page has not been kept in this browser yet. That begins when it has nothing else to do.',
      };
    case 'never':
      return { short: 'online only', long: keeping.reason };
    case 'failed':
      return { short: 'online only', long: keeping.reason };
    case 'fetching': {
      const percent = Math.floor(100 * keeping.part);
      return {
        short: `offline ${percent} %`,
        long: `The page is being kept in this browser: ${percent} % of its files are here. It can be used meanwhile.`,
      };
    }
    case 'kept':
      return {
        short: 'offline ok',
        long: 'Everything but the C compiler is kept in this browser, and every example as it is opened works without a network.',
      };
  }
}

/** The compiler: large, and not everybody needs it. */
function Compiler() {
  const { phase, bytes: here, failure } = useKeptCompiler();
  const all = compilerBytes();
  return (
    <div className="offline-compiler">
      <p>
        The C compiler makes verifiers of kernels with another structure than the examples. It is
        fetched when it is needed first, and kept.
      </p>
      {phase === 'fetching' && (
        <>
          <ProgressTrack
            label="Fetching the C compiler"
            value={here}
            of={all}
            words={`${bytes(here)} of ${bytes(all)}`}
          />
          <Button className="button" onPress={CANCEL_FETCHING.run}>
            Stop
          </Button>
        </>
      )}
      {phase === 'kept' && (
        <>
          <p data-testid="compiler-kept">It is kept in this browser: {bytes(all)}.</p>
          <Button className="button" onPress={REMOVE_COMPILER.run}>
            Remove it
          </Button>
        </>
      )}
      {(phase === 'away' || phase === 'unknown') && (
        <Button className="button" onPress={MAKE_AVAILABLE.run}>
          {`Make available offline (${bytes(all)})`}
        </Button>
      )}
      {failure !== undefined && <p role="alert">{failure}</p>}
    </div>
  );
}

/** Announces a newer version, taken on request or with all pages closed. */
export function NewerBar() {
  const isNewer = useStore(OFFLINE, (offline) => offline.isNewer);
  const isRunning = useSessionState((state) => state.run.phase === 'running');
  const [isClosed, setClosed] = useState(false);
  return (
    <div role="status">
      {isNewer && !isClosed && (
        <div className="newer row small-text" data-testid="newer">
          <Icon name="info" size={14} />
          <p>
            A newer version of Overtime is here. It is used once all of its tabs have been closed.
            {isRunning && ' Loading it now ends the run in progress.'}
          </p>
          <Button className="button small" onPress={LOAD_NEWER.run}>
            Load it now
          </Button>
          <IconButton icon="close" label="Later" onPress={() => setClosed(true)} />
        </div>
      )}
    </div>
  );
}
