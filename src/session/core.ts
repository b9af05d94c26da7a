import { createStore } from 'zustand/vanilla';
import { lazy } from '../base/lazy.ts';
import { messageOf } from '../base/message.ts';
import { uniqueId } from '../base/unique-id.ts';
import type { Problem } from '../checker/index.ts';
import type { WalkPlan } from '../spin/spin.ts';
import type { Configuration, Task } from '../tuning/index.ts';
import { type Derivation, unread } from './derive.ts';
import type { SessionEnvironment, SessionTools } from './environment.ts';
import { caveatsOf, spoiling } from './caveats/caveats.ts';
import { createBundles } from './cluster/bundles.ts';
import { checkWithCompiler } from './jobs/compiler-checks.ts';
import { createSideQuestions } from './jobs/side-questions.ts';
import { createExplaining } from './jobs/explaining.ts';
import { createVerifying } from './jobs/verifying.ts';
import { createExchanging } from './exchange/exchanging.ts';
import { History } from './kept/history.ts';
import { isCheck } from './kept/history-schema.ts';
import { createRestorer } from './kept/restorer.ts';
import { firstSettings, sameProblem, type Settings } from './kept/settings.ts';
import { createMeasuring } from './measured/measuring.ts';
import { besides, FittingSemantics, type Notice, OF_LIVE } from './notice.ts';
import { isStale, outdated } from './outdated.ts';
import { createOpening } from './portable/opening.ts';
import { createModelRuns } from './model-run/model-runs.ts';
import { createModels } from './promela/models.ts';
import { createPosing } from './reading/posing.ts';
import { Reading } from './reading/reading.ts';
import { createLiveTuning, LIVE } from './run/live.ts';
import { createPreparation } from './run/preparation.ts';
import { IDLE } from './run/run.ts';
import { TaskRunner } from './run/task-runner.ts';
import { createWorkers } from './run/workers.ts';
import { settingCommands } from './setting-commands.ts';
import { initialState } from './initial-state.ts';
import type { SessionState } from './state.ts';
import { createTeaching } from './teaching.ts';
import { heard } from './tool-log.ts';
import { Explorer } from './views/explorer.ts';
import { createLanguageServices } from './views/language.ts';
import { isBrought } from './workspace/open-document.ts';
import { SettingsKeeper } from './workspace/settings-keeper.ts';
import { createWorkbenches } from './workbench/workbenches.ts';
import { createWorkspace } from './workspace/workspace.ts';

export type Session = ReturnType<typeof createSessionWith>;

/** Everything the page can do. None of them throws; outcomes arrive in the state. */
export type Commands = Session['commands'];

/** A session: the settings, what follows from them, and the run in progress. The heavy parts, the tools
 * and the model, stay outside of the state. */
export function createSessionWith(environment: SessionEnvironment) {
  const { storage, tabStorage, exampleText, isEmbedded = false } = environment;
  const keeper = new SettingsKeeper(storage, tabStorage);
  const begun = keeper.load(firstSettings(exampleText));
  const store = createStore<SessionState>()(() => ({
    ...initialState(begun.settings),
    document: isEmbedded ? { ...begun.document, brought: 'link' } : begun.document,
    isPartLost: begun.isPartLost === true,
  }));
  const settings = (): Settings => store.getState().settings;

  const tools: SessionTools = {
    ...environment,
    store,
    toolchain: () => heard(environment.toolchain(), store),
    derivation: () => posing.derivation(),
    memoryMB: () => settings().limits?.memoryMB ?? environment.memoryMB,
  };
  const posing = createPosing({ ...environment, store }, settled, tuneSoon);
  const { problemOf } = posing;
  const fitting = new FittingSemantics(exampleText);
  const workspace = createWorkspace(tools, keeper, renew, () => models.commands.attachModel());
  const workers = createWorkers(tools.toolchain);
  const history = new History(tools);
  const explorer = new Explorer(tools);
  const runner = new TaskRunner(tools, workers, history, explorer);
  const prepare = createPreparation(tools, workers);
  const live = createLiveTuning(tools, workers, runner, problemOf, (problem, posed) =>
    start(problem, posed, posed.method),
  );
  // Its many small searches are counted there, and would hide those of the run in the log.
  const unheard = { ...tools, toolchain: environment.toolchain };
  const sideQuestions = createSideQuestions(tools, explorer, problemOf, workspace.trust);
  const explaining = createExplaining(unheard, workers, () => runner.shown, posing.problemAtOnce);
  const verifying = createVerifying(tools, posing.reading);
  const measuring = createMeasuring(tools);
  const models = createModels(tools, history, workspace.trust);
  const modelRuns = createModelRuns(tools, workspace.trust);
  const restorer = createRestorer(tools, history, {
    async open({ id, opened, optima }, restored, run, signal) {
      live.cancel();
      // At the beginning it is what is there already.
      if (sameProblem(settings(), restored)) pose(restored);
      else workspace.replace(restored, workspace.documentOf(restored), 'open a run', pose);
      await posing.settled();
      if (signal.aborted) return;
      const problem = posing.derivation()?.problem;
      runner.show(problem && { id, problem, settings: restored }, run);
      if (opened) commands.showTraceOf(opened);
      else if (optima[0]) commands.showAnswer();
    },
    tune() {
      const problem = posing.derivation()?.problem;
      if (problem) start(problem, settings(), settings().method);
    },
    tuneSoon,
    tuneOnce: () => live.once(),
    trust: workspace.trust,
  });
  const opening = createOpening(tools, {
    bring(brought, by, words, told) {
      leave();
      explorer.close();
      workspace.bring(brought, by, words, (after) => pose(after, told ?? null));
    },
    openModel: (model) => models.openDocument(model),
    answer: (isWanted) => void restorer.answer(isWanted),
  });
  const teaching = createTeaching(tools, {
    reading: posing.reading,
    problemOf,
    lend(posed, by, words) {
      leave();
      workspace.lend(posed, by, words, pose);
      runner.show(undefined, IDLE);
    },
    putBack({ settings: before, document }, words) {
      leave();
      workspace.replace(before, document, words, pose);
      runner.show(undefined, IDLE);
      void restorer.begin();
    },
  });
  const workbenches = createWorkbenches(tools, workers, {
    shown: () => runner.shown,
    open: (carried, words) => {
      const { answered: _, ...view } = carried.view;
      opening.openCarried({ ...carried, view }, 'file', words);
    },
    async show(run) {
      leave();
      const opened = settings();
      await posing.settled();
      const problem = posing.derivation()?.problem;
      // Somebody may have gone on while a long text was read.
      if (settings() !== opened) return;
      if (problem) runner.show({ id: uniqueId(), problem, settings: opened }, run);
      else
        store.setState(({ derived }) => ({
          notice: {
            words: `The answer in the file is not shown. ${derived.obstacle ?? ''}`.trim(),
          },
        }));
    },
    showTuned: models.showTuned,
    trust: workspace.trust,
    showAnswer: () => commands.showAnswer(),
  });
  const bundles = createBundles(tools, workers, runner, history, {
    showModel: ({ document, view }) => models.showFound(document, view),
    parser: environment.parser,
    open: (carried, words) => opening.openCarried(carried, 'file', words),
    settled: () => posing.settled(),
    trust: workspace.trust,
    showAnswer: () => commands.showAnswer(),
  });
  checkWithCompiler(tools);
  // What is wrong with a kernel may be known only after its run has ended.
  store.subscribe((state) => {
    const { run } = state;
    if (run.phase !== 'ended' || !runner.shown || isStale(state)) return;
    const words = spoiling(caveatsOf(state)).map((caveat) => caveat.words);
    const { phase } = state.verification;
    if (words.length === 0 && (phase !== 'ended' || outdated.verification(state))) return;
    void history.warned(runner.shown.id, words);
  });

  const kernelsRead = workspace.begin();
  environment.parser().then(
    async (loaded) => {
      const { fragment } = environment;
      // A long text is not kept with the settings; what a link takes the place of must be known.
      if (begun.isTextElsewhere || fragment !== undefined) await kernelsRead;
      posing.begin(new Reading(loaded, lazy(environment.textReader), environment.pause));
      if (fragment !== undefined) commands.openLink(fragment);
      if (!store.getState().arrival) {
        posing.update();
        await posing.settled();
        // Who has cancelled the reading of a long text is not to wait for it after all.
        if (!isEmbedded && !store.getState().derived.isUnread)
          if (!(await workbenches.showOpened())) void restorer.begin();
      }
      // What an older page left may not be kept yet; the parser says how it is called.
      void kernelsRead.then(workspace.keep);
      void measuring.begin();
    },
    (error: unknown) => {
      const obstacle = `The parser could not be loaded (${messageOf(error)}); reload the page.`;
      store.setState({ derived: unread(obstacle) });
    },
  );

  /** Sets the settings, and with them the problem. */
  function pose(after: Settings, notice: Notice | null = besides(settings(), after) ?? null): void {
    store.setState({ settings: after, notice: notice ?? undefined });
    posing.update();
  }

  /** What follows from the settings is there. */
  function settled({ problem }: Derivation): void {
    measuring.posed();
    if (problem && !isBrought(store.getState())) prepare(problem);
  }

  /** Changes settings that pose the problem. */
  function change(changed: Partial<Settings>, notice?: Notice): void {
    const before = workspace.now();
    renew({ ...settings(), ...changed }, notice);
    workspace.changed(before);
  }

  /** Takes other settings, of which nothing that was found is true any more. */
  function renew(after: Settings, notice?: Notice): void {
    restorer.cancel();
    pose(after, notice);
    tuneSoon();
  }

  /** Changes settings that the problem does not depend on. */
  function adjust(changed: Partial<Settings>): void {
    const before = workspace.now();
    store.setState({ settings: { ...settings(), ...changed } });
    workspace.changed(before);
  }

  function tuneSoon(): void {
    if (posing.reading()) void live.soon();
  }

  function start(problem: Problem, posed: Settings, task: Task): void {
    leave();
    runner.start(problem, posed, task);
  }

  /** Whatever the page was about to show is not wanted any more. */
  function leave(): void {
    restorer.cancel();
    live.cancel();
  }

  const commands = {
    ...settingCommands(tools, change, adjust),
    /** The text as it is typed or pasted; the semantics goes with it where that is of other kernels. */
    setKernelText(kernelText: string): void {
      if (kernelText === settings().kernelText) return;
      // Who goes on typing has not read it yet.
      const { notice = store.getState().notice, ...also } = fitting.of(settings(), kernelText);
      change({ kernelText, ...also }, notice);
    },
    setSemantics(semantics: Settings['semantics']): void {
      fitting.chosen();
      change({ semantics });
    },
    closeNotice: () => store.setState({ notice: undefined }),
    ...posing.commands,
    ...measuring.commands,
    ...models.commands,
    ...modelRuns,
    ...sideQuestions,
    ...teaching,
    ...createExchanging(
      tools,
      () => runner.shown?.problem,
      (kernelText) => change({ kernelText }),
    ),
    ...workspace.commands,
    ...opening,
    ...workbenches,
    ...bundles,
    /** Which configuration costs are shown for; undefined: the best known. */
    chooseConfiguration: (chosen: Configuration | undefined) => store.setState({ chosen }),
    /** Opens the run of one configuration in place of the counterexample. */
    showTraceOf(values: Configuration): void {
      if (!runner.shown) return;
      const { id, problem } = runner.shown;
      void history.opened(id, values);
      void explorer.openTraceOf(problem, values);
    },
    /** Opens a run that SPIN simulates of one configuration: by a seed, or by choices made so far. */
    simulate(plan: WalkPlan, values: Configuration): void {
      if (runner.shown) void explorer.openSimulation(runner.shown.problem, plan, values);
    },
    /** Has the variables after a step of the trace looked up, for `explorer.inspection`. */
    inspect: (step: number) => void explorer.inspect(step),
    /** The trail that is shown, to be saved; nothing where there is none. */
    trailFiles: () => explorer.files(),
    /** The steps of the trail that executed one of some statements. */
    stepsOf: (isWanted: (transition: number) => boolean) => explorer.stepsOf(isWanted),
    /** Finds out what would let another configuration win, whatever that costs. */
    askWhy: () => explaining.ask(),
    cancelWhy: () => explaining.cancel(),
    /** Asks whether the values are right: runs the work-items, and has SPIN search all schedules and inputs. */
    verify(): void {
      if (store.getState().model.isOpen) return models.commands.checkModel();
      workspace.trust();
      verifying.verify();
    },
    cancelVerification: () => verifying.cancel(),
    /** Opens the run that leads to a finding, by its number. */
    showFinding: (index: number) => void verifying.showFinding(index),
    closeValueTrace: () => verifying.closeTrace(),
    /** For how many elements values are verified. */
    setVerifiedSize: (verifiedSize: number) => adjust({ verifiedSize }),
    /** Opens a run of the history: its settings and what it found. */
    restoreRun(id: string): void {
      const saved = store.getState().history.find((run) => run.id === id);
      if (saved && (isCheck(saved) || saved.model)) void models.restore(saved);
      else if (saved) void restorer.restore(saved);
    },
    renameRun: (id: string, name: string) => void history.rename(id, name),
    deleteRun: (id: string) => void history.delete(id),
    /** Puts back the run that was deleted last. */
    undeleteRun: () => void history.undelete(),
    /** Whether the page tunes by itself shortly after an edit. */
    setLive(on: boolean): void {
      adjust({ live: on });
      const { level, method } = settings();
      const isOther = level !== LIVE.level || method !== LIVE.method;
      const notice = on && isOther ? { words: OF_LIVE } : undefined;
      store.setState({ held: undefined, notice });
      if (store.getState().run.phase === 'idle' || isStale(store.getState())) tuneSoon();
    },
    /** Does nothing while a run is in progress. */
    tune(): void {
      const { run, settings: posed, model } = store.getState();
      if (model.isOpen) return models.commands.tuneModel();
      const problem = posing.derivation()?.problem;
      if (run.phase === 'running' || !problem) return;
      workspace.trust();
      // What was told has been read.
      store.setState({ notice: undefined });
      start(problem, posed, posed.method);
    },
    /** Opens the counterexample of the answer again. */
    showAnswer(): void {
      const { result } = store.getState().run;
      const [best] = result?.optima ?? [];
      if (!runner.shown) return;
      const { id, problem } = runner.shown;
      if (result?.trail) void explorer.openTrail(problem, result.trail);
      else if (best) void explorer.openTraceOf(problem, best, true);
      else explorer.close();
      if (best) void history.opened(id, best);
    },
    /** Ends what is running: of a model of its own where one is open. */
    cancel(): void {
      if (!store.getState().model.isOpen) return runner.cancel();
      models.commands.cancelModelCheck();
      models.commands.cancelModelTuning();
      models.commands.cancelTunedRun();
    },
  };
  const { flush, isAtRisk } = workspace;
  return {
    store,
    commands,
    language: createLanguageServices(tools, posing.reading),
    flush,
    isAtRisk,
  };
}
