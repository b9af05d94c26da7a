import { Cancelled, Failure } from '../../base/failure.ts';
import { Latest } from '../../base/latest.ts';
import { messageOf } from '../../base/message.ts';
import { uniqueId } from '../../base/unique-id.ts';
import { combinations, ModelChecker, perform, type Problem } from '../../checker/index.ts';
import type { ToolchainEvent } from '../../spin/toolchain.ts';
import {
  type Emit,
  methodOf,
  sweep,
  type Task,
  type Verifier,
  workersOf,
} from '../../tuning/index.ts';
import type { SessionTools } from '../tools.ts';
import { keeperFor } from '../kept/bounds.ts';
import type { History } from '../kept/history.ts';
import type { Settings } from '../kept/settings.ts';
import { nameOf, questionOf } from '../question.ts';
import type { Explorer } from '../views/explorer.ts';
import { applyEvent, applyToolEvent, beginRun, endRun, type Run } from './run.ts';
import type { Workers } from './workers.ts';

/** The subject of a run. */
export interface RunSubject {
  /** Its place in the history. */
  readonly id: string;
  readonly problem: Problem;
  readonly settings: Settings;
}

/** Runs one task at a time: the chosen strategy and the chart's sweep. */
export class TaskRunner {
  readonly #tools: SessionTools;
  readonly #workers: Workers;
  readonly #history: History;
  readonly #explorer: Explorer;
  readonly #latest = new Latest();
  #shown: RunSubject | undefined;

  constructor(tools: SessionTools, workers: Workers, history: History, explorer: Explorer) {
    this.#tools = tools;
    this.#workers = workers;
    this.#history = history;
    this.#explorer = explorer;
  }

  get shown(): RunSubject | undefined {
    return this.#shown;
  }

  /** Ends the present run, which then tells its findings. */
  cancel(): void {
    this.#latest.cancel();
  }

  /** Replaces the run and ends its search, chart and trace. */
  show(shown: RunSubject | undefined, run: Run): void {
    this.#explorer.close();
    this.take(shown, run);
  }

  /** Replaces the run; who found it elsewhere shows its trace. */
  take(shown: RunSubject | undefined, run: Run): void {
    this.#latest.leave();
    this.#shown = shown;
    const question = shown && questionOf(shown.settings, shown.problem.kernel.name);
    this.#tools.store.setState({
      runDiagnostics: [],
      held: undefined,
      run: { ...run, ...(question && { question }) },
    });
  }

  /** An answer that was taken is the user's from now on. */
  async settle({ id, problem, settings }: RunSubject, checker: ModelChecker): Promise<void> {
    const { store, version } = this.#tools;
    const { isPassing: _, ...run } = store.getState().run;
    store.setState({ run });
    void this.#history.keep(id, run, settings, nameOf(problem));
    if (!run.result) return;
    const evidence = await checker.evidence(run.result, run.runs, version).catch(() => undefined);
    if (evidence && this.#shown?.id === id)
      store.setState(({ run: now }) => ({ run: { ...now, evidence } }));
  }

  start(problem: Problem, settings: Settings, task: Task): void {
    const { now, leave } = this.#tools;
    leave();
    const subject = { id: uniqueId(), problem, settings };
    this.show(subject, beginRun(now()));
    void this.#perform(subject, task, this.#latest.start());
  }

  async #perform(
    { id, problem, settings }: RunSubject,
    task: Task,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, toolchain, storage, now, pause, programs, version } = this.#tools;
    const { limits = {} } = settings;
    const memoryMB = this.#tools.memoryMB() / workersOf(task, limits.workers);
    const { pool, searching, simulating, improving } = this.#workers;
    // A replaced run shows nothing more.
    const change = (next: (run: Run) => Run): void => {
      if (this.#latest.is(signal)) store.setState(({ run }) => ({ run: next(run) }));
    };
    const keep = (): void => {
      const { run } = store.getState();
      if (this.#latest.is(signal)) void this.#history.keep(id, run, settings, nameOf(problem));
    };
    const onEvent = (event: ToolchainEvent): void => change((run) => applyToolEvent(run, event));
    const see: Emit = (event) => change((run) => applyEvent(run, event, now()));
    try {
      const all = combinations(problem);
      const onPrograms = (looked: number): void =>
        change((run) => ({ ...run, stage: derivedInWords(looked, all) }));
      const made = { programs, onPrograms };
      const options = { memoryMB, pool, spare: improving, onEvent, ...made };
      const checker = new ModelChecker(searching(), problem, options);
      const simulator = new ModelChecker(simulating(), problem, { memoryMB, pool, ...made });
      // The chart fills before, during and after the search, unless a census lets the search time
      // each configuration.
      const { simulates = false, usual } = methodOf(task);
      const fills = typeof task === 'string' && !simulates && !simulator.census;
      if (fills) void fillChart(simulator, signal, see).then(keep);
      const keeper = await keeperFor(storage, await checker.essence(), task, pause, signal);
      const emit: Emit = (event) => {
        keeper?.see(event);
        see(event);
      };
      const result = await perform(task, simulates ? simulator : checker, emit, signal, {
        toolchain,
        from: keeper?.from,
        workers: limits.workers,
        seconds: limits.seconds ?? usual?.seconds,
      });
      keeper?.end(result);
      change((run) => endRun(run, now(), { result }));
      keep();
      // In parallel, so that the next run need not wait.
      if (!this.#latest.is(signal)) return;
      await this.#explorer.explain(problem, simulator, result);
      const { runs } = store.getState().run;
      const evidence = await checker.evidence(result, runs, version).catch(() => undefined);
      if (evidence) change((run) => ({ ...run, evidence }));
    } catch (error) {
      change((run) => endRun(run, now(), foundNothing(error)));
    }
  }
}

/** Fills the chart by a sweep; the search reports its failures too. */
async function fillChart(verifier: Verifier, signal: AbortSignal, see: Emit): Promise<void> {
  const emit: Emit = (event) => {
    if (event.type === 'configurations') see(event);
  };
  try {
    await sweep(verifier, emit, signal, { quick: true });
  } catch {
    // The chart stays as far as it came.
  }
}

const derivedInWords = (looked: number, all: number): string =>
  `Reading off the text what the warps do: ${looked.toLocaleString('en')} of ${all.toLocaleString('en')} combinations`;

/** The end of a run that has found nothing. */
export const foundNothing = (error: unknown): Pick<Run, 'result' | 'failure'> =>
  error instanceof Cancelled
    ? { result: { status: 'cancelled', optima: [] } }
    : { failure: failureOf(error) };

/** The error as a failure. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure(
    'worker',
    `Something went wrong inside Overtime: ${messageOf(error)}`,
    'Press Tune again. If it happens again, please report it with the kernel and the platform.',
    error instanceof Error ? error.stack : undefined,
  );
}
