import { useState } from 'react';
import { approximately } from '../../base/ticks.ts';
import type { Run } from '../../session/run/run.ts';
import { type AmountWords, TICKS } from '../shared/amount-words.ts';
import { configurationsInWords, megabytes, whole } from '../../base/words.ts';
import { estimateInWords, rate, searchesInWords } from './answer-words.ts';
import { SearchProgress } from './search-progress.tsx';

interface Props {
  readonly run: Run;
  /** Words for the amount; kernels' times by default. */
  readonly words?: AmountWords;
  readonly onCancel: () => void;
}

/** A run in progress: stage, interval and cost so far. */
export function RunProgress({ run, words = TICKS, onCancel }: Props) {
  const { stage, startedAt, download, progress, best } = run;
  const isLargest = words.goal === 'largest';
  // Within one search, branch and bound finds better than it asked for.
  const better =
    run.interval &&
    best &&
    (isLargest ? best.time > run.interval.low : best.time < run.interval.high);
  const interval =
    run.interval && better
      ? { ...run.interval, ...(isLargest ? { low: best.time } : { high: best.time }) }
      : run.interval;
  // The first interval is the whole width.
  const [widest, setWidest] = useState(interval);
  const isWider =
    interval && widest && (isLargest ? interval.low < widest.low : interval.high > widest.high);
  if (interval && (!widest || isWider === true)) setWidest(interval);
  return (
    <SearchProgress
      {...{ stage, startedAt, download, onCancel }}
      left={(elapsed) => estimateInWords(run, elapsed)}
      gauge={interval && widest && <Gauge {...{ interval, widest, words }} />}
      metrics={{
        [words.bound]: progress && asked(progress, words),
        states: progress && whole(progress.states),
        'states/s': progress && whole(rate(progress)),
        memory: progress && megabytes(progress.memoryMB),
        depth: progress && whole(progress.depth),
        searches:
          run.runs.length === 0 ? '0' : searchesInWords(run.runs).replace(/ search(es)?/, ''),
        'best so far':
          best && `${words.inWords(best.time)}, ${configurationsInWords([best.values])}`,
      }}
    />
  );
}

interface GaugeProps {
  readonly interval: NonNullable<Run['interval']>;
  readonly widest: NonNullable<Run['interval']>;
  readonly words: AmountWords;
}

/** The interval of the minimum, within the first one. */
function Gauge({ interval, widest, words }: GaugeProps) {
  const [from, low] = [approximately(widest.low), approximately(interval.low)];
  const high = approximately(interval.high);
  const span = Math.max(1, approximately(widest.high) - from);
  const left = ((low - from) / span) * 100;
  const width = Math.max(0.6, ((high - low) / span) * 100);
  const ends = words.between(interval.low, interval.high);
  return (
    <>
      <span className="bar-end">{ends[0]}</span>
      <div className="bar-track" role="img" aria-label={`${words.best} ${ends.join(' and ')}`}>
        <div className="bar-fill" style={{ left: `${left}%`, width: `${width}%` }} />
      </div>
      <span className="bar-end">{ends[1]}</span>
    </>
  );
}

/** The question of the search in progress. */
function asked({ bound, purpose }: NonNullable<Run['progress']>, words: AmountWords): string {
  if (bound !== null) return words.asked(bound);
  return purpose === 'deadlock' ? 'deadlocks?' : words.any;
}
