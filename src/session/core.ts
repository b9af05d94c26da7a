import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KernelParser } from '../kernel/index.ts';
import type { Toolchain, ToolchainEvent } from '../spin/toolchain.ts';
import {
  bisection,
  branchAndBound,
  type Strategy,
  sweep,
  type TuningEvent,
  type TuningResult,
  type Verifier,
} from '../tuning/index.ts';
import { type Derivation, derive } from './derive.ts';
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
import type { Commands, Method, Run, SessionState, Settings } from './state.ts';

export interface Session {
  readonly store: StoreApi<SessionState>;
  readonly commands: Commands;
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
    derived: { diagnostics: [], problems: {}, obstacle: 'The kernel is being read.' },
    run: IDLE,
    trace: { phase: 'none' },
  }));

  let parser: KernelParser | undefined;
  let derivation: Derivation | undefined;
  let controller: AbortController | undefined;
  // One for searches, one for the simulations that fill the chart meanwhile.
  let searching: Toolchain | undefined;
  let simulating: Toolchain | undefined;

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
      store.setState({ derived: { diagnostics: [], problems: {}, obstacle } });
    },
  );

  const change = (changed: Partial<Settings>): void => {
    const { settings: before, run } = store.getState();
    const after = { ...before, ...changed };
    store.setState({
      settings: after,
      ...(run.phase !== 'idle' && { run: { ...run, stale: true } }),
    });
    saveSettings(storage, after);
    update();
  };
  const setRun = (next: (run: Run) => Run): void => {
    store.setState(({ run }) => ({ run: next(run) }));
  };

  async function perform(problem: Problem, method: Method, signal: AbortSignal): Promise<void> {
    const { level } = store.getState().settings;
    const options = {
      memoryMB: environment.memoryMB,
      onEvent: (event: ToolchainEvent) => setRun((run) => applyToolEvent(run, event)),
    };
    const checker = new ModelChecker(
      (searching ??= environment.toolchain()),
      problem,
      level,
      options,
    );
    const simulator = new ModelChecker((simulating ??= environment.toolchain()), problem, level, {
      memoryMB: environment.memoryMB,
    });
    // The chart of all configurations fills while the search is prepared and runs.
    const chart = method === 'sweep' ? Promise.resolve() : fillChart(simulator, signal);
    try {
      const verifier = method === 'sweep' ? simulator : checker;
      const result = await follow(STRATEGIES[method](verifier, { signal }));
      await chart;
      setRun((run) => endRun(run, now(), { result }));
      if (result.trail) {
        store.setState({ trace: { phase: 'loading' } });
        const trace = await checker.replay(result.trail, signal);
        store.setState({ trace: { phase: 'ready', trace, values: trace.variables } });
      }
    } catch (error) {
      await chart;
      if (error instanceof Cancelled) {
        setRun((run) => endRun(run, now(), { result: cancelledResult(run) }));
      } else {
        setRun((run) => endRun(run, now(), { failure: failureOf(error) }));
      }
      if (store.getState().trace.phase === 'loading') {
        store.setState({ trace: { phase: 'failed', message: messageOf(error) } });
      }
    }
  }

  /** Runs a strategy to its end, showing each of its events. */
  async function follow(strategy: Strategy): Promise<TuningResult> {
    for (;;) {
      const step = await strategy.next();
      if (step.done === true) return step.value;
      const event = step.value;
      setRun((run) => applyEvent(run, event));
    }
  }

  /** Fills the chart from a sweep; what goes wrong there the search reports as well. */
  async function fillChart(verifier: Verifier, signal: AbortSignal): Promise<void> {
    try {
      for await (const event of sweep(verifier, { signal })) {
        if (isChartEvent(event)) setRun((run) => applyEvent(run, event));
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
    tune() {
      if (store.getState().run.phase === 'running' || !derivation?.problem) return;
      controller = new AbortController();
      store.setState({ run: beginRun(now()), trace: { phase: 'none' } });
      void perform(derivation.problem, store.getState().settings.method, controller.signal);
    },
    cancel() {
      controller?.abort();
    },
  };
  return { store, commands };
}

const isChartEvent = (event: TuningEvent): boolean => event.type === 'configuration';

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
