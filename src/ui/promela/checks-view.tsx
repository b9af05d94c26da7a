import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { CheckResult } from '../../checker/index.ts';
import type { Commands } from '../../session/core.ts';
import type { ModelCheckView } from '../../session/promela/model-view.ts';
import { Icon } from '../shared/icons.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { CHECK_STATUS_WORDS, figuresInWords } from './check-words.ts';
import './checks-view.css';

interface Props extends Pick<Commands, 'showModelTrail'> {
  readonly check: ModelCheckView;
  readonly isOld: boolean;
  /** The title of the run that is shown. */
  readonly shown: string | undefined;
}

/** Each search of a check, with its native commands. */
export function ChecksView({ check, isOld, shown, showModelTrail }: Props) {
  const { results, phase } = check;
  if (results.length === 0)
    return phase === 'running' ? (
      <PanelMessage icon="hourglass" title="No search has ended yet">
        Each check appears here with what it found.
      </PanelMessage>
    ) : (
      <PanelMessage icon="shield" title="No checks yet">
        Press Check the model under Questions.
      </PanelMessage>
    );
  return (
    <div className={isOld ? 'checks outdated' : 'checks'}>
      {results.map((result, at) => (
        <Result
          key={result.check.what}
          result={result}
          isShown={shown === `${result.check.what}: ${result.status}`}
          onShow={() => showModelTrail(at)}
        />
      ))}
    </div>
  );
}

function Result({
  result,
  isShown,
  onShow,
}: {
  readonly result: CheckResult;
  readonly isShown: boolean;
  readonly onShow: () => void;
}) {
  const { check, status, problems, reduction, native, reason, trail } = result;
  return (
    <article className="model-check column" aria-label={check.what} data-testid="check">
      <header className="model-check-head row">
        <StatusBadge words={CHECK_STATUS_WORDS[status]} testId="check-word" />
        <h3>{check.what}</h3>
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
      <p className="model-check-figures">{figuresInWords(result)}</p>
      <p className="model-help note">
        {`Partial order reduction ${reduction.on ? 'on' : 'off'}: ${reduction.why}.`}
      </p>
      <Native lines={native} />
    </article>
  );
}

const MOST_PROBLEMS = 5;

/** The commands of native SPIN that do the same, to be copied. */
function Native({ lines }: { readonly lines: readonly string[] }) {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(lines.join('\n'));
      setSaid('Copied');
    } catch {
      setSaid('Not copied: select the lines');
    }
  };
  return (
    <details className="model-check-native">
      <summary>The same with native SPIN</summary>
      <div className="model-check-commands">
        <pre tabIndex={0} aria-label="Commands for native SPIN">
          {lines.join('\n')}
        </pre>
        <Button className="button small" onPress={() => void copy()}>
          <Icon name="save" size={14} />
          Copy
        </Button>
        <span role="status" className="model-help note">
          {said}
        </span>
      </div>
    </details>
  );
}
