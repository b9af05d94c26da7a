import { assertUnreachable } from '../base/diagnostic.ts';
import type { ToolchainEvent } from '../spin/toolchain.ts';
import type { ConfigurationResult, TuningEvent, TuningResult } from '../tuning/index.ts';
import type { Failure, Run } from './state.ts';

export const IDLE: Run = {
  phase: 'idle',
  stage: '',
  runs: [],
  configurations: [],
  startedAt: 0,
  stale: false,
};

export const beginRun = (now: number): Run => ({
  ...IDLE,
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
    case 'configuration':
      return { ...run, configurations: withConfiguration(run.configurations, event.result) };
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

/** A list with one result added, or replaced where the configuration is listed already. */
function withConfiguration(
  list: readonly ConfigurationResult[],
  result: ConfigurationResult,
): ConfigurationResult[] {
  const key = JSON.stringify(result.values);
  const index = list.findIndex(({ values }) => JSON.stringify(values) === key);
  return index < 0 ? [...list, result] : list.with(index, result);
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
  return { ...rest, ...outcome, phase: 'ended', stage: '', seconds: (now - run.startedAt) / 1000 };
}
