import { compareTicks, type Ticks } from '../../base/ticks.ts';
import type { Failure } from '../../base/failure.ts';
import type { Evidence } from '../../checker/index.ts';
import type { ShardUsed } from '../../cluster/index.ts';
import type { ToolchainEvent } from '../../spin/toolchain.ts';
import type {
  Finish,
  SearchProgress,
  SearchRun,
  TuningEvent,
  TuningResult,
} from '../../tuning/index.ts';
import type { Phase } from '../jobs/job.ts';
import type { Question } from '../question.ts';
import { ResultsView, withResults } from './results-table.ts';

/** Something better than all before. */
export interface BestFound extends Finish {
  /** States that all searches until then had stored. */
  readonly states: number;
  /** Since the run began. */
  readonly seconds: number;
}

/** The cost of the searches at some moment. */
export interface EffortSample {
  /** Since the run began. */
  readonly seconds: number;
  readonly states: number;
  readonly memoryMB: number;
  readonly depth: number;
}

/** Unkept parts of a run: a large map, one without room, or all. */
export const UNKEPT = ['large-map', 'map', 'all'] as const;

/** The run in progress, or the last one. */
export interface Run {
  readonly phase: Extract<Phase, 'none' | 'running' | 'ended'>;
  /** The strategy's present step, or a tool's. */
  readonly stage: string;
  /** The strategy's aim. */
  readonly aim: string;
  /** Bytes of the compiler during its download. */
  readonly download?: { readonly received: number; readonly total: number };
  /** The search in progress. */
  readonly progress?: SearchProgress & Pick<SearchRun, 'bound' | 'purpose'>;
  readonly interval?: { readonly low: Ticks; readonly high: Ticks };
  readonly runs: readonly SearchRun[];
  /** Configurations' known times, in order of enumeration. */
  readonly configurations: ResultsView;
  readonly best?: Finish;
  /** Each improvement, by states of all searches and time. */
  readonly bests: readonly BestFound[];
  /** Costs over time: a few hundred evenly spread samples at most. */
  readonly samples: readonly EffortSample[];
  /** Configurations whose time is known, of all. */
  readonly counted?: { readonly done: number; readonly total: number };
  readonly result?: TuningResult;
  readonly failure?: Failure;
  /** `performance.now()` at the click, and seconds until the end. */
  readonly startedAt: number;
  readonly seconds?: number;
  readonly unkept?: (typeof UNKEPT)[number];
  /** The hand is still on a constant: what comes beside an answer waits. */
  readonly isPassing?: true;
  /** Comes a moment after the end. */
  readonly evidence?: Evidence;
  /** The source of an answer not computed here, and its date. */
  readonly origin?: { readonly name: string; readonly date: string };
  /** Each shard's resources, if merged here since the page opened. */
  readonly shards?: readonly ShardUsed[];
  /** The question it answers (see `isStale`). */
  readonly question?: Question;
}

export const IDLE: Run = {
  phase: 'none',
  stage: '',
  aim: '',
  runs: [],
  bests: [],
  samples: [],
  configurations: new ResultsView(),
  startedAt: 0,
};

/** A run that begins. */
export const beginRun = (now: number): Run => ({
  ...IDLE,
  configurations: new ResultsView(),
  phase: 'running',
  stage: 'Starting',
  aim: 'Starting',
  startedAt: now,
});

/** The run after an event of its strategy. */
export function applyEvent(run: Run, event: TuningEvent, now: number): Run {
  switch (event.type) {
    case 'stage':
      return { ...run, stage: event.text, aim: event.text };
    case 'progress':
      return {
        ...run,
        progress: { ...event.progress, bound: event.bound, purpose: event.purpose },
        samples: sampled(run, event.progress, now),
      };
    case 'run': {
      const { progress: _, ...rest } = run;
      return { ...rest, runs: [...run.runs, event.run], samples: sampled(run, event.run, now) };
    }
    case 'configurations':
      return {
        ...run,
        configurations: withResults(run.configurations, event.results),
        counted: { done: event.done, total: event.total },
      };
    case 'interval':
      return { ...run, interval: { low: event.low, high: event.high } };
    case 'best':
      return { ...run, best: event.finish, bests: withBest(run, event.finish, now) };
  }
}

const secondsOf = (run: Run, now: number): number => (now - run.startedAt) / 1000;

/** States stored by all searches so far. */
const statesOf = ({ runs, progress }: Run): number =>
  runs.reduce((sum, { states }) => sum + states, progress?.states ?? 0);

/** Something as good as the best is no news. */
function withBest(run: Run, { time, values }: Finish, now: number): Run['bests'] {
  const last = run.bests.at(-1);
  if (last && compareTicks(time, last.time) >= 0) return run.bests;
  return [...run.bests, { time, values, states: statesOf(run), seconds: secondsOf(run, now) }];
}

const MOST_SAMPLES = 300;

/** Drops every other sample once there are too many. */
function sampled(
  run: Run,
  { states, memoryMB, depth }: Pick<SearchProgress, 'states' | 'memoryMB' | 'depth'>,
  now: number,
): Run['samples'] {
  const before = run.runs.reduce((sum, one) => sum + one.states, 0);
  const samples =
    run.samples.length < MOST_SAMPLES
      ? run.samples
      : run.samples.filter((_, index) => index % 2 === 0);
  const seconds = secondsOf(run, now);
  return [...samples, { seconds, states: before + states, memoryMB, depth }];
}

/** The tools' stages in words; a search has those of its aim. */
export const TOOL_STAGES: Readonly<
  Partial<Record<Extract<ToolchainEvent, { kind: 'stage' }>['stage'], string>>
> = {
  generate: 'SPIN writes the verifier',
  download: 'Fetching the C compiler',
  compile: 'Compiling the verifier',
  link: 'Linking the verifier',
};

/** The run after word from the tools. */
export function applyToolEvent(run: Run, event: ToolchainEvent): Run {
  if (run.phase !== 'running') return run;
  if (event.kind === 'download') {
    return { ...run, download: { received: event.loadedBytes, total: event.totalBytes } };
  }
  if (event.kind === 'stage') {
    const { download: _, ...rest } = run;
    return { ...rest, stage: TOOL_STAGES[event.stage] ?? run.aim };
  }
  return run;
}

/** The run at its end. */
export function endRun(run: Run, now: number, outcome: Pick<Run, 'result' | 'failure'>): Run {
  const { progress: _, download: __, ...rest } = run;
  const seconds = (now - run.startedAt) / 1000;
  const configurations = withProof(run.configurations, outcome.result);
  return { ...rest, ...outcome, configurations, phase: 'ended', stage: '', seconds };
}

/** Marks proved optima, which are no mere samples any more. */
function withProof(configurations: ResultsView, result: TuningResult | undefined): ResultsView {
  if (result?.status !== 'proved' || result.minTime === undefined) return configurations;
  const { minTime: time } = result;
  return withResults(
    configurations,
    result.optima.map((values) => ({ values, status: 'proved', time })),
  );
}
