import { Button } from 'react-aria-components';
import { type FailurePlace, isOfOtherModel, type ModelView } from '../../session/index.ts';
import { CheckAgain } from '../answer/check-again.tsx';
import { FAILURE_TITLES } from '../answer/failure-titles.ts';
import { RunProgress } from '../answer/run-progress.tsx';
import { amountWordsOf } from '../shared/amount-words.ts';
import { configurationsInWords, seconds, whole } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { STATUS_WORDS } from '../shared/status-words.ts';
import { CheckProgress } from './check-progress.tsx';
import { CHECK_STATUS_WORDS, checkInWords, worstOf } from './check-words.ts';
import { resumedInWords, tunedInWords } from './tuned-words.ts';
import './model-answer.css';

const CHANGED = 'Of the model as it was: it has been changed since.';

/** The answer to what was asked of the model last, or the way to it. */
export function ModelAnswerPane() {
  const model = useSessionState((state) => state.model);
  const { cancelModelCheck, cancelModelTuning } = useCommands();
  const { check, tuning, document } = model;
  const isTuned = tuning.run.phase !== 'idle' && tuning.run.startedAt >= check.startedAt;
  const question = isTuned ? tuning.question : check.question;
  const isOld = isOfOtherModel(question, document);
  const isRunning = check.phase === 'running' || tuning.run.phase === 'running';
  return (
    <section className="result model-result" aria-label="Result" aria-busy={isRunning}>
      {tuning.run.phase === 'running' ? (
        <RunProgress
          key={tuning.run.startedAt}
          run={tuning.run}
          {...(tuning.tuning && { words: amountWordsOf(tuning.tuning) })}
          onCancel={cancelModelTuning}
        />
      ) : check.phase === 'running' ? (
        <CheckProgress key={check.startedAt} check={check} onCancel={cancelModelCheck} />
      ) : (
        <div className={isOld ? 'model-answer outdated' : 'model-answer'}>
          {isTuned ? <Tuned {...tuning} /> : <Checked check={check} />}
        </div>
      )}
      {!isRunning && isOld && (
        <p className="stale" data-testid="stale">
          <Icon name="refresh" size={14} />
          {CHANGED}
        </p>
      )}
      <p className="visually-hidden" role="status" aria-live="polite">
        {check.phase === 'running' ? (check.stage ?? '') : checkedAloud(model)}
      </p>
    </section>
  );
}

const checkedAloud = ({ check }: ModelView): string =>
  check.results.length > 0 && check.phase !== 'running' ? checkInWords(check.results) : '';

/** What a failure is headed by; where the model is at fault, what cannot be done with it. */
const titleOf = (failure: { readonly place: FailurePlace } | undefined, usual: string): string =>
  failure === undefined || failure.place === 'model' ? usual : FAILURE_TITLES[failure.place];

function Checked({ check }: Pick<ModelView, 'check'>) {
  const { phase, results, message, failure } = check;
  const status = worstOf(results);
  if (phase === 'failed')
    return (
      <div role="alert" data-testid="failure">
        <p className="failure-title">
          <Icon name="error" />
          {titleOf(failure, 'The model cannot be checked')}
        </p>
        <p className="failure-words">
          {message} <span className="result-soft">{failure?.hint}</span>
        </p>
      </div>
    );
  if (status === undefined)
    return (
      <>
        <p className="result-where">
          {phase === 'cancelled'
            ? 'You stopped the check'
            : 'What does this model do, and can it go wrong?'}
        </p>
        <p className="result-soft">
          Choose what is asked under Questions and press <strong>Check the model</strong>: SPIN
          searches every state that it can reach. Or tune it.
        </p>
      </>
    );
  return (
    <>
      <div className="result-line result-head">
        <StatusBadge words={CHECK_STATUS_WORDS[status]} testId="check-status" />
        <span className="result-where grow" data-testid="check-conclusion">
          {checkInWords(results)}
        </span>
        {check.seconds !== undefined && (
          <span className="result-effort">{`after ${seconds(check.seconds)}`}</span>
        )}
      </div>
      {check.notes.map((note) => (
        <p key={note} className="result-soft model-note">
          {note}
        </p>
      ))}
    </>
  );
}

function Tuned({ run, tuning }: ModelView['tuning']) {
  const { showTunedTrail, recheckTuning, cancelTuningRecheck } = useCommands();
  const recheck = useSessionState(({ model }) => model.recheck);
  const name = useSessionState(({ model }) => model.document?.name ?? '');
  const { result, failure } = run;
  if (failure)
    return (
      <div role="alert" data-testid="failure">
        <p className="failure-title">
          <Icon name="error" />
          {titleOf(failure, 'The model cannot be tuned')}
        </p>
        <p className="failure-words">
          {failure.message} <span className="result-soft">{failure.hint}</span>
        </p>
      </div>
    );
  if (!result || !tuning) return null;
  const { minTime, status, optima } = result;
  return (
    <>
      <div className="result-line result-head">
        <StatusBadge words={STATUS_WORDS[status]} testId="status" />
        {minTime !== undefined && (
          <span className="result-minimum" data-testid="minimum">
            {whole(minTime)}
            <small>{tuning.objective}</small>
          </span>
        )}
        <span className="result-where grow" data-testid="optima">
          {configurationsInWords(optima)}
        </span>
        {run.seconds !== undefined && (
          <span className="result-effort">{`after ${seconds(run.seconds)}`}</span>
        )}
      </div>
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
      <div className="result-line result-notes">
        <span className="result-effort grow" data-testid="resumed">
          {run.origin
            ? `As ${run.origin.name} has it: nothing was computed here.`
            : resumedInWords(run, tuning)}
        </span>
        {status === 'proved' && (
          <CheckAgain
            {...{ view: recheck, most: 2 }}
            name={run.origin?.name ?? name}
            onCheck={recheckTuning}
            onCancel={cancelTuningRecheck}
          />
        )}
      </div>
    </>
  );
}
