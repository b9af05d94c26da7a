import { type ReactNode, useRef } from 'react';
import { Button } from 'react-aria-components';
import { spanOfLine } from '../../base/span.ts';
import { CHECK_STATUSES, type CheckResult } from '../../checker/index.ts';
import type { Commands } from '../../session/core.ts';
import type { ModelDocument } from '../../session/promela/model-document.ts';
import { foundBy, type ModelCheckView, type ModelTrail } from '../../session/promela/model-view.ts';
import { CopyButton } from '../shared/copied-text.tsx';
import { showModelPlace } from '../shared/opened.ts';
import { OutdatedWords } from '../shared/outdated.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { CHECK_STATUS_WORDS, figuresInWords } from './check-words.ts';
import './checks-view.css';

interface Props extends Pick<Commands, 'showModelTrail'> {
  readonly check: ModelCheckView;
  readonly document: ModelDocument | undefined;
  readonly isOld: boolean;
  /** The run that is shown. */
  readonly shown: ModelTrail | undefined;
}

/** Each search of a check, the worst first, with its native commands. */
export function ChecksView({ check, document, isOld, shown, showModelTrail }: Props) {
  const { results } = foundBy(check);
  const isEarlier = results !== check.results;
  if (results.length === 0)
    return check.phase === 'running' ? (
      <PanelMessage icon="hourglass" title="No search has ended yet">
        Each check appears here with what it found.
      </PanelMessage>
    ) : (
      <PanelMessage icon="shield" title="No checks yet">
        Press Check the model: each claim of it appears here, with what was found.
      </PanelMessage>
    );
  const rows = results
    .map((result, at) => ({ result, at }))
    .sort((one, other) => rankOf(one.result) - rankOf(other.result));
  return (
    <>
      {isEarlier && <OutdatedWords words="Found by the check before this one." />}
      <div className={isOld || isEarlier ? 'checks fills outdated' : 'checks fills'}>
        {rows.map(({ result, at }) => (
          <Result
            key={result.check.what}
            result={result}
            document={document}
            isOld={isOld || isEarlier}
            isShown={shown !== undefined && shown.packed === result.trail}
            onShow={() => showModelTrail(at)}
          />
        ))}
      </div>
    </>
  );
}

const rankOf = ({ status }: CheckResult): number => CHECK_STATUSES.indexOf(status);

function Result({
  result,
  document,
  isOld,
  isShown,
  onShow,
}: {
  readonly result: CheckResult;
  readonly document: ModelDocument | undefined;
  readonly isOld: boolean;
  readonly isShown: boolean;
  readonly onShow: () => void;
}) {
  const { check, status, problems, reduction, native, reason, trail, unreached } = result;
  return (
    <article className="model-check column" aria-label={check.what} data-testid="check">
      <header className="model-check-head row">
        <StatusBadge words={CHECK_STATUS_WORDS[status]} testId="check-word" />
        <h3>{check.what}</h3>
        {check.formula !== undefined && <code>{check.formula}</code>}
        <span className="spacer" />
        {trail && (
          <Button className="button small" onPress={onShow} isDisabled={isShown}>
            {isShown ? 'Its run is shown' : 'Show its run'}
          </Button>
        )}
      </header>
      {problems.slice(0, MOST_PROBLEMS).map(({ message, depth }) => (
        <p key={`${message} ${depth}`} className="model-check-problem">
          {`${message}, at depth ${depth}`}
        </p>
      ))}
      {problems.length > MOST_PROBLEMS && (
        <p className="model-check-problem">{`and ${problems.length - MOST_PROBLEMS} more`}</p>
      )}
      {reason !== undefined && <p className="model-help note">{reason}</p>}
      <div className="model-check-foot row">
        <p className="model-check-figures note">{figuresInWords(result)}</p>
        {unreached && <NotReached statements={unreached} document={document} isOld={isOld} />}
        <Native lines={native}>
          <p className="model-help note">
            {`Partial order reduction ${reduction.on ? 'on' : 'off'}: ${reduction.why}.`}
          </p>
        </Native>
      </div>
    </article>
  );
}

const MOST_PROBLEMS = 5;

/** Statements that no run has reached, each with its line. */
function NotReached({
  statements,
  document,
  isOld,
}: {
  readonly statements: NonNullable<CheckResult['unreached']>;
  readonly document: ModelDocument | undefined;
  readonly isOld: boolean;
}) {
  if (statements.length === 0)
    return <p className="model-help note">Each statement was reached.</p>;
  return (
    <details className="model-check-native">
      <summary>{`Statements not reached: ${statements.length}`}</summary>
      <ul className="model-check-unreached" aria-label="Statements that were not reached">
        {statements.map(({ of, file, line, statement }) => (
          <li key={`${of} ${file} ${line} ${statement}`}>
            {document === undefined || file in document.files ? (
              `${file}:${line}`
            ) : (
              <Button
                className="button link"
                aria-label={`Show line ${line} of the model: ${statement}`}
                isDisabled={isOld}
                onPress={() => showModelPlace(spanOfLine(document.text, line).start)}
              >
                {`line ${line}`}
              </Button>
            )}
            {` of ${of}: `}
            <code>{statement}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The commands of native SPIN that do the same, to be copied. */
function Native({
  lines,
  children,
}: {
  readonly lines: readonly string[];
  readonly children: ReactNode;
}) {
  const text = lines.join('\n');
  const shown = useRef<HTMLPreElement>(null);
  return (
    <details className="model-check-native">
      <summary>The same with native SPIN</summary>
      {children}
      <div className="model-check-commands">
        <pre ref={shown} tabIndex={0} aria-label="Commands for native SPIN">
          {text}
        </pre>
        <CopyButton
          label="Copy"
          text={text}
          onSelect={() => shown.current && getSelection()?.selectAllChildren(shown.current)}
        />
      </div>
    </details>
  );
}
