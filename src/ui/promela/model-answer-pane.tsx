import { Button } from 'react-aria-components';
import type { FailurePlace } from '../../base/failure.ts';
import {
  isOfOtherModel,
  MODEL_CHECK,
  MODEL_TUNING,
  MODEL_RECHECK,
  type ModelCheckView,
  type ModelTuningView,
} from '../../session/promela/model-view.ts';
import { AnswerHead, FailureCard } from '../answer/answer-head.tsx';
import { CheckAgain } from '../answer/check-again.tsx';
import { FAILURE_TITLES } from '../answer/failure-titles.ts';
import { RunProgress } from '../answer/run-progress.tsx';
import { amountWordsOf } from '../shared/amount-words.ts';
import { configurationsInWords, seconds, whole, together } from '../../base/words.ts';
import { Icon } from '../shared/icons.tsx';
import { useCommands, useSessionState, useJob } from '../shared/session-context.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { STATUS_WORDS } from '../shared/status-words.ts';
import { CheckProgress } from './check-progress.tsx';
import { CHANGED, CHECK_STATUS_WORDS, checkInWords, worstOf } from './check-words.ts';
import { resumedInWords, tunedInWords } from './tuned-words.ts';
import './model-answer.css';

/** The last answer about the model, or the way to one. */
export function ModelAnswerPane() {
  const document = useSessionState(({ model }) => model.document);
  const check = useJob(MODEL_CHECK);
  const tuning = useJob(MODEL_TUNING);
  const { cancelJob } = useCommands();
  const isTuned = tuning.run.phase !== 'none' && tuning.run.startedAt >= check.startedAt;
  const question = isTuned ? tuning.question : check.question;
  const isOld = isOfOtherModel(question, document);
  const isRunning = check.phase === 'running' || tuning.run.phase === 'running';
  return (
    <section className="result model-result column" aria-label="Result" aria-busy={isRunning}>
      <div className="answer-text column">
        {tuning.run.phase === 'running' ? (
          <RunProgress
            key={tuning.run.startedAt}
            run={tuning.run}
            {...(tuning.tuning && { words: amountWordsOf(tuning.tuning) })}
            onCancel={() => cancelJob(MODEL_TUNING)}
          />
        ) : check.phase === 'running' ? (
          <CheckProgress
            key={check.startedAt}
            check={check}
            onCancel={() => cancelJob(MODEL_CHECK)}
          />
        ) : (
          <div className={isOld ? 'model-answer outdated' : 'model-answer'}>
            {isTuned ? <Tuned {...tuning} /> : <Checked check={check} />}
          </div>
        )}
        {!isRunning && isOld && (
          <p className="stale small-text" data-testid="stale">
            <Icon name="refresh" size={14} />
            {CHANGED}
          </p>
        )}
      </div>
      <p className="visually-hidden" role="status" aria-live="polite">
        {check.phase === 'running' ? (check.stage ?? '') : checkedAloud(check)}
      </p>
    </section>
  );
}

const checkedAloud = ({ results, phase }: ModelCheckView): string =>
  results.length > 0 && phase !== 'running' ? checkInWords(results) : '';

/** Headings of failures; the model's own say what cannot be done. */
const titleOf = (failure: { readonly place: FailurePlace } | undefined, usual: string): string =>
  failure === undefined || failure.place === 'model' ? usual : FAILURE_TITLES[failure.place];

function Checked({ check }: { readonly check: ModelCheckView }) {
  const { phase, results, message, failure } = check;
  const status = worstOf(results);
  if (phase === 'failed')
    return (
      <FailureCard
        title={titleOf(failure, 'The model cannot be checked')}
        failure={failure ?? { message: message ?? '' }}
      />
    );
  if (status === undefined)
    return (
      <>
        <p className="result-where strong-text">
          {phase === 'cancelled'
            ? 'You stopped the check'
            : 'What does this model do, and can it go wrong?'}
        </p>
        <p className="soft-text">
          Press <strong>Check the model</strong>: SPIN searches every state that it can reach. Or
          tune it.
        </p>
      </>
    );
  return (
    <>
      <AnswerHead
        badge={<StatusBadge words={CHECK_STATUS_WORDS[status]} testId="check-status" />}
        where={checkInWords(results)}
        whereId="check-conclusion"
        effort={check.seconds === undefined ? undefined : `after ${seconds(check.seconds)}`}
      />
      {status === 'violated' && <Besides results={results} />}
      {check.notes.map((note) => (
        <p key={note} className="soft-text small-text">
          {note}
        </p>
      ))}
    </>
  );
}

/** Claims that hold all the same, and a search without runs in which somebody is never let go on. */
function Besides({ results }: Pick<ModelCheckView, 'results'>) {
  const { setModelAsked, checkModel } = useCommands();
  const asked = useSessionState(({ model }) => model.document?.asked);
  const holds = results.filter(({ status }) => status === 'holds').map(({ check }) => check.what);
  const isStarved =
    asked?.fair === false &&
    results.some(({ problems }) =>
      problems.some(({ kind }) => kind === 'acceptance-cycle' || kind === 'non-progress-cycle'),
    );
  return (
    <p className="soft-text">
      {holds.length > 0 && `What holds: ${together(holds)}. `}
      {isStarved && (
        <>
          Counting only runs in which nobody who can go on is left out for ever:{' '}
          <Button
            className="button link"
            onPress={() => {
              setModelAsked({ fair: true });
              checkModel();
            }}
          >
            check with weak fairness
          </Button>
        </>
      )}
    </p>
  );
}

function Tuned({ run, tuning, note }: ModelTuningView) {
  const { showTunedTrail, recheckTuning, cancelJob } = useCommands();
  const recheck = useJob(MODEL_RECHECK);
  const name = useSessionState(({ model }) => model.document?.name ?? '');
  const { result, failure } = run;
  if (failure)
    return <FailureCard title={titleOf(failure, 'The model cannot be tuned')} failure={failure} />;
  if (!result || !tuning) return null;
  const { minTime, status, optima } = result;
  return (
    <>
      <AnswerHead
        badge={<StatusBadge words={STATUS_WORDS[status]} testId="status" />}
        best={minTime === undefined ? undefined : { words: whole(minTime), unit: tuning.objective }}
        where={configurationsInWords(optima)}
        effort={run.seconds === undefined ? undefined : `after ${seconds(run.seconds)}`}
      />
      <div className="result-line">
        <span className="grow" data-testid="conclusion">
          {tunedInWords(run, tuning)}
        </span>
        {optima.length > 0 && (
          <Button className="button small" onPress={showTunedTrail}>
            Show its run
          </Button>
        )}
      </div>
      {note !== undefined && <p className="soft-text small-text">{note}</p>}
      <div className="result-line result-notes">
        <span className="one-line grow note" data-testid="resumed">
          {run.origin
            ? `As ${run.origin.name} has it: nothing was computed here.`
            : resumedInWords(run, tuning)}
        </span>
        {status === 'proved' && (
          <CheckAgain
            {...{ view: recheck, most: 5 }}
            name={run.origin?.name ?? name}
            onCheck={recheckTuning}
            onCancel={() => cancelJob(MODEL_RECHECK)}
          />
        )}
      </div>
    </>
  );
}
