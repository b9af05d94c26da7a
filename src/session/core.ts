import { createStore, type StoreApi } from 'zustand/vanilla';
import { CONSTANT_NAMES, type KernelParser } from '../kernel/index.ts';
import type { Level } from '../promela/index.ts';
import type { Toolchain, ToolchainEvent } from '../spin/toolchain.ts';
import {
  bisection,
  branchAndBound,
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
import { type Derivation, derive } from './derive.ts';
import { divergenceDiagnostics } from './divergence.ts';
import { Explorer } from './explorer.ts';
import { createLanguageServices, type LanguageServices } from './language.ts';
import { ModelChecker } from './model-checker.ts';
import type { Problem } from './problem.ts';
import {
  exampleSettings,
  loadSettings,
  presetConstants,
  saveSettings,
  type SettingsStorage,
} from './persistence.ts';
import { applyEvent, applyToolEvent, beginRun, endRun, IDLE } from './run.ts';
import { Cancelled, ToolFailure } from './tools.ts';
import type { Trace } from '../trace/index.ts';
import type { Commands, Derived, Method, Run, SessionState, Settings } from './state.ts';

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

const STRATEGIES: Readonly<
  Record<Method, (verifier: Verifier, options: { signal?: AbortSignal }) => Strategy>
> = { sweep, bisection, 'branch-and-bound': branchAndBound };

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
    explorer: {},
    compiler: { phase: 'off' },
    compilerDiagnostics: [],
    runDiagnostics: [],
  }));

  let parser: KernelParser | undefined;
  let derivation: Derivation | undefined;
  let controller: AbortController | undefined;
  /** What the run that is shown was of, to look at more of it. */
  let lastRun: { readonly problem: Problem; readonly level: Level } | undefined;
  // One for searches, one for the simulations that fill the chart meanwhile.
  let searching: Toolchain | undefined;
  let simulating: Toolchain | undefined;

  const explorer = new Explorer({
    toolchain: environment.toolchain,
    memoryMB: environment.memoryMB,
    problem: () => lastRun,
    show: (trace) => store.setState({ trace }),
    publish: (view) => store.setState({ explorer: view }),
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

  async function perform(problem: Problem, method: Method, signal: AbortSignal): Promise<void> {
    const { level } = store.getState().settings;
    const { memoryMB } = environment;
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
    const checker = new ModelChecker(searching, problem, level, { memoryMB, onEvent });
    const simulator = new ModelChecker(simulating, problem, level, { memoryMB });
    const sweeping = method === 'sweep';
    // The chart of all configurations fills while the search is prepared and runs, and after it.
    if (!sweeping) void fillChart(simulator, signal, show);
    try {
      const verifier = sweeping ? simulator : checker;
      const result = await follow(STRATEGIES[method](verifier, { signal }), show);
      show((run) => endRun(run, now(), { result }));
      if (!current()) return;
      if (result.status === 'deadlock') showDivergence(problem, undefined);
      if (result.trail) await showTrace(problem, checker, result, result.trail, signal);
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
    signal: AbortSignal,
  ): Promise<void> {
    const show = (trace: SessionState['trace']): void => {
      if (controller?.signal === signal) store.setState({ trace });
    };
    show({ phase: 'loading' });
    try {
      const trace = await checker.replay(trail, signal);
      if (controller?.signal === signal)
        explorer.opened(problem, store.getState().settings.level, trail);
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
  async function follow(strategy: Strategy, show: Show): Promise<TuningResult> {
    for (;;) {
      const step = await strategy.next();
      if (step.done === true) return step.value;
      const event = step.value;
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
    showTraceOf: (values) => void explorer.openTraceOf(values),
    simulate: (plan, values) => void explorer.openSimulation(plan, values),
    inspect: (step) => void explorer.inspect(step),
    trailFiles: () => explorer.files(),
    stepsOf: (isWanted) => explorer.stepsOf(isWanted),
    tune() {
      if (store.getState().run.phase === 'running' || !derivation?.problem) return;
      controller?.abort(); // what is left of the run before: its chart, its trace
      controller = new AbortController();
      explorer.closed();
      store.setState({ run: beginRun(now()), trace: { phase: 'none' }, runDiagnostics: [] });
      void perform(derivation.problem, store.getState().settings.method, controller.signal);
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
  return { ...exampleSettings('abstract', text), level: 'baton', method: 'bisection' };
}
