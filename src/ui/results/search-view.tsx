import { Suspense, useState } from 'react';
import type { ShardUsed } from '../../cluster/index.ts';
import type { Derived } from '../../session/derive.ts';
import type { LevelCheckView } from '../../session/jobs/level-check.ts';
import type { Run } from '../../session/run/run.ts';
import type { FoundPath, SearchRun } from '../../tuning/index.ts';
import { searchesInWords } from '../answer/answer-words.ts';
import { type AmountWords, TICKS } from '../shared/amount-words.ts';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { fetched } from '../shared/fetched.tsx';
import { configurationsInWords, megabytes, seconds, whole } from '../../base/words.ts';
import { Outdated } from '../shared/outdated.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { useThrottled } from '../shared/hooks.ts';
import { LevelCheckBar } from './level-check.tsx';
import { type Picture, PICTURES, purposeInWords } from './search-data.ts';
import './search-view.css';
import { type Column, Table, toCsv } from '../shared/table.tsx';
import { VerdictMark } from './verdict-mark.tsx';
import { useViewTools } from './view-tools.tsx';

const SearchChart = fetched(() => import('./search-charts.tsx'), 'SearchChart');

/** Searches with what they found and what they cost. */
const searchColumns = (words: AmountWords): readonly Column<SearchRun>[] => [
  { head: 'purpose', value: (run) => purposeInWords(run, words), isInFileOnly: true },
  {
    head: words.bound,
    file: 'bound',
    kind: 'number',
    value: ({ bound }) => bound ?? '',
    cell: ({ bound }) => (bound === null ? '–' : whole(bound)),
  },
  {
    head: 'verdict',
    value: ({ verdict }) => words.verdicts[verdict],
    cell: (run) => <Verdict run={run} words={words} />,
  },
  { head: 'states', kind: 'number', value: ({ states }) => states },
  { head: 'transitions', kind: 'number', value: ({ transitions }) => transitions },
  { head: 'depth', kind: 'number', value: ({ depth }) => depth },
  {
    head: 'memory',
    file: 'memory MB',
    kind: 'number',
    value: ({ memoryMB }) => memoryMB,
    cell: ({ memoryMB }) => megabytes(memoryMB),
  },
  {
    head: 'time',
    file: 'seconds',
    kind: 'number',
    value: (run) => run.seconds,
    cell: (run) => seconds(run.seconds),
  },
];

/** A swarm's paths by time, then steps. */
const trailColumns = ({ name }: AmountWords): readonly Column<FoundPath>[] => [
  { head: name, kind: 'number', value: ({ time }) => time },
  { head: 'steps', kind: 'number', value: ({ steps }) => steps },
  { head: 'configuration', value: ({ values }) => configurationsInWords([values]) },
];

/** Predicted and used effort, in multiples of the mean. */
const SHARDS: readonly Column<ShardUsed>[] = [
  { head: 'shard', kind: 'number', value: ({ shard }) => shard },
  { head: 'machine', value: ({ host }) => host },
  // Steps of a kernel, configurations of any other model.
  { head: 'predicted', kind: 'number', value: ({ predicted }) => predicted },
  {
    head: 'predicted × mean',
    kind: 'number',
    value: (shard) => shard.predictedShare,
    cell: (shard) => shard.predictedShare.toFixed(2),
  },
  { head: 'transitions', kind: 'number', value: ({ transitions }) => transitions },
  {
    head: 'used × mean',
    kind: 'number',
    value: (shard) => shard.usedShare,
    cell: (shard) => shard.usedShare.toFixed(2),
  },
  {
    head: 'time',
    file: 'seconds',
    kind: 'number',
    value: (shard) => shard.seconds,
    cell: (shard) => seconds(shard.seconds),
  },
];

function Verdict({ run, words }: { readonly run: SearchRun; readonly words: AmountWords }) {
  const { verdict } = run;
  return (
    <span className={`inline-row verdict-${verdict}`}>
      <svg width={12} height={12} viewBox="-7.5 -7.5 15 15" aria-hidden="true">
        <VerdictMark verdict={verdict} />
      </svg>
      {purposeInWords(run, words) || words.verdicts[verdict]}
    </span>
  );
}

interface Props {
  readonly run: Run;
  readonly levelCheck: LevelCheckView;
  readonly derived: Derived;
  readonly onCheckLevel: () => void;
  /** The question answered, if the settings have changed since. */
  readonly outdated: string | undefined;
}

/** The search, with the check of its level. */
export function SearchView({ run, levelCheck, derived, onCheckLevel, outdated }: Props) {
  return (
    <div className="search-panel column">
      <div className="fills">
        <Outdated words={outdated}>
          <Searches run={run} />
        </Outdated>
      </div>
      <LevelCheckBar
        derived={derived}
        isChecking={levelCheck.phase === 'running'}
        onCheck={onCheckLevel}
      />
    </div>
  );
}

interface SearchesProps {
  readonly run: Run;
  /** Words for the amount; kernels' times by default. */
  readonly words?: AmountWords | undefined;
}

/** A run's bounds, verdicts, best times, paths and costs. */
export function Searches({ words = TICKS, ...props }: SearchesProps) {
  const run = useThrottled(props.run, 100);
  const searches = searchColumns(words);
  const trails = trailColumns(words);
  const [wanted, setWanted] = useState<Picture | 'shards'>();
  const { runs, shards } = run;
  const there = (Object.keys(PICTURES) as Picture[]).filter((each) => PICTURES[each](run));
  const picture = there.find((each) => each === wanted) ?? there[0] ?? 'effort';
  const found = picture === 'trails' ? run.result?.found : undefined;
  const { shown, chart, tools } = useViewTools('searches', () =>
    shards && wanted === 'shards'
      ? toCsv(SHARDS, shards)
      : found
        ? toCsv(trails, found)
        : toCsv(searches, runs),
  );
  if (runs.length === 0 && run.bests.length === 0) {
    return run.phase === 'running' ? (
      <PanelMessage icon="hourglass" title="No search has ended yet">
        Bounds and verdicts appear here one by one.
      </PanelMessage>
    ) : (
      <PanelMessage icon="shield" title="No searches yet">
        Press Tune with the method Bisection to watch the interval close.
      </PanelMessage>
    );
  }
  const areShards = shown !== 'chart' && shards !== undefined && wanted === 'shards';
  // Tables: searches, paths and shards.
  const choices: Partial<Record<Picture | 'shards', string>> =
    shown === 'chart'
      ? Object.fromEntries(there.map((each) => [each, each]))
      : {
          effort: 'searches',
          ...(there.includes('trails') && { trails: 'trails' }),
          ...(shards && { shards: 'shards' }),
        };
  const chosen = areShards ? 'shards' : picture;
  return (
    <div className="results-view">
      <div className="view-tools row">
        <span className="tabs-note note clipped">{searchesInWords(runs)}</span>
        {Object.keys(choices).length > 1 && (
          <Segmented
            label="Picture of the search"
            options={choices}
            value={chosen in choices ? chosen : 'effort'}
            onChange={setWanted}
          />
        )}
        <span className="spacer" />
        {tools}
      </div>
      <div className={shown === 'chart' ? 'search-view' : 'search-view only-table'}>
        {shown === 'chart' && (
          <ErrorBoundary what="the chart">
            <Suspense fallback={<div className="chart-frame whole small-text" />}>
              <div ref={chart} className="chart-frame whole small-text">
                <SearchChart {...{ picture, run, words }} />
              </div>
            </Suspense>
          </ErrorBoundary>
        )}
        {areShards ? (
          <Table label="Table of shards" columns={SHARDS} rows={shards} />
        ) : found ? (
          <Table label="Table of trails found" columns={trails} rows={found} />
        ) : (
          <Table label="Table of searches" columns={searches} rows={runs} testId="search-table" />
        )}
      </div>
    </div>
  );
}
