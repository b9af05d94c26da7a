import { type ReactNode, useMemo } from 'react';
import type { Failure } from '../../base/failure.ts';
import { type Erratum, semanticsOf } from '../../platform/index.ts';
import { type Caveat, caveatsOf, spoiling } from '../../session/caveats/caveats.ts';
import type { Run } from '../../session/run/run.ts';
import { showPlace } from '../shared/opened.ts';
import { outdatedInWords } from '../shared/question-words.ts';
import { useCommands, useJob, useLanguage, useSessionState } from '../shared/session-context.tsx';
import './answer-pane.css';
import { FailureCard } from './answer-head.tsx';
import { VerdictBadge } from './verdict-badge-bar.tsx';
import { AnswerSummary } from './answer-summary.tsx';
import { CheckAgain } from './check-again.tsx';
import { FAILURE_TITLES } from './failure-titles.ts';
import { ProofBar } from './proof-bar.tsx';
import { RunProgress } from './run-progress.tsx';
import { conclusionInWords, figuresOfAnswer, isOfSchedules } from './answer-words.ts';
import { Explained } from '../shared/explained.tsx';
import { configurationsInWords, whole } from '../../base/words.ts';
import { RECHECK } from '../../session/workbench/recheck-view.ts';
import { outdatedRun } from '../../session/outdated.ts';

const NO_ERRATA: readonly Erratum[] = [];

/** The answer, or the way to it. Its height never changes.
 * @param children the reason, below the answer. */
export function AnswerPane({ children }: { readonly children?: ReactNode }) {
  const run = useSessionState((state) => state.run);
  const outdated = useSessionState((state) => outdatedInWords(state, outdatedRun));
  const caveats = useSessionState(caveatsOf);
  const { cancel, recheckProof, cancelJob } = useCommands();
  const recheck = useJob(RECHECK);
  const derived = useSessionState((state) => state.derived);
  const language = useLanguage();
  const isNow = outdated === undefined;
  const figures = useMemo(
    () => figuresOfAnswer({ run, derived }, !isNow, language),
    [language, derived, isNow, run],
  );
  const semantics = semanticsOf(useSessionState(({ settings }) => settings.semantics));
  return (
    <section className="result column" aria-label="Result" aria-busy={run.phase === 'running'}>
      <div className="answer-text column">
        {run.phase === 'running' ? (
          <RunProgress key={run.startedAt} run={run} onCancel={cancel} />
        ) : run.failure ? (
          <Failed failure={run.failure} outdated={outdated} />
        ) : run.result ? (
          <AnswerSummary
            run={run}
            result={run.result}
            caveats={caveats}
            onPlace={showPlace}
            errata={semantics.errata ?? NO_ERRATA}
            outdated={outdated}
            figures={figures}
            again={
              run.origin && outdated === undefined ? (
                <CheckAgain
                  name={run.origin.name}
                  view={recheck}
                  most={8}
                  onCheck={() => void recheckProof()}
                  onCancel={() => cancelJob(RECHECK)}
                />
              ) : null
            }
          />
        ) : (
          <Welcome obstacle={derived.obstacle} />
        )}
      </div>
      {children}
      <ProofBar>{!run.result && <VerdictBadge />}</ProofBar>
      <p className="visually-hidden" role="status" aria-live="polite">
        {announced(run, outdated === undefined ? spoiling(caveats) : [])}
      </p>
    </section>
  );
}

function Welcome({ obstacle }: { readonly obstacle: string | undefined }) {
  return (
    <>
      <p className="result-where strong-text">Which configuration is fastest on this platform?</p>
      <p className="soft-text">
        {obstacle ?? (
          <>
            Press <kbd>Tune</kbd>: SPIN searches every run of the model for a faster one, until it
            has proved that there is none.
          </>
        )}
      </p>
    </>
  );
}

function Failed({
  failure,
  outdated,
}: {
  readonly failure: Failure;
  readonly outdated: string | undefined;
}) {
  const title = FAILURE_TITLES[failure.place];
  return (
    <FailureCard
      {...{ title, failure }}
      className={outdated === undefined ? undefined : 'outdated'}
    >
      {outdated !== undefined && <p className="one-line note">{outdated}</p>}
      {failure.detail !== undefined && (
        <Explained trigger="What the tool said" title={title}>
          <pre tabIndex={0}>{failure.detail}</pre>
        </Explained>
      )}
    </FailureCard>
  );
}

/** Stages and outcomes, for those who do not see the card change. */
function announced(run: Run, wrong: readonly Caveat[]): string {
  if (run.phase === 'running') return run.stage;
  if (run.phase === 'none') return '';
  if (run.failure) return run.failure.message;
  if (!run.result) return '';
  const { minTime, optima, status } = run.result;
  const minimum =
    minTime === undefined || isOfSchedules(run)
      ? ''
      : `minimum ${whole(minTime)} ticks with ${configurationsInWords(optima)}. `;
  const but = wrong.map(({ words }) => `, but ${words}`).join('');
  return `${status}${but}: ${minimum}${conclusionInWords(run)}`;
}
