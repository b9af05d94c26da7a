import { messageOf } from '../../base/message.ts';
import type { ToolchainEvent } from '../../spin/toolchain.ts';
import {
  type Emit,
  methodOf,
  sweep,
  type Task,
  type TuningResult,
  type Verifier,
  workersOf,
} from '../../tuning/index.ts';
import type { SessionEnvironment } from '../environment.ts';
import { Cancelled, Failure } from '../../base/failure.ts';
import { ModelChecker, perform, type Problem } from '../../checker/index.ts';
import type { ResultsView } from './results-table.ts';
import { keeperFor } from '../kept/bounds.ts';
import { applyEvent, applyToolEvent, beginRun, endRun } from './run.ts';
import type { Run, Settings } from '../state.ts';
import type { Workers } from './workers.ts';

/** What a run is of, to look at more of it. */
export interface RunSubject {
  /** Its place in the history. */
  readonly id: string;
  readonly problem: Problem;
  readonly settings: Settings;
}

export interface RunnerPort extends Pick<
  SessionEnvironment,
  'toolchain' | 'storage' | 'now' | 'date' | 'pause'
> {
  /** The most memory that the verifiers of a run may use together, in MB. */
  readonly memoryMB: () => number;
  readonly workers: Workers;
  /** A run takes the place of the one before. */
  readonly begin: (subject: RunSubject, run: Run) => void;
  readonly change: (next: (run: Run) => Run) => void;
  /** The run has ended, or more has become known of it since. */
  readonly keep: (subject: RunSubject) => void;
  /** Shows what there is to see of a result, with a checker that is free now. */
  readonly explain: (
    problem: Problem,
    checker: ModelChecker,
    result: TuningResult,
  ) => Promise<void>;
  /** A verifier is being compiled: the compiler is at hand from now on. */
  readonly compilerFetched: () => void;
}

/** Changes the run that is shown, as long as it is the one that speaks. */
type Show = (next: (run: Run) => Run) => void;

/** Runs tasks, one at a time: the strategy that the user has chosen, and beside it the sweep that fills
 * the chart. */
export class TaskRunner {
  readonly #port: RunnerPort;
  #controller: AbortController | undefined;
  #compilerFetched = false;
  /** Models whose verifier has been at work here. */
  readonly #built = new Set<string>();

  constructor(port: RunnerPort) {
    this.#port = port;
  }

  /** Whether a run of this can do without fetching the compiler, as far as is known here. */
  hasToolsFor({ model }: Problem): boolean {
    return this.#compilerFetched || this.#built.has(model.text);
  }

  /** Ends the run in progress, which says then what it has found. */
  cancel(): void {
    this.#controller?.abort();
  }

  /** Ends what is left of the last run, its chart and its trace too, and shows no more of it. */
  leave(): void {
    this.#controller?.abort();
    this.#controller = undefined;
  }

  /** @param known the configurations whose times are known already. */
  start(problem: Problem, settings: Settings, task: Task, known?: ResultsView): void {
    this.leave();
    const { date, now, begin } = this.#port;
    this.#controller = new AbortController();
    const subject = { id: String(date()), problem, settings };
    begin(subject, beginRun(now(), known));
    void this.#perform(subject, task, this.#controller.signal);
  }

  async #perform(subject: RunSubject, task: Task, signal: AbortSignal): Promise<void> {
    const { workers, toolchain, storage, now, pause, explain } = this.#port;
    const { problem, settings } = subject;
    const { limits = {} } = settings;
    const memoryMB = this.#port.memoryMB() / workersOf(task, limits.workers);
    this.#built.add(problem.model.text);
    // What comes from a run that another has taken the place of is not shown any more.
    const current = (): boolean => this.#controller?.signal === signal;
    const keep = (): void => {
      if (current()) this.#port.keep(subject);
    };
    const show: Show = (next) => {
      if (current()) this.#port.change(next);
    };
    const onEvent = (event: ToolchainEvent): void => {
      show((run) => applyToolEvent(run, event));
      if (event.kind === 'stage' && event.stage === 'compile') {
        this.#compilerFetched = true;
        this.#port.compilerFetched();
      }
    };
    try {
      const { pool } = workers;
      const options = { memoryMB, pool, spare: () => workers.improving, onEvent };
      const checker = new ModelChecker(workers.searching, problem, options);
      const simulator = new ModelChecker(workers.simulating, problem, { memoryMB, pool });
      // The chart of all configurations fills while the search is prepared and runs, and after it.
      // Where a census is to be had the search itself tells the time of each.
      const { simulates = false, usual } = methodOf(task);
      const fills = typeof task === 'string' && !simulates && !simulator.census;
      if (fills) void this.#fillChart(simulator, signal, show).then(keep);
      const keeper = await keeperFor(storage, problem, task, pause, signal);
      const emit: Emit = (event) => {
        keeper?.see(event);
        show((run) => applyEvent(run, event, now()));
      };
      const result = await perform(task, simulates ? simulator : checker, emit, signal, {
        toolchain,
        from: keeper?.from,
        workers: limits.workers,
        seconds: limits.seconds ?? usual?.seconds,
      });
      keeper?.end(result);
      show((run) => endRun(run, now(), { result }));
      keep();
      // Beside the searches, so that the next run need not wait for it.
      if (current()) await explain(problem, simulator, result);
    } catch (error) {
      if (error instanceof Cancelled) {
        show((run) => endRun(run, now(), { result: cancelledResult(run) }));
      } else {
        show((run) => endRun(run, now(), { failure: failureOf(error) }));
      }
    }
  }

  /** Fills the chart from a sweep; what goes wrong there the search reports as well. */
  async #fillChart(verifier: Verifier, signal: AbortSignal, show: Show): Promise<void> {
    const { now } = this.#port;
    try {
      const emit: Emit = (event) => {
        if (event.type === 'configurations') show((run) => applyEvent(run, event, now()));
      };
      await sweep(verifier, emit, signal, { quick: true });
    } catch {
      // The chart stays as far as it came.
    }
  }
}

function cancelledResult({ best, interval }: Run): TuningResult {
  return {
    status: 'cancelled',
    optima: best ? [best.values] : [],
    ...(best && { minTime: best.time }),
    ...(best &&
      interval && {
        reason: `The minimum lies above ${interval.low} and at or below ${best.time} ticks.`,
      }),
  };
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure(
    'worker',
    `Something went wrong inside Overtime: ${messageOf(error)}`,
    'Press Tune again. If it happens again, please report it with the kernel and the platform.',
    error instanceof Error ? error.stack : undefined,
  );
}
