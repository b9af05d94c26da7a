import { createStore, type StoreApi } from 'zustand/vanilla';
import { CONSTANT_NAMES, type KernelParser } from '../kernel/index.ts';
import type { Level } from '../promela/index.ts';
import type { Toolchain, ToolchainEvent } from '../spin/toolchain.ts';
import {
  type Configuration,
  type Strategy,
  type Trail,
  sweep,
  type TuningEvent,
  type TuningResult,
  type Verifier,
} from '../tuning/index.ts';
import { clangDiagnostics } from './clang-messages.ts';
import { CompilerChecks } from './compiler-checks.ts';
import { type Derivation, derive, problemAt } from './derive.ts';
import { divergenceDiagnostics } from './divergence.ts';
import { createLanguageServices, type LanguageServices } from './language.ts';
import { ModelChecker } from './model-checker.ts';
import type { Problem } from './problem.ts';
import {
  checkLimits,
  exampleSettings,
  loadSettings,
  presetConstants,
  saveSettings,
  type SettingsStorage,
} from './persistence.ts';
import { applyEvent, applyToolEvent, beginRun, endRun, IDLE } from './run.ts';
import { Cancelled, ToolFailure } from './tools.ts';
import type { Trace } from '../trace/index.ts';
import { keeperFor } from './resume.ts';
import { strategyFor, workersOf } from './strategies.ts';
import { VerifierPool } from './verifier-pool.ts';
import type { Commands, Derived, Run, SessionState, Settings, Task } from './state.ts';

export interface Session {
  readonly store: StoreApi<SessionState>;
  readonly commands: Commands;
  readonly language: LanguageServices;
}

/** What a session needs of the world around it. */
export interface SessionEnvironment {
  readonly parser: () => Promise<KernelParser>;
  /** A toolchain with a worker of its own. */
  readonly toolchain: () => Toolchain;
  readonly storage: SettingsStorage;
  /** The text of an example; nothing for an unknown one. */
  readonly exampleText: (id: string) => string | undefined;
  /** Milliseconds, for elapsed times. */
  readonly now: () => number;
  /** Settles after some milliseconds, or as soon as the signal says so. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** The most memory a verifier may use, in MB. */
  readonly memoryMB: number;
}

/** Milliseconds without an edit before the verifier is prepared. */
const PREPARE_PAUSE = 300;

/** A session: the settings, what follows from them, and the run in progress. The heavy parts, the tools
 * and the model, stay outside of the state. */
export function createSessionWith(environment: SessionEnvironment): Session {
  const { storage, now } = environment;
  const settings = loadSettings(storage) ?? firstSettings(environment);
  const store = createStore<SessionState>(() => ({
    settings,
    derived: { ...UNREAD, obstacle: 'The kernel is being read.' },
    run: IDLE,
    trace: { phase: 'none' },
    compiler: { phase: 'off' },
    compilerDiagnostics: [],
    runDiagnostics: [],
  }));

  let parser: KernelParser | undefined;
  let derivation: Derivation | undefined;
  let controller: AbortController | undefined;
  /** The opening of another configuration's trace. */
  let opening: AbortController | undefined;
  /** What the run that is shown was of, to look at more of it. */
  let lastRun: { readonly problem: Problem; readonly level: Level } | undefined;
  // One for searches, one for the simulations that fill the chart meanwhile.
  let searching: Toolchain | undefined;
  let simulating: Toolchain | undefined;
  const pool = new VerifierPool();
  let prepared: { readonly key: string; readonly controller: AbortController } | undefined;

  const checks = new CompilerChecks(
    {
      toolchain: environment.toolchain,
      pause: environment.pause,
      toDiagnostics: (messages, text) => clangDiagnostics(messages, text, givenNames()),
      publish: (compiler, compilerDiagnostics) => store.setState({ compiler, compilerDiagnostics }),
    },
    settings.compilerChecks,
    settings.kernelText,
  );
  const givenNames = (): ReadonlySet<string> =>
    new Set([...CONSTANT_NAMES, ...(derivation?.kernel?.parameters.map(({ name }) => name) ?? [])]);

  const update = (): void => {
    if (!parser) return;
    derivation = derive(store.getState().settings, parser);
    store.setState({ derived: derivation.derived });
    prepare();
  };

  /** Gets the verifier of what is on the page ready once edits pause: by then a run need not wait for
   * SPIN and the compiler. What is wrong with it the run will say. */
  const prepare = (): void => {
    const problem = derivation?.problem;
    if (!problem) return;
    const { level } = store.getState().settings;
    const key = `${level} ${problem.model.text}`;
    if (prepared?.key === key) return;
    prepared?.controller.abort();
    const controller = new AbortController();
    prepared = { key, controller };
    const { signal } = controller;
    const work = async (): Promise<void> => {
      await environment.pause(PREPARE_PAUSE, signal);
      if (signal.aborted) return;
      searching ??= environment.toolchain();
      const { memoryMB } = environment;
      await new ModelChecker(searching, problem, level, { memoryMB, pool }).prepare(signal);
    };
    work().catch(() => undefined);
  };
  environment.parser().then(
    (loaded) => {
      parser = loaded;
      update();
    },
    (error: unknown) => {
      const obstacle = `The parser could not be loaded (${messageOf(error)}); reload the page.`;
      store.setState({ derived: { ...UNREAD, obstacle } });
    },
  );

  const change = (changed: Partial<Settings>): void => {
    const { settings: before, run } = store.getState();
    const after = { ...before, ...changed };
    store.setState({
      settings: after,
      ...(run.phase !== 'idle' && { run: { ...run, stale: true } }),
      // What a run showed is true of the text and the platform it ran on.
      runDiagnostics: [],
    });
    saveSettings(storage, after);
    update();
    checks.setText(after.kernelText);
  };
  const setRun = (next: (run: Run) => Run): void => {
    store.setState(({ run }) => ({ run: next(run) }));
  };

  async function perform(
    problem: Problem,
    level: Level,
    task: Task,
    signal: AbortSignal,
  ): Promise<void> {
    const { limits = {} } = store.getState().settings;
    const memoryMB = (limits.memoryMB ?? environment.memoryMB) / workersOf(task, limits);
    lastRun = { problem, level };
    // What comes from a run that another has taken the place of is not shown any more.
    const current = (): boolean => controller?.signal === signal;
    const show = (next: (run: Run) => Run): void => {
      if (current()) setRun(next);
    };
    const onEvent = (event: ToolchainEvent): void => {
      show((run) => applyToolEvent(run, event));
      if (event.kind === 'stage' && event.stage === 'compile') checks.compilerFetched();
    };
    searching ??= environment.toolchain();
    simulating ??= environment.toolchain();
    const checker = new ModelChecker(searching, problem, level, { memoryMB, pool, onEvent });
    const simulator = new ModelChecker(simulating, problem, level, { memoryMB, pool });
    // The chart of all configurations fills while the search is prepared and runs, and after it.
    if (task !== 'sweep' && typeof task === 'string') void fillChart(simulator, signal, show);
    try {
      const keeper = await keeperFor(storage, problem, task, environment.pause, signal);
      const tools = { checker, simulator, toolchain: environment.toolchain };
      const strategy = strategyFor(task, tools, { signal, limits, from: keeper?.from });
      const result = await follow(strategy, show, (event) => keeper?.see(event));
      keeper?.end(result);
      show((run) => endRun(run, now(), { result }));
      if (!current()) return;
      if (result.status === 'deadlock') showDivergence(problem, undefined);
      // Beside the searches, so that the next run need not wait for it.
      if (result.trail) await showTrace(problem, simulator, result, result.trail);
    } catch (error) {
      if (error instanceof Cancelled) {
        show((run) => endRun(run, now(), { result: cancelledResult(run) }));
      } else {
        show((run) => endRun(run, now(), { failure: failureOf(error) }));
      }
    }
  }

  /** Replays the counterexample of a result. The result stands, whatever comes of it. */
  async function showTrace(
    problem: Problem,
    checker: ModelChecker,
    result: TuningResult,
    trail: Trail,
  ): Promise<void> {
    // The run may have been cancelled: its best is shown all the same.
    opening = new AbortController();
    const { signal } = opening;
    const show = (trace: SessionState['trace']): void => {
      if (!signal.aborted) store.setState({ trace });
    };
    show({ phase: 'loading' });
    try {
      const trace = await checker.replay(trail, signal);
      show({ phase: 'ready', trace, values: trace.variables });
      if (result.status === 'deadlock') showDivergence(problem, trace);
    } catch (error) {
      show({ phase: 'failed', message: messageOf(error) });
    }
  }

  /** Searches one configuration for any finished run of it, and replays that. */
  async function openTraceOf(
    { problem, level }: NonNullable<typeof lastRun>,
    values: Configuration,
    signal: AbortSignal,
  ): Promise<void> {
    const show = (trace: SessionState['trace']): void => {
      if (!signal.aborted) store.setState({ trace });
    };
    show({ phase: 'loading', values });
    try {
      searching ??= environment.toolchain();
      const { memoryMB } = environment;
      const checker = new ModelChecker(searching, problem, level, { memoryMB, pool });
      const { trail } = await checker.search({ bound: 'none', configuration: values, signal });
      if (!trail) throw new Error('this configuration never finishes');
      const trace = await checker.replay(trail, signal);
      show({ phase: 'ready', trace, values: trace.variables });
    } catch (error) {
      if (!(error instanceof Cancelled)) show({ phase: 'failed', message: messageOf(error) });
    }
  }

  /** Marks the barriers of a deadlock, unless something has changed since. */
  function showDivergence({ kernel }: Problem, trace: Trace | undefined): void {
    const { run } = store.getState();
    if (run.stale) return;
    const values = trace?.variables ?? stuckValues(run);
    store.setState({ runDiagnostics: divergenceDiagnostics(kernel, trace, values) });
  }

  /** Runs a strategy to its end, showing each of its events. */
  async function follow(
    strategy: Strategy,
    show: Show,
    see: (event: TuningEvent) => void,
  ): Promise<TuningResult> {
    for (;;) {
      const step = await strategy.next();
      if (step.done === true) return step.value;
      const event = step.value;
      see(event);
      show((run) => applyEvent(run, event));
    }
  }

  /** Fills the chart from a sweep; what goes wrong there the search reports as well. */
  async function fillChart(verifier: Verifier, signal: AbortSignal, show: Show): Promise<void> {
    try {
      for await (const event of sweep(verifier, { signal })) {
        if (isChartEvent(event)) show((run) => applyEvent(run, event));
      }
    } catch {
      // The chart stays as far as it came.
    }
  }

  /** Begins a run, unless one is in progress. */
  function begin(problem: Problem, level: Level, task: Task): void {
    if (store.getState().run.phase === 'running') return;
    opening?.abort();
    controller?.abort(); // what is left of the run before: its chart, its trace
    controller = new AbortController();
    store.setState({ run: beginRun(now()), trace: { phase: 'none' }, runDiagnostics: [] });
    void perform(problem, level, task, controller.signal);
  }

  const commands: Commands = {
    setKernelText: (kernelText) => change({ kernelText }),
    openExample(id) {
      const text = environment.exampleText(id);
      if (text !== undefined) change(exampleSettings(id, text));
    },
    setConstant(name, value) {
      change({ constants: { ...store.getState().settings.constants, [name]: value } });
    },
    applyPreset(id) {
      const constants = presetConstants(id, store.getState().settings.constants.size);
      if (constants) change({ constants });
    },
    setSemantics: (semantics) => change({ semantics }),
    setLevel: (level) => change({ level }),
    setMethod: (method) => change({ method }),
    setKernelName: (kernelName) => change({ kernelName }),
    setLimits(limits) {
      const checked = checkLimits(limits);
      if (!checked) return;
      const after = { ...store.getState().settings, limits: checked };
      store.setState({ settings: after });
      saveSettings(storage, after);
    },
    setCompilerChecks(compilerChecks) {
      const after = { ...store.getState().settings, compilerChecks };
      store.setState({ settings: after });
      saveSettings(storage, after);
      checks.setWanted(compilerChecks);
    },
    chooseConfiguration(values) {
      const { chosen: _, ...rest } = store.getState();
      store.setState(values ? { ...rest, chosen: values } : rest, true);
    },
    showTraceOf(values) {
      if (!lastRun) return;
      opening?.abort();
      opening = new AbortController();
      void openTraceOf(lastRun, values, opening.signal);
    },
    tune() {
      const { level, method } = store.getState().settings;
      if (derivation?.problem) begin(derivation.problem, level, method);
    },
    searchSchedules(longest) {
      const problem = derivation && problemAt('free', derivation, store.getState().settings);
      if (problem) begin(problem, 'free', { longest });
    },
    cancel() {
      controller?.abort();
    },
  };
  const language = createLanguageServices(
    () => derivation,
    () => store.getState(),
  );
  return { store, commands, language };
}

const UNREAD: Omit<Derived, 'obstacle'> = { diagnostics: [], kernels: [], problems: {} };

/** A configuration that a simulation found stuck. */
function stuckValues({ configurations }: Run): Configuration | undefined {
  for (const { status, values } of configurations) if (status === 'deadlock') return values;
  return undefined;
}

/** Changes the run that is shown, as long as it is the one that speaks. */
type Show = (next: (run: Run) => Run) => void;

const isChartEvent = (event: TuningEvent): boolean => event.type === 'configurations';

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

function failureOf(error: unknown): NonNullable<Run['failure']> {
  if (error instanceof ToolFailure) {
    const { place, message, hint, detail } = error;
    return { place, message, hint, ...(detail !== undefined && { detail }) };
  }
  return {
    place: 'worker',
    message: `Something went wrong inside Overtime: ${messageOf(error)}`,
    hint: 'Press Tune again. If it happens again, please report it with the kernel and the platform.',
    ...(error instanceof Error && error.stack !== undefined && { detail: error.stack }),
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

function firstSettings(environment: SessionEnvironment): Settings {
  const text = environment.exampleText('abstract') ?? '';
  return { ...exampleSettings('abstract', text), level: 'baton', method: 'bisection' };
}
