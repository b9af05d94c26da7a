import type { Diagnostic } from '../../base/diagnostic.ts';
import { messageOf } from '../../base/message.ts';
import type { Trace } from '../../trace/index.ts';
import type { Configuration, Trail, TuningResult } from '../../tuning/index.ts';
import { divergenceDiagnostics } from './divergence.ts';
import { configurationOf, type ModelChecker, type Problem } from '../../checker/index.ts';
import type { Run, TraceView } from '../state.ts';

export interface ResultTracePort {
  /** The run that is shown. */
  readonly run: () => Run;
  readonly show: (trace: TraceView) => void;
  /** Marks what a run showed to be wrong with the text. */
  readonly mark: (diagnostics: readonly Diagnostic[]) => void;
  /** The trace that is about to be shown comes from this trail. */
  readonly opened: (problem: Problem, trail: Trail) => void;
}

/** Shows the counterexample of a result, and where in the text a deadlock has its cause. */
export class ResultTrace {
  readonly #port: ResultTracePort;
  #controller: AbortController | undefined;

  constructor(port: ResultTracePort) {
    this.#port = port;
  }

  /** Another trace is looked at, or none. */
  leave(): void {
    this.#controller?.abort();
  }

  /** Never rejects over its trace: the result stands, whatever comes of that. */
  async explain(problem: Problem, checker: ModelChecker, result: TuningResult): Promise<void> {
    const deadlock = result.status === 'deadlock';
    if (deadlock) this.#markDivergence(problem, undefined);
    if (!result.trail) return;
    // The run may have been cancelled: its best is shown all the same.
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const { show, opened } = this.#port;
    show({ phase: 'loading' });
    try {
      const trace = await checker.replay(result.trail, signal);
      if (signal.aborted) return;
      opened(problem, result.trail);
      show({
        phase: 'ready',
        trace,
        values: configurationOf(problem, trace.finish, trace.variables),
      });
      if (deadlock) this.#markDivergence(problem, trace);
    } catch (error) {
      if (!signal.aborted) show({ phase: 'failed', message: messageOf(error) });
    }
  }

  /** Marks the barriers of a deadlock, unless something has changed since. */
  #markDivergence({ kernel }: Problem, trace: Trace | undefined): void {
    const run = this.#port.run();
    if (run.stale) return;
    const values = trace?.variables ?? stuckValues(run);
    this.#port.mark(divergenceDiagnostics(kernel, trace, values));
  }
}

/** A configuration that a simulation found stuck. */
function stuckValues({ configurations }: Run): Configuration | undefined {
  for (const { status, values } of configurations) if (status === 'deadlock') return values;
  return undefined;
}
