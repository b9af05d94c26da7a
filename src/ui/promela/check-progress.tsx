import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import type { ModelCheckView } from '../../session/index.ts';
import { rate } from '../answer/answer-words.ts';
import { ariaKeys } from '../shared/action.ts';
import { bytes, count, megabytes, seconds, whole } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { ProgressTrack } from '../shared/progress-track.tsx';
import { CANCEL } from '../top-bar/run-actions.ts';

interface Props {
  readonly check: ModelCheckView;
  readonly onCancel: () => void;
}

/** A check in progress: what is searched now, and what that has cost so far. */
export function CheckProgress({ check, onCancel }: Props) {
  const { now, stage, download, progress, results } = check;
  const metrics = {
    states: progress && whole(progress.states),
    'states/s': progress && whole(rate(progress)),
    memory: progress && megabytes(progress.memoryMB),
    depth: progress && whole(progress.depth),
    done: count(results.length, 'check'),
  };
  return (
    <>
      <div className="result-line">
        <Icon name="hourglass" />
        <strong className="grow" data-testid="stage">
          {now === undefined ? (stage ?? 'Starting') : `${stage ?? 'Searching'}: ${now}`}
        </strong>
        <span className="result-effort">
          <Since startedAt={check.startedAt} />
        </span>
        <Button
          className="button small stop"
          aria-keyshortcuts={ariaKeys(CANCEL.keys)}
          onPress={onCancel}
        >
          Cancel
        </Button>
      </div>
      <div className="result-line">
        {download ? (
          <ProgressTrack
            className="result-line grow"
            label="Download of the compiler"
            value={download.received}
            of={download.total}
            words={`${bytes(download.received)} of ${bytes(download.total)}`}
            wordsClass="bar-end"
          />
        ) : (
          <div className="bar-track">
            <div className="bar-fill indeterminate" />
          </div>
        )}
      </div>
      <dl className="metrics">
        {Object.entries(metrics).map(([name, value = '–']) => (
          <div key={name} className="metric">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Seconds since it began, kept up to date. */
function Since({ startedAt }: { readonly startedAt: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return seconds(startedAt === 0 ? 0 : Math.max(0, now - startedAt) / 1000);
}
