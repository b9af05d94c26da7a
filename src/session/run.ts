import { assertUnreachable } from '../base/diagnostic.ts';
import type { ToolchainEvent } from '../spin/toolchain.ts';
import type { TuningEvent, TuningResult } from '../tuning/index.ts';
import { ResultsView, withResults } from './results-table.ts';
import type { Failure, Run } from './state.ts';

export const IDLE: Run = {
  phase: 'idle',
  stage: '',
  runs: [],
  configurations: new ResultsView(),
  startedAt: 0,
  stale: false,
};

export const beginRun = (now: number): Run => ({
  ...IDLE,
  configurations: new ResultsView(), // a table of its own
  phase: 'running',
  stage: 'Starting',
  startedAt: now,
});

/** The run after an event of its strategy. */
export function applyEvent(run: Run, event: TuningEvent): Run {
  switch (event.type) {
    case 'stage':
      return { ...run, stage: event.text };
    case 'progress':
      return {
        ...run,
        progress: { ...event.progress, bound: event.bound, purpose: event.purpose },
      };
    case 'run': {
      const { progress: _, ...rest } = run;
      return { ...rest, runs: [...run.runs, event.run] };
    }
    case 'configurations':
      return { ...run, configurations: withResults(run.configurations, event.results) };
    case 'interval':
      return { ...run, interval: { low: event.low, high: event.high } };
    case 'best':
      return { ...run, best: event.finish };
    case 'result':
      return run; // shown when the run ends
    default:
      return assertUnreachable(event);
  }
}

const STAGES: Readonly<
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
    const stage = STAGES[event.stage];
    return stage === undefined ? rest : { ...rest, stage };
  }
  return run;
}

/** The run at its end. */
export function endRun(
  run: Run,
  now: number,
  outcome: { readonly result?: TuningResult; readonly failure?: Failure },
): Run {
  const { progress: _, download: __, ...rest } = run;
  const seconds = (now - run.startedAt) / 1000;
  const configurations = withProof(run.configurations, outcome.result);
  return { ...rest, ...outcome, configurations, phase: 'ended', stage: '', seconds };
}

/** The configurations with what a proof adds to them: the optima are no longer mere samples. */
function withProof(configurations: ResultsView, result: TuningResult | undefined): ResultsView {
  if (result?.status !== 'proved' || result.minTime === undefined) return configurations;
  const { minTime: time } = result;
  return withResults(
    configurations,
    result.optima.map((values) => ({ values, status: 'proved', time })),
  );
}
