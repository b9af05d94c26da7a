import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { Embed } from '../../session/kept/embedding.ts';
import { isStale } from '../../session/outdated.ts';
import { AnswerPane } from '../answer/answer-pane.tsx';
import { RESULT_VIEWS } from '../results/results-pane.tsx';
import { fragmentTo, linkTo } from '../share/link-words.ts';
import { seenNow } from '../share/seen.ts';
import { useArrival } from '../shell/use-arrival.ts';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { useMedia } from '../shared/hooks.ts';
import { Icon } from '../shared/icons.tsx';
import { useCommands, usePage, useSessionState } from '../shared/session-context.tsx';
import { useKeys } from '../shell/use-keys.ts';
import { useTextSizeOnDocument } from '../theme/text-size.ts';
import { useThemeOnDocument } from '../theme/theme.ts';
import { setPlaying } from '../trace/moves.ts';
import { usePlaying } from '../trace/playback-bar.tsx';
import { TRACE_ACTIONS } from '../trace/trace-actions.ts';
import { TracePane } from '../trace/trace-pane.tsx';
import { useTraceState } from '../trace/trace-state.ts';
import './embed.css';
import { TRACE } from '../../session/views/trace-view.ts';
import { jobOf } from '../../session/jobs/job.ts';

interface Props {
  readonly shows: Embed;
  /** The link that it was made of. */
  readonly fragment: string | undefined;
}

const [{ View: MapView }] = RESULT_VIEWS;

/** The page inside slides or a course: the kernel, then map or trace. Read-only. */
export function EmbedPane({ shows, fragment }: Props) {
  useThemeOnDocument();
  useTextSizeOnDocument();
  useKeys(TRACE_ACTIONS);
  useArrival();
  usePlaying();
  usePlayingOnce(shows !== 'map');
  const isRunYet = useSessionState(({ run }) => run.phase !== 'none');
  return (
    <div className="embed column">
      <Head fragment={fragment} />
      {isRunYet ? (
        <>
          <Guarded what="the answer">
            <AnswerPane />
          </Guarded>
          <main className={`embed-body column fills shows-${shows}`}>
            {shows !== 'trace' && (
              <Guarded what="the map">
                <section className="embed-map" aria-label="Map">
                  <MapView splits={[]} />
                </section>
              </Guarded>
            )}
            {shows !== 'map' && (
              <Guarded what="the trace">
                <TracePane isSmall />
              </Guarded>
            )}
          </main>
        </>
      ) : (
        <BeforeRun />
      )}
    </div>
  );
}

const Guarded = ({ what, children }: { readonly what: string; readonly children: ReactNode }) => (
  <ErrorBoundary what={what}>{children}</ErrorBoundary>
);

function Head({ fragment }: Pick<Props, 'fragment'>) {
  const page = usePage();
  const name = useSessionState((state) => state.derived.kernelName);
  // The link carries the present view.
  const [href, setHref] = useState(() => linkTo(fragment ?? '', location));
  const renew = (): void => {
    const now = fragmentTo(page().state, seenNow(page().state));
    if (now !== undefined) setHref(linkTo(now, location));
  };
  return (
    <header className="embed-head row">
      <img src="./icon.svg" width={18} height={18} alt="" />
      <h1>{name ?? 'Overtime'}</h1>
      <span className="spacer" />
      <a
        className="button small"
        href={href}
        target="_blank"
        rel="noopener"
        onPointerEnter={renew}
        onFocus={renew}
      >
        Open in Overtime
      </a>
    </header>
  );
}

/** The kernel as it is, and the button that runs it. */
function BeforeRun() {
  const { tune } = useCommands();
  const text = useSessionState((state) => state.settings.kernelText);
  const obstacle = useSessionState((state) => state.derived.obstacle);
  const notice = useSessionState((state) => state.notice?.words);
  return (
    <main className="column fills">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <pre className="embed-kernel fills" tabIndex={0} aria-label="Kernel, OpenCL C">
        {text}
      </pre>
      <div className="embed-start row">
        <Button className="button primary" onPress={tune} isDisabled={obstacle !== undefined}>
          <Icon name="play" />
          Run it
        </Button>
        <p role="status">
          {obstacle ??
            notice ??
            'Nothing has run yet. The model checker SPIN runs in this page and finds the fastest configuration.'}
        </p>
      </div>
    </main>
  );
}

/** Plays the trace when it has come, once. */
function usePlayingOnce(isWanted: boolean): void {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const isThere = useTraceState(({ layout }) => layout !== null);
  const hasArrived = useSessionState(
    (state) =>
      state.arrival === undefined && jobOf(state, TRACE).phase === 'ended' && !isStale(state),
  );
  const hasPlayed = useRef(false);
  const begins = isWanted && !still && isThere && hasArrived;
  useEffect(() => {
    if (!begins || hasPlayed.current) return;
    hasPlayed.current = true;
    setPlaying(true);
  }, [begins]);
}
