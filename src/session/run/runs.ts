import { uniqueId } from '../../base/unique-id.ts';
import type { WalkPlan } from '../../spin/spin.ts';
import { foreignConfiguration } from '../../checker/index.ts';
import { type Configuration, showConfiguration } from '../../tuning/index.ts';
import { caveatsOf, spoiling } from '../caveats/caveats.ts';
import { createExplaining } from '../jobs/explaining.ts';
import { jobOf } from '../jobs/job.ts';
import { SCHEDULES } from '../jobs/schedules.ts';
import { VERIFICATION } from '../jobs/verification.ts';
import type { History } from '../kept/history.ts';
import type { SavedRun } from '../kept/history-schema.ts';
import { sameProblem, type Settings } from '../kept/settings.ts';
import { type Notice, OF_LIVE } from '../notice.ts';
import { isStale, outdatedJob } from '../outdated.ts';
import type { SessionTools } from '../tools.ts';
import { Explorer } from '../views/explorer.ts';
import { trust } from '../workspace/open-document.ts';
import { configurationsIn } from '../workbench/claim.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createDragging } from './dragging.ts';
import { createLiveTuning, LIVE } from './live.ts';
import { prepareVerifiers } from './preparation.ts';
import { IDLE, type Run } from './run.ts';
import { TaskRunner } from './task-runner.ts';
import { createWorkers } from './workers.ts';

export type Runs = ReturnType<typeof createRuns>;

/** Runs of the kernel: begun, shown, and looked into. */
export function createRuns(tools: SessionTools, history: History) {
  const { store, derivation, pose, settled } = tools;
  const workers = createWorkers(tools.toolchain);
  const explorer = new Explorer(tools);
  const runner = new TaskRunner(tools, workers, history, explorer);
  const live = createLiveTuning(tools, workers, runner);
  const explaining = createExplaining(tools, workers, () => runner.shown);
  const dragging = createDragging(tools, { workers, runner, explorer, live, explaining });
  prepareVerifiers(tools, workers);
  keepWarnings(tools, history, runner);

  function start(): void {
    const { settings } = store.getState();
    const problem = derivation()?.problem;
    if (problem) runner.start(problem, settings, settings.method);
  }

  function tune(): void {
    const { run, settings, derived } = store.getState();
    if (run.phase === 'running') return;
    // A long text is tuned once it is read, if it is still wanted.
    if (derived.isReading) {
      void settled().then(() => {
        const now = store.getState();
        if (now.settings === settings && !now.derived.isReading) tune();
      });
      return;
    }
    if (!derivation()?.problem) return;
    trust(store);
    // The notice has been read.
    store.setState({ notice: undefined });
    start();
  }

  /** Replaces the counterexample by one configuration's run. */
  function showTraceOf(values: Configuration): void {
    if (!runner.shown) return;
    const { id, problem } = runner.shown;
    void history.opened(id, values);
    void explorer.openTraceOf(problem, values);
  }

  /** Opens the counterexample of the answer again. */
  function showAnswer(): void {
    const { result } = store.getState().run;
    const [best] = result?.optima ?? [];
    if (!runner.shown) return;
    const { id, problem } = runner.shown;
    if (result?.trail) void explorer.openTrail(problem, result.trail);
    else if (best) void explorer.openTraceOf(problem, best, true);
    else explorer.close();
    if (best) void history.opened(id, best);
  }

  return {
    workers,
    runner,
    live,
    dragging,
    start,
    tune,
    cancel: () => runner.cancel(),
    /** Nothing is shown of any run. */
    showNothing: () => runner.show(undefined, IDLE),
    closeTrace: () => explorer.close(),
    /** Takes other settings, which no answer is of. */
    renew(after: Settings, notice?: Notice): void {
      tools.leave();
      pose(after, notice);
      void live.soon();
    },
    /** Shows a run from elsewhere for the present settings. */
    async show(run: Run): Promise<void> {
      tools.leave();
      const { settings } = store.getState();
      await settled();
      const problem = derivation()?.problem;
      // The user may have moved on during a long reading.
      if (store.getState().settings !== settings) return;
      const foreign = problem && foreignConfiguration(problem, configurationsIn(run));
      if (problem && !foreign) return runner.show({ id: uniqueId(), problem, settings }, run);
      const { obstacle = '' } = store.getState().derived;
      const why = foreign
        ? `It names ${showConfiguration(foreign)}, which this kernel cannot have.`
        : obstacle;
      const words = `The answer in the file is not shown. ${why}`.trim();
      store.setState({ notice: { words } });
    },
    /** Opens a run of the history with its settings. */
    async open(
      { id, opened, optima }: SavedRun,
      restored: Settings,
      run: Run,
      workspace: Workspace,
      signal: AbortSignal,
    ): Promise<void> {
      live.cancel();
      // At the beginning it is what is there already.
      if (sameProblem(store.getState().settings, restored)) pose(restored);
      else workspace.replace(restored, workspace.documentOf(restored), 'open a run', pose);
      await settled();
      if (signal.aborted) return;
      const problem = derivation()?.problem;
      runner.show(problem && { id, problem, settings: restored }, run);
      if (opened) showTraceOf(opened);
      else if (optima[0]) showAnswer();
    },
    /** Tuning by itself was switched on or off. */
    setLive(on: boolean): void {
      const { level, method } = store.getState().settings;
      const isOther = level !== LIVE.level || method !== LIVE.method;
      const notice = on && isOther ? { words: OF_LIVE } : undefined;
      store.setState({ held: undefined, notice });
      const state = store.getState();
      if (state.run.phase === 'none' || isStale(state)) void live.soon();
    },
    commands: {
      ...explaining.commands,
      showTraceOf,
      showAnswer,
      /** SPIN simulates a configuration, by a seed or choices so far. */
      simulate(plan: WalkPlan, values: Configuration): void {
        if (runner.shown) void explorer.openSimulation(runner.shown.problem, plan, values);
      },
      /** Looks up variables after a step, for `explorer.inspection`. */
      inspect: (step: number) => void explorer.inspect(step),
      /** The shown trail to save, if any. */
      trailFiles: () => explorer.files(),
      /** The trail's steps that executed wanted statements. */
      stepsOf: (isWanted: (transition: number) => boolean) => explorer.stepsOf(isWanted),
      /** Opens the deadlocked run that a schedule search found. */
      showSchedule(): void {
        const { configuration, problem, run } = jobOf(store.getState(), SCHEDULES);
        const trail = run.result?.trail;
        if (problem && trail) void explorer.openTrail(problem, trail, configuration);
      },
      /** For the shown costs; undefined: the best known. */
      chooseConfiguration: (chosen: Configuration | undefined) => store.setState({ chosen }),
    },
  };
}

/** A kernel's faults may appear after its run was kept. */
function keepWarnings({ store }: SessionTools, history: History, runner: TaskRunner): void {
  store.subscribe((state) => {
    if (state.run.phase !== 'ended' || !runner.shown || isStale(state)) return;
    const words = spoiling(caveatsOf(state)).map((caveat) => caveat.words);
    const isVerified =
      jobOf(state, VERIFICATION).phase === 'ended' && !outdatedJob(VERIFICATION)(state);
    if (words.length > 0 || isVerified) void history.warned(runner.shown.id, words);
  });
}
