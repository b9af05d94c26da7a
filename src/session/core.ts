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
import { History, type HistoryStorage } from './history.ts';
import type { SavedRun } from './history-schema.ts';
import { Explorer } from './explorer.ts';
import { createLanguageServices, type LanguageServices } from './language.ts';
import { costly, LIVE_PAUSE } from './live.ts';
import { LevelCheck, NO_LEVEL_CHECK } from './level-check.ts';
import { ModelChecker } from './model-checker.ts';
import type { Problem } from './problem.ts';
import {
  checkLimits,
  exampleSettings,
  isFirstVisit,
  loadSettings,
  presetConstants,
  sameProblem,
  saveSettings,
  type SettingsStorage,
} from './persistence.ts';
import { applyEvent, applyToolEvent, beginRun, endRun, IDLE, restoredRun } from './run.ts';
import { NO_SENSITIVITY } from './sensitivity.ts';
import { SensitivitySweep } from './sensitivity-sweep.ts';
import { ToolLog } from './tool-log.ts';
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
  /** Runs of earlier times. */
  readonly history: HistoryStorage;
  /** Milliseconds, for elapsed times. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly date: () => number;
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
    sensitivity: NO_SENSITIVITY,
    levelCheck: NO_LEVEL_CHECK,
    history: [],
    outputs: [],
    live: { on: settings.live === true },
    trace: { phase: 'none' },
    explorer: {},
    compiler: { phase: 'off' },
    compilerDiagnostics: [],
    runDiagnostics: [],
  }));

  let parser: KernelParser | undefined;
  let derivation: Derivation | undefined;
  let controller: AbortController | undefined;
  /** The replay of the last result's counterexample. */
  let replaying: AbortController | undefined;
  let lastRun: LastRun | undefined;
  /** The pause after an edit, before the page tunes by itself. */
  let waiting: AbortController | undefined;
  let compilerFetched = false;
  /** Models whose verifier has been at work here. */
  const built = new Set<string>();
  const log = new ToolLog((outputs) => store.setState({ outputs }));
  const toolchain = (): Toolchain => log.listenTo(environment.toolchain());
  const history = new History({
    storage: environment.history,
    date: environment.date,
    publish: (runs) => store.setState({ history: runs }),
  });
  // One for searches, one for the simulations that fill the chart meanwhile.
  let searching: Toolchain | undefined;
  let simulating: Toolchain | undefined;
  // One that compiles better verifiers while searches are long.
  let improving: Toolchain | undefined;
  const pool = new VerifierPool();
  let prepared: { readonly key: string; readonly controller: AbortController } | undefined;

  const sensitivity = new SensitivitySweep({
    toolchain,
    problem(level) {
      const problem = parser && derive({ ...store.getState().settings, level }, parser).problem;
      return problem && { problem, name: nameOf(problem) };
    },
    memoryMB: environment.memoryMB,
    publish: (view) => store.setState({ sensitivity: view }),
  });
  const explorer = new Explorer({
    toolchain,
    memoryMB: environment.memoryMB,
    problem: () => lastRun,
    show: (trace) => store.setState({ trace }),
    publish: (view) => store.setState({ explorer: view }),
  });

  const levelCheck = new LevelCheck({
    toolchain,
    problem() {
      const problem = derivation?.problem;
      return problem && { problem, semantics: store.getState().settings.semantics };
    },
    at: (level) => derivation && problemAt(level, derivation, store.getState().settings),
    memoryMB: environment.memoryMB,
    publish: (view) => store.setState({ levelCheck: view }),
  });
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
    const { level } = problem.model;
    const key = `${level} ${problem.model.text}`;
    if (prepared?.key === key) return;
    prepared?.controller.abort();
    const controller = new AbortController();
    prepared = { key, controller };
    const { signal } = controller;
    const work = async (): Promise<void> => {
      await environment.pause(PREPARE_PAUSE, signal);
      if (signal.aborted) return;
      searching ??= toolchain();
      const { memoryMB } = environment;
      await new ModelChecker(searching, problem, level, { memoryMB, pool }).prepare(signal);
    };
    work().catch(() => undefined);
  };
  environment.parser().then(
    (loaded) => {
      parser = loaded;
      update();
      void begin();
    },
    (error: unknown) => {
      const obstacle = `The parser could not be loaded (${messageOf(error)}); reload the page.`;
      store.setState({ derived: { ...UNREAD, obstacle } });
    },
  );

  const change = (changed: Partial<Settings>): void => {
    const { settings: before, run } = store.getState();
    const after = { ...before, ...changed };
    // By which method the user tunes says nothing about a level.
    if (!sameProblem(before, { ...after, method: before.method })) levelCheck.forget();
    store.setState({
      settings: after,
      ...(run.phase !== 'idle' && { run: { ...run, stale: true } }),
      // What a run showed is true of the text and the platform it ran on.
      runDiagnostics: [],
    });
    saveSettings(storage, after);
    update();
    checks.setText(after.kernelText);
    void tuneSoon();
  };
  const setRun = (next: (run: Run) => Run): void => {
    store.setState(({ run }) => ({ run: next(run) }));
  };

  /** The first visit begins with a run; a later one with what there was at the end of the last. */
  async function begin(): Promise<void> {
    const first = isFirstVisit(storage);
    const runs = await history.load();
    const { run, settings } = store.getState();
    if (run.phase !== 'idle') return;
    const last = runs.find((one) => sameProblem(one.settings, settings));
    if (last) await restore(last);
    else if (first) commands.tune();
    else void tuneSoon();
  }

  /** Opens a run of the history as it was, with the trace that was looked at last. */
  async function restore(saved: SavedRun): Promise<void> {
    const content = await history.content(saved.id);
    explorer.closed();
    controller?.abort();
    controller = new AbortController();
    const { live, compilerChecks } = store.getState().settings;
    const settings = {
      ...saved.settings,
      ...(live !== undefined && { live }),
      ...(compilerChecks !== undefined && { compilerChecks }),
    };
    store.setState({
      settings,
      run: restoredRun(saved, content, now()),
      trace: { phase: 'none' },
      runDiagnostics: [],
    });
    saveSettings(storage, settings);
    update();
    checks.setText(settings.kernelText);
    lastRun = derivation?.problem && {
      id: saved.id,
      problem: derivation.problem,
      level: derivation.problem.model.level,
    };
    const opened = saved.opened ?? saved.optima[0];
    if (opened) commands.showTraceOf(opened);
  }

  /** With Live, tunes once the edits pause, where that is quickly done. */
  async function tuneSoon(): Promise<void> {
    waiting?.abort();
    if (!store.getState().settings.live || !parser) return;
    waiting = new AbortController();
    const { signal } = waiting;
    await environment.pause(LIVE_PAUSE, signal);
    if (signal.aborted) return;
    const settings: Settings = { ...store.getState().settings, ...LIVE };
    const { problem } = derive(settings, parser);
    if (!problem) return store.setState({ live: { on: true } });
    const shipped = environment.exampleText(settings.example) === settings.kernelText;
    const held = costly(problem, shipped || compilerFetched || built.has(problem.model.text));
    store.setState({ live: { on: true, ...(held !== undefined && { held }) } });
    if (held === undefined) start(problem, settings, settings.method);
    else controller?.abort(); // of what was before the edit
  }

  function start(problem: Problem, settings: Settings, task: Task): void {
    waiting?.abort();
    replaying?.abort();
    explorer.closed();
    controller?.abort(); // what is left of the run before: its chart, its trace
    controller = new AbortController();
    const { live } = store.getState();
    store.setState({
      run: beginRun(now()),
      trace: { phase: 'none' },
      runDiagnostics: [],
      live: { on: live.on },
    });
    void perform(problem, settings, task, controller.signal);
  }

  async function perform(
    problem: Problem,
    settings: Settings,
    task: Task,
    signal: AbortSignal,
  ): Promise<void> {
    const { level } = problem.model;
    const { limits = {} } = settings;
    const memoryMB = (limits.memoryMB ?? environment.memoryMB) / workersOf(task, limits);
    const id = String(environment.date());
    lastRun = { id, problem, level };
    built.add(problem.model.text);
    const keep = (): void => {
      if (current()) void history.keep(id, store.getState().run, settings, nameOf(problem));
    };
    // What comes from a run that another has taken the place of is not shown any more.
    const current = (): boolean => controller?.signal === signal;
    const show = (next: (run: Run) => Run): void => {
      if (current()) setRun(next);
    };
    const onEvent = (event: ToolchainEvent): void => {
      show((run) => applyToolEvent(run, event));
      if (event.kind === 'stage' && event.stage === 'compile') {
        compilerFetched = true;
        checks.compilerFetched();
      }
    };
    searching ??= toolchain();
    simulating ??= toolchain();
    const spare = (): Toolchain => (improving ??= toolchain());
    const options = { memoryMB, pool, spare, onEvent };
    const checker = new ModelChecker(searching, problem, level, options);
    const simulator = new ModelChecker(simulating, problem, level, { memoryMB, pool });
    // The chart of all configurations fills while the search is prepared and runs, and after it.
    // Where a census is to be had the search itself tells the time of each.
    const fills = typeof task === 'string' && task !== 'sweep' && !simulator.census;
    if (fills) void fillChart(simulator, signal, show).then(keep);
    try {
      const keeper = await keeperFor(storage, problem, task, environment.pause, signal);
      const tools = { checker, simulator, toolchain: environment.toolchain };
      const strategy = strategyFor(task, tools, { signal, limits, from: keeper?.from });
      const result = await follow(strategy, show, (event) => keeper?.see(event));
      keeper?.end(result);
      show((run) => endRun(run, now(), { result }));
      keep();
      if (!current()) return;
      if (result.status === 'deadlock') showDivergence(problem, undefined);
      // Beside the searches, so that the next run need not wait for it.
      if (result.trail) await showTrace({ problem, level }, simulator, result, result.trail);
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
    { problem, level }: Pick<LastRun, 'problem' | 'level'>,
    checker: ModelChecker,
    result: TuningResult,
    trail: Trail,
  ): Promise<void> {
    // The run may have been cancelled: its best is shown all the same.
    replaying = new AbortController();
    const { signal } = replaying;
    const show = (trace: SessionState['trace']): void => {
      if (!signal.aborted) store.setState({ trace });
    };
    show({ phase: 'loading' });
    try {
      const trace = await checker.replay(trail, signal);
      if (!signal.aborted) explorer.opened(problem, level, trail);
      show({ phase: 'ready', trace, values: configurationOf(problem, trace) });
      if (result.status === 'deadlock') showDivergence(problem, trace);
    } catch (error) {
      show({ phase: 'failed', message: messageOf(error) });
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
      show((run) => applyEvent(run, event, now()));
    }
  }

  /** Fills the chart from a sweep; what goes wrong there the search reports as well. */
  async function fillChart(verifier: Verifier, signal: AbortSignal, show: Show): Promise<void> {
    try {
      for await (const event of sweep(verifier, { signal, quick: true })) {
        if (isChartEvent(event)) show((run) => applyEvent(run, event, now()));
      }
    } catch {
      // The chart stays as far as it came.
    }
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
      replaying?.abort();
      if (lastRun) void history.opened(lastRun.id, values);
      void explorer.openTraceOf(values);
    },
    simulate(plan, values) {
      replaying?.abort();
      void explorer.openSimulation(plan, values);
    },
    inspect: (step) => void explorer.inspect(step),
    trailFiles: () => explorer.files(),
    stepsOf: (isWanted) => explorer.stepsOf(isWanted),
    sweepConstant: (name, values) => void sensitivity.start(name, values),
    cancelSweep: () => sensitivity.cancel(),
    checkLevel: () => void levelCheck.start(),
    cancelLevelCheck: () => levelCheck.cancel(),
    restoreRun(id) {
      const saved = store.getState().history.find((run) => run.id === id);
      if (saved) void restore(saved);
    },
    renameRun: (id, name) => void history.rename(id, name),
    deleteRun: (id) => void history.delete(id),
    undeleteRun: () => void history.undelete(),
    setLive(live) {
      const after = { ...store.getState().settings, live };
      store.setState({ settings: after, live: { on: live } });
      saveSettings(storage, after);
      const { phase, stale } = store.getState().run;
      if (phase === 'idle' || stale) void tuneSoon();
    },
    tune() {
      const { run, settings } = store.getState();
      if (run.phase === 'running' || !derivation?.problem) return;
      start(derivation.problem, settings, settings.method);
    },
    searchSchedules(longest) {
      const { run, settings } = store.getState();
      const problem = derivation && problemAt('free', derivation, settings);
      if (problem && run.phase !== 'running')
        start(problem, { ...settings, level: 'free' }, { longest });
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

/** What the run that is shown was of, to look at more of it. */
interface LastRun {
  /** Its place in the history. */
  readonly id: string;
  readonly problem: Problem;
  readonly level: Level;
}

/** How the page tunes by itself. */
const LIVE = { level: 'accelerated', method: 'branch-and-bound' } as const;

const nameOf = ({ kernel, constants }: Problem): string => `${kernel.name}, size ${constants.size}`;

const UNREAD: Omit<Derived, 'obstacle'> = { diagnostics: [], kernels: [], problems: {} };

/** The tuning parameters of a run: as it finished, or as they are where it is stuck. */
const configurationOf = ({ kernel, model }: Problem, trace: Trace): Configuration =>
  Object.fromEntries(
    kernel.parameters.map(({ name }) => {
      const inModel = model.parameterNames.get(name) ?? name;
      return [
        name,
        trace.finish?.[name] ?? trace.finish?.[inModel] ?? trace.variables[inModel] ?? 0,
      ];
    }),
  );

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
  return { ...exampleSettings('abstract', text), level: 'auto', method: 'bisection' };
}
