import { lazy } from '../../base/lazy.ts';
import { uniqueId } from '../../base/unique-id.ts';
import { type Check, PromelaChecker, recheckModel } from '../../checker/index.ts';
import type { Tuning } from '../../promela/index.ts';
import { type Configuration, keyOf } from '../../tuning/index.ts';
import type { SessionTools } from '../environment.ts';
import type { Settings } from '../kept/settings.ts';
import { SideJob } from '../jobs/side-job.ts';
import { restoredRun, type SavedContent, type SavedRun } from '../kept/history-schema.ts';
import { endRun, type Run } from '../run/run.ts';
import { failureOf } from '../run/task-runner.ts';
import { NO_RECHECK, type RecheckView } from '../workbench/recheck-view.ts';
import { configurationRun } from './configuration-run.ts';
import { definesProblem, type ModelDocument, sourceOf, tuningOf } from './model-document.ts';
import { seeC } from './model-checking.ts';
import type { ModelPlace } from './model-place.ts';
import { tuningModel } from './model-tuning.ts';
import {
  type ModelOpening,
  type ModelTuningView,
  NO_MODEL_TUNING,
  NOT_OPENING,
  questionOfModel,
  tuningProblem,
  type Waiting,
} from './model-view.ts';

/** Tunings of models of their own: what runs, the runs of single configurations, what is kept of earlier ones, and their
 * proofs checked again. */
export function createModelTunings(tools: SessionTools, place: ModelPlace) {
  const { store, now, storage, pause } = tools;
  const { history, view, set, trust, isAllowed, asking, known } = place;
  const simulating = lazy(tools.toolchain);
  const beside = { ...tools, toolchain: lazy(tools.toolchain) };
  const job = new SideJob(tools, NO_MODEL_TUNING, (tuning) => {
    const before = view().tuning;
    const isNews = tuning.verifier !== undefined && tuning.verifier !== before.verifier;
    // What was checked again is nothing to another answer.
    if (before.run.result !== tuning.run.result) recheckJob.forget();
    set({ tuning });
    if (isNews) showAnswer();
  });
  const openJob = new SideJob<ModelOpening>(beside, NOT_OPENING, (opening) => set({ opening }));
  const recheckJob = new SideJob<RecheckView>(beside, NO_RECHECK, (recheck) => set({ recheck }));

  // Another run is looked at.
  store.subscribe(({ model }, { model: before }) => {
    if (model.trail !== before.trail && model.opening.phase !== 'none') openJob.forget();
  });

  async function tune(): Promise<void> {
    const { document, tuning: before } = view();
    if (!document || before.run.phase === 'running') return;
    const tuning = tuningOf(document.tuning);
    if (tuningProblem(view()) ?? definesProblem(document)) return;
    trust();
    set({ consent: undefined });
    const { settings } = store.getState();
    const { method, limits = {} } = settings;
    const question = questionOfModel(document);
    const posed = {
      ...{ document, tuning, method, limits, isAllowed, now, simulating, storage, pause },
      toolchainOf: tools.toolchain,
    };
    const id = uniqueId();
    const keep = (): void => {
      const { run, question: of } = view().tuning;
      if (of !== question || !run.result) return;
      // One that was stopped before it had found anything has nothing to keep.
      if (run.result.status === 'cancelled' && run.configurations.size + run.runs.length === 0)
        return;
      keepRun(id, run, document, settings);
    };
    await job.start({ question, tuning }, async function* (jobTools) {
      const failed = (error: unknown) => ({
        run: endRun(view().tuning.run, now(), { failure: failureOf(error) }),
      });
      let isKept = false;
      const steps = tuningModel(posed, jobTools);
      for await (const change of asking({ for: 'tune' }, steps, failed)) {
        yield change;
        if (change.run.phase !== 'ended' || isKept) continue;
        keep();
        isKept = true;
      }
      // With the chart as it has been filled since.
      keep();
    });
    if (view().consent) return job.forget();
    known(document);
  }

  /** Keeps what was found of a model. The kernel is another matter. */
  function keepRun(id: string, run: Run, document: ModelDocument, settings: Settings): void {
    const name = `${document.name}: ${document.tuning.objective.trim()}`;
    void history.keep(id, run, { ...settings, kernelText: '' }, name, document);
  }

  /** Opens the run that the answer was found by; of one that was kept, a run that is searched for again. */
  function showAnswer(): void {
    const { run, question, verifier, tuning } = view().tuning;
    const { trail, minTime, optima = [] } = run.result ?? {};
    const [values] = optima;
    if (trail && question && verifier) {
      const { packed, words } = trail;
      const title = `${tuning?.objective} = ${minTime}`;
      set({ trail: { title, packed, words, values, verifier, question } });
    } else if (values) void open(values);
  }

  /** Opens a run of one configuration that is as good as is known of it. */
  async function open(values: Configuration): Promise<void> {
    const { tuning, question, run } = view().tuning;
    if (!tuning || !question || run.phase === 'idle') return;
    trust();
    set({ consent: undefined });
    const known = [...run.configurations].find((each) => keyOf(each.values) === keyOf(values));
    const asked = { question, tuning, values, amount: known?.time, isAllowed };
    await openJob.start({ values }, async function* (jobTools) {
      const steps = (async function* () {
        const trail = await configurationRun(asked, jobTools);
        if (!jobTools.signal.aborted) set({ trail });
        yield {};
      })();
      yield* asking({ for: 'open', values }, steps, () => ({}));
    });
    if (view().consent) openJob.forget();
  }

  /** Makes the search again that proves the answer, and follows its run. */
  async function recheck(): Promise<void> {
    const { tuning, question, run } = view().tuning;
    const { result, runs } = run;
    if (!tuning || !question || !result) return;
    trust();
    set({ consent: undefined });
    await recheckJob.start({}, async function* ({ toolchain, memoryMB, signal }) {
      const steps = (async function* () {
        await seeC(toolchain, question, isAllowed, { signal });
        const checker = new PromelaChecker(toolchain, sourceOf(question), { memoryMB }, tuning);
        const checks: Check[] = [];
        for await (const check of recheckModel({ tuning, result, runs }, checker, signal)) {
          checks.push(check);
          yield { checks: [...checks] };
        }
      })();
      yield* asking({ for: 'recheck' }, steps, () => ({}));
    });
    if (view().consent) recheckJob.forget();
  }

  function forget(): void {
    job.forget();
    openJob.forget();
    recheckJob.forget();
  }

  return {
    commands: {
      tuneModel: () => void tune(),
      cancelModelTuning: () => job.cancel(),
      /** Opens the run of the best that a tuning has found. */
      showTunedTrail: showAnswer,
      /** Opens a run of a configuration on the map. */
      openTunedRun: (values: Configuration) => void open(values),
      cancelTunedRun: () => openJob.cancel(),
      /** What was said of a configuration without a run has been read. */
      closeTunedRun: () => openJob.forget(),
      recheckTuning: () => void recheck(),
      cancelTuningRecheck: () => recheckJob.cancel(),
    },
    forget,
    cancel(): void {
      job.cancel();
      openJob.cancel();
      recheckJob.cancel();
    },
    /** The user has let the C run that something waited for. */
    goOn(waiting: Waiting): void {
      if (waiting.for === 'open') void open(waiting.values);
      else void (waiting.for === 'recheck' ? recheck() : tune());
    },
    /** Shows what a tuning of earlier times has found of the model that is open.
     * @param isLast nothing newer is known of the model. */
    show(
      saved: SavedRun,
      content: SavedContent | undefined,
      document: ModelDocument,
      isLast: boolean,
    ): void {
      if (!saved.model) return;
      const tuning = tuningOf(saved.model.tuning);
      const run = restoredRun(saved, content, isLast ? now() : 0);
      job.show({ phase: 'ended', question: questionOfModel(document), tuning, run });
    },
    /** Shows what other machines found of the model that is open. */
    showFound(found: ModelTuningView): void {
      job.show(found);
      const { document } = view();
      if (document) keepRun(uniqueId(), found.run, document, store.getState().settings);
    },
    /** Shows what the model that is open was tuned to elsewhere. */
    showTuned({ tuning, run }: { readonly tuning: Tuning; readonly run: Run }): void {
      const { document } = view();
      if (!document) return;
      const question = questionOfModel(document);
      job.show({ phase: 'ended', question, tuning, run: { ...run, startedAt: now() } });
    },
  };
}
