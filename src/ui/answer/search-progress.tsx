import { type ReactNode, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import type { Run } from '../../session/run/run.ts';
import { ariaKeys } from '../shared/action.ts';
import { bytes, seconds } from '../../base/words.ts';
import { Icon } from '../shared/icons.tsx';
import { ProgressTrack } from '../shared/progress-track.tsx';
import { CANCEL } from '../top-bar/run-actions.ts';

interface Props {
  readonly stage: string;
  readonly startedAt: number;
  /** Estimates the rest from the seconds elapsed. */
  readonly left?: ((elapsed: number) => string) | undefined;
  readonly download: Run['download'] | undefined;
  readonly gauge?: ReactNode;
  /** Costs so far, by name. */
  readonly metrics: Readonly<Record<string, string | undefined>>;
  readonly onCancel: () => void;
}

/** Any search in progress. */
export function SearchProgress(props: Props) {
  const { stage, startedAt, left, download, gauge, metrics, onCancel } = props;
  return (
    <>
      <div className="result-line">
        <Icon name="hourglass" />
        <strong className="grow" data-testid="stage">
          {stage}
        </strong>
        <span className="one-line note">
          <Elapsed startedAt={startedAt} left={left} />
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
          (gauge ?? (
            <div className="bar-track">
              <div className="bar-fill indeterminate" />
            </div>
          ))
        )}
      </div>
      <dl className="metrics">
        {Object.entries(metrics).map(([name, value = '–']) => (
          <div key={name} className="metric column one-line">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Elapsed({ startedAt, left }: Pick<Props, 'startedAt' | 'left'>) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  const elapsed = startedAt === 0 ? 0 : Math.max(0, now - startedAt) / 1000;
  const more = left?.(elapsed) ?? '';
  return more === '' ? seconds(elapsed) : `${seconds(elapsed)}, ${more}`;
}
