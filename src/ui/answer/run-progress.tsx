import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { approximately, type Run } from '../../session/index.ts';
import { ariaKeys } from '../shared/action.ts';
import { bytes, configurationsInWords, megabytes, seconds, whole } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { CANCEL } from '../top-bar/run-actions.ts';
import { ProgressTrack } from '../shared/progress-track.tsx';
import { estimateInWords, rate, searchesInWords } from './answer-words.ts';

interface Props {
  readonly run: Run;
  readonly onCancel: () => void;
}

/** A run in progress: what is being done, how far it is, and what the search has cost so far. */
export function RunProgress({ run, onCancel }: Props) {
  return (
    <>
      <div className="result-line">
        <Icon name="hourglass" />
        <strong className="grow" data-testid="stage">
          {run.stage}
        </strong>
        <span className="result-effort">
          <Elapsed run={run} />
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
        <Gauge run={run} />
      </div>
      <Metrics run={run} />
    </>
  );
}

/** The bar under the stage: the download while there is one, else the interval as it closes. */
function Gauge({ run }: { readonly run: Run }) {
  const { download, best } = run;
  // Within one search, branch and bound finds better than it asked for.
  const interval =
    run.interval && best && best.time < run.interval.high
      ? { ...run.interval, high: best.time }
      : run.interval;
  // The first interval is the whole width: what comes later shows how much of it is left.
  const [widest, setWidest] = useState(interval);
  if (interval && (!widest || interval.high > widest.high)) setWidest(interval);
  if (download) {
    const { received, total } = download;
    return (
      <ProgressTrack
        className="result-line grow"
        label="Download of the compiler"
        value={received}
        of={total}
        words={`${bytes(received)} of ${bytes(total)}`}
        wordsClass="bar-end"
      />
    );
  }
  if (interval && widest) {
    const [from, low] = [approximately(widest.low), approximately(interval.low)];
    const high = approximately(interval.high);
    const span = Math.max(1, approximately(widest.high) - from);
    const left = ((low - from) / span) * 100;
    const width = Math.max(0.6, ((high - low) / span) * 100);
    return (
      <>
        <span className="bar-end">
          {interval.low < 0 ? 'from 0' : `more than ${whole(interval.low)}`}
        </span>
        <div
          className="bar-track"
          role="img"
          aria-label={`The minimum is more than ${whole(interval.low)} and at most ${whole(interval.high)} ticks`}
        >
          <div className="bar-fill" style={{ left: `${left}%`, width: `${width}%` }} />
        </div>
        <span className="bar-end">at most {whole(interval.high)} ticks</span>
      </>
    );
  }
  return (
    <div className="bar-track">
      <div className="bar-fill indeterminate" />
    </div>
  );
}

/** The question of the search in progress. */
function asked({ bound, purpose }: NonNullable<Run['progress']>): string {
  if (bound !== null) return `${whole(bound)} ticks?`;
  return purpose === 'deadlock' ? 'deadlocks?' : 'any time';
}

function Metrics({ run }: { readonly run: Run }) {
  const { progress, best } = run;
  const entries = {
    within: progress && asked(progress),
    states: progress && whole(progress.states),
    'states/s': progress && whole(rate(progress)),
    memory: progress && megabytes(progress.memoryMB),
    depth: progress && whole(progress.depth),
    searches: run.runs.length === 0 ? '0' : searchesInWords(run.runs).replace(/ search(es)?/, ''),
    'best so far': best && `${whole(best.time)} ticks, ${configurationsInWords([best.values])}`,
  };
  return (
    <dl className="metrics">
      {Object.entries(entries).map(([name, value = '–']) => (
        <div key={name} className="metric">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Seconds since the run began, kept up to date, and how much is left where that is known. */
function Elapsed({ run }: { readonly run: Run }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  const elapsed = Math.max(0, now - run.startedAt) / 1000;
  const left = estimateInWords(run, elapsed);
  return left === '' ? seconds(elapsed) : `${seconds(elapsed)}, ${left}`;
}
