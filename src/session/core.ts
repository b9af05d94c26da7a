import { createStore, type StoreApi } from 'zustand/vanilla';
import { messageOf } from '../base/message.ts';
import { CONSTANT_NAMES, type KernelParser } from '../kernel/index.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import { clangDiagnostics } from './jobs/clang-messages.ts';
import { CompilerChecks } from './jobs/compiler-checks.ts';
import { type Derivation, derive } from './derive.ts';
import type { SessionEnvironment } from './environment.ts';
import { Explorer } from './views/explorer.ts';
import { History } from './kept/history.ts';
import { initialState, unread } from './initial-state.ts';
import { createLanguageServices, type LanguageServices } from './views/language.ts';
import { LevelCheck } from './jobs/level-check.ts';
import { LiveTuning } from './run/live.ts';
import { sameProblem, saveSettings } from './kept/settings.ts';
import { Preparation } from './run/preparation.ts';
import { atLevel, type Problem } from '../checker/index.ts';
import { Restorer } from './kept/restorer.ts';
import { ResultTrace } from './views/result-trace.ts';
import type { ResultsView } from './run/results-table.ts';
import { SensitivitySweep } from './jobs/sensitivity-sweep.ts';
import { settingCommands } from './setting-commands.ts';
import type { Commands, Run, SessionState, Settings } from './state.ts';
import type { Task } from '../tuning/index.ts';
import { type RunSubject, TaskRunner } from './run/task-runner.ts';
import { ToolLog } from './tool-log.ts';
import { Workers } from './run/workers.ts';

export interface Session {
  readonly store: StoreApi<SessionState>;
  readonly commands: Commands;
  readonly language: LanguageServices;
}

/** A session: the settings, what follows from them, and the run in progress. The heavy parts, the tools
 * and the model, stay outside of the state. Each part of it knows of the others what is handed to it
 * here. */
export function createSessionWith(environment: SessionEnvironment): Session {
  const { storage, pause, exampleText } = environment;
  const store = createStore(() => initialState(environment));
  const settings = (): Settings => store.getState().settings;
  /** The most memory that the verifiers of one job may use, in MB. */
  const memoryMB = (): number => settings().limits?.memoryMB ?? environment.memoryMB;

  let parser: KernelParser | undefined;
  let derivation: Derivation | undefined;
  /** What the run that is shown was of. */
  let shown: RunSubject | undefined;

  const log = new ToolLog((outputs) => store.setState({ outputs }));
  const toolchain = (): Toolchain => log.listenTo(environment.toolchain());
  const workers = new Workers(toolchain);
  const history = new History({
    storage: environment.history,
    date: environment.date,
    publish: (runs) => store.setState({ history: runs }),
  });
  const sensitivity = new SensitivitySweep({
    toolchain,
    problem(level) {
      const problem = problemOf({ ...settings(), level });
      return problem && { problem, name: nameOf(problem) };
    },
    memoryMB,
    publish: (view) => store.setState({ sensitivity: view }),
  });
  const levelCheck = new LevelCheck({
    toolchain,
    problem: () => derivation?.problem,
    memoryMB,
    publish: (view) => store.setState({ levelCheck: view }),
  });
  const checks = new CompilerChecks(
    {
      toolchain: environment.toolchain,
      pause,
      toDiagnostics: (messages, text) => clangDiagnostics(messages, text, givenNames(derivation)),
      publish: (compiler, compilerDiagnostics) => store.setState({ compiler, compilerDiagnostics }),
    },
    settings().compilerChecks,
    settings().kernelText,
  );
  const explorer = new Explorer({
    toolchain,
    memoryMB,
    problem: () => shown?.problem,
    show: (trace) => store.setState({ trace }),
    publish: (view) => store.setState({ explorer: view }),
  });
  const resultTrace = new ResultTrace({
    run: () => store.getState().run,
    show: (trace) => store.setState({ trace }),
    mark: (runDiagnostics) => store.setState({ runDiagnostics }),
    opened: (problem, trail) => explorer.opened(problem, trail),
  });
  const preparation = new Preparation({ workers, pause, memoryMB });
  const runner = new TaskRunner({
    ...environment,
    memoryMB,
    workers,
    begin(subject, run) {
      shown = subject;
      store.setState(asShown(run));
    },
    change: (next) => store.setState(({ run }) => ({ run: next(run) })),
    keep({ id, problem, settings }) {
      void history.keep(id, store.getState().run, settings, nameOf(problem));
    },
    explain: (problem, checker, result) => resultTrace.explain(problem, checker, result),
    compilerFetched: () => checks.compilerFetched(),
  });
  const live = new LiveTuning({
    pause,
    exampleText,
    settings,
    problem: problemOf,
    hasToolsFor: (problem) => runner.hasToolsFor(problem),
    publish: (view) => store.setState({ live: view }),
    start: (problem, settings) => start(problem, settings, settings.method),
    cancelRun: () => runner.cancel(),
  });
  const restorer = new Restorer({
    storage,
    now: environment.now,
    history,
    state: () => store.getState(),
    open({ id, opened, optima }, settings, run) {
      leave();
      runner.leave();
      pose(settings, asShown(run));
      const problem = derivation?.problem;
      shown = problem && { id, problem, settings };
      const values = opened ?? optima[0];
      if (values) commands.showTraceOf(values);
    },
    tune: () => commands.tune(),
    tuneSoon,
  });

  environment.parser().then(
    (loaded) => {
      parser = loaded;
      update();
      void restorer.begin();
    },
    (error: unknown) => {
      const obstacle = `The parser could not be loaded (${messageOf(error)}); reload the page.`;
      store.setState({ derived: unread(obstacle) });
    },
  );

  function problemOf(posed: Settings): Problem | undefined {
    return parser && derive(posed, parser).problem;
  }

  /** Works out what follows from the settings. */
  function update(): void {
    if (!parser) return;
    derivation = derive(settings(), parser);
    store.setState({ derived: derivation.derived });
    if (derivation.problem) preparation.see(derivation.problem);
  }

  /** Sets the settings, and with them the problem, and at once what else there is to change. */
  function pose(after: Settings, also: Partial<SessionState>): void {
    const before = settings();
    // By which method the user tunes says nothing about a level.
    if (!sameProblem(before, { ...after, method: before.method })) levelCheck.forget();
    store.setState({ ...also, settings: after });
    saveSettings(storage, after);
    update();
    checks.setText(after.kernelText);
  }

  function change(changed: Partial<Settings>): void {
    restorer.cancel();
    const { run } = store.getState();
    pose(
      { ...settings(), ...changed },
      {
        ...(run.phase !== 'idle' && { run: { ...run, stale: true } }),
        // What a run showed is true of the text and the platform it ran on.
        runDiagnostics: [],
      },
    );
    tuneSoon();
  }

  /** Changes settings that the problem does not depend on. */
  function adjust(changed: Partial<Settings>, also: Partial<SessionState> = {}): void {
    const after = { ...settings(), ...changed };
    store.setState({ ...also, settings: after });
    saveSettings(storage, after);
  }

  function tuneSoon(): void {
    if (parser) void live.soon();
  }

  function start(problem: Problem, settings: Settings, task: Task, known?: ResultsView): void {
    leave();
    runner.start(problem, settings, task, known);
  }

  /** Whatever the page was about to show is not wanted any more. */
  function leave(): void {
    restorer.cancel();
    live.cancel();
    resultTrace.leave();
    explorer.closed();
  }

  /** A run in place of the one before, with nothing left of what that showed. */
  function asShown(run: Run): Partial<SessionState> {
    const { on } = store.getState().live;
    return { run, trace: { phase: 'none' }, runDiagnostics: [], live: { on } };
  }

  const commands: Commands = {
    ...settingCommands({
      settings,
      exampleText,
      change,
      adjust,
      checkWithCompiler: (wanted) => checks.setWanted(wanted),
    }),
    chooseConfiguration(values) {
      const { chosen: _, ...rest } = store.getState();
      store.setState(values ? { ...rest, chosen: values } : rest, true);
    },
    showTraceOf(values) {
      resultTrace.leave();
      if (shown) void history.opened(shown.id, values);
      void explorer.openTraceOf(values);
    },
    simulate(plan, values) {
      resultTrace.leave();
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
      if (saved) void restorer.restore(saved);
    },
    renameRun: (id, name) => void history.rename(id, name),
    deleteRun: (id) => void history.delete(id),
    undeleteRun: () => void history.undelete(),
    setLive(on) {
      adjust({ live: on }, { live: { on } });
      const { phase, stale } = store.getState().run;
      if (phase === 'idle' || stale) tuneSoon();
    },
    tune() {
      const { run, settings } = store.getState();
      if (run.phase === 'running' || !derivation?.problem) return;
      start(derivation.problem, settings, settings.method);
    },
    searchSchedules(longest) {
      const { run, settings } = store.getState();
      const problem = derivation?.problem && atLevel(derivation.problem, 'free');
      if (!problem || run.phase === 'running') return;
      // A search of one configuration tells nothing of the others. Times are the same at every level.
      const { level, method } = settings;
      const isSame = shown && sameProblem(settings, { ...shown.settings, level, method });
      const known = isSame ? run.configurations : undefined;
      start(problem, { ...settings, level: 'free' }, { longest }, known);
    },
    cancel: () => runner.cancel(),
  };
  const language = createLanguageServices(
    () => derivation,
    () => store.getState(),
  );
  return { store, commands, language };
}

/** Names that clang is told of: the text need not declare them. */
const givenNames = (derivation: Derivation | undefined): ReadonlySet<string> =>
  new Set([...CONSTANT_NAMES, ...(derivation?.kernel?.parameters.map(({ name }) => name) ?? [])]);

const nameOf = ({ kernel, constants }: Problem): string => `${kernel.name}, size ${constants.size}`;
