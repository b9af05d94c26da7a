import { Button } from 'react-aria-components';
import type { KernelSplitsView } from '../../session/jobs/kernel-splits.ts';
import { classesOf, TIME_PARTS } from '../../trace/index.ts';
import { PartLegend, TimeBars } from '../results/time-bars.tsx';
import type { BarGroup } from '../results/time-places.ts';
import { classInWords, differenceInWords } from '../results/time-words.ts';
import { configurationsInWords, count } from '../../base/words.ts';

interface Props {
  readonly names: readonly [string, string];
  /** Undefined until asked. */
  readonly view: KernelSplitsView | undefined;
  readonly onStart: () => void;
  readonly onCancel: () => void;
}

type Split = Extract<KernelSplitsView['splits'][number], { split: unknown }>;

/** Times of two kernels at their best, and their differences. */
export function ComparedSplits({ names, view, onStart, onCancel }: Props) {
  const { phase = 'none', splits = [], message } = view ?? {};
  const sides = names.map((name, at) => ({
    name,
    side: at === 0 ? 'Left' : 'Right',
    found: splits[at],
  }));
  const groups = sides.flatMap(({ name, side, found }) =>
    found && 'split' in found ? [groupOf(`${side}, ${name}`, found)] : [],
  );
  const known = splits.flatMap((found) => ('split' in found ? [found] : []));
  const [left, right] = known;
  const parts = TIME_PARTS.filter((part) =>
    groups.some(({ rows }) => rows.some(({ ticks }) => ticks[part] > 0)),
  );
  return (
    <section aria-label="Where the time goes" className="compare-times">
      <div className="compare-times-head">
        <h3>Where the time goes, each at its best</h3>
        {phase === 'running' ? (
          <Button className="button small stop" onPress={onCancel}>
            Cancel
          </Button>
        ) : (
          <Button className="button small" onPress={onStart}>
            {phase === 'none' ? 'Compare the times' : 'Compare again'}
          </Button>
        )}
      </div>
      <p role="status" data-testid="kernels-difference">
        {phase === 'running'
          ? `Looking for the best of ${splits.length === 0 ? 'the left' : 'the right'} kernel.`
          : left && right
            ? `Right against left: ${differenceInWords(right.split, left.split)}.`
            : wordsOf(phase, message)}
      </p>
      {sides.map(({ side, found }) =>
        found && 'message' in found ? (
          <p key={side} className="compare-problem">
            {side}: {found.message}
          </p>
        ) : null,
      )}
      {groups.length > 0 && (
        <>
          <PartLegend parts={parts} />
          <TimeBars groups={groups} most={Math.max(...known.map(({ split }) => split.time))} />
        </>
      )}
    </section>
  );
}

const wordsOf = (phase: KernelSplitsView['phase'], message = ''): string =>
  ({
    none: 'The best of each is searched for and replayed. What is open stays as it is.',
    running: '',
    ended: '',
    cancelled: 'Cancelled.',
    failed: message,
  })[phase];

function groupOf(name: string, { values, split }: Split): BarGroup {
  return {
    title: `${name}: ${configurationsInWords([values])}, ${count(split.time, 'tick')}`,
    rows: classesOf(split).map((one) => ({ label: classInWords(one), ticks: one.ticks })),
  };
}
