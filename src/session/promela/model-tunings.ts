import { lazy } from '../../base/lazy.ts';
import { uniqueId } from '../../base/unique-id.ts';
import { type Check, promelaModel, rechecking } from '../../checker/index.ts';
import type { Tuning } from '../../promela/index.ts';
import { type Configuration, keyOf } from '../../tuning/index.ts';
import type { SessionTools } from '../tools.ts';
import type { Settings } from '../kept/settings.ts';
import { jobOf } from '../jobs/job.ts';
import { restoredRun, type SavedContent, type SavedRun } from '../kept/history-schema.ts';
import { endRun, type Run } from '../run/run.ts';
import { failureOf } from '../run/task-runner.ts';
import { claimOf } from '../workbench/claim.ts';
import { trust } from '../workspace/open-document.ts';
import { configurationRun } from './configuration-run.ts';
import { definesProblem, type ModelDocument, sourceOf, tuningOf } from './model-document.ts';
import type { ModelPlace } from './model-place.ts';
import { tuningModel } from './model-tuning.ts';
import {
  MODEL_OPENING,
  MODEL_RECHECK,
  MODEL_TUNING,
  type ModelTuningView,
  questionOfModel,
  tuningProblem,
  type Waiting,
} from './model-view.ts';

/** Models' tunings: running and kept ones, single configurations' runs, and rechecked proofs. */
export function createModelTunings(tools: SessionTools, place: ModelPlace) {
  const { store, jobs, now, storage, pause, version } = tools;
  const { history, view, set, searching, asking, known } = place;
  const simulating = lazy(tools.toolchain);
  const shown = (): ModelTuningView => jobOf(store.getState(), MODEL_TUNING);

  store.subscribe((state, before) => {
    const [tuning, was] = [jobOf(state, MODEL_TUNING), jobOf(before, MODEL_TUNING)];
    // The check was of another answer.
    if (tuning.run.result !== was.run.result) jobs.forget(MODEL_RECHECK);
    if (tuning.verifier !== undefined && tuning.verifier !== was.verifier) showAnswer();
    const isOpening = jobOf(state, MODEL_OPENING).phase !== 'none';
    if (state.model.trail !== before.model.trail && isOpening) jobs.forget(MODEL_OPENING);
  });

  async function tune(): Promise<void> {
    const { document } = view();
    if (!document || shown().run.phase === 'running') return;
    const tuning = tuningOf(document.tuning);
    if (tuningProblem(view()) ?? definesProblem(document)) return;
    trust(store);
    set({ consent: undefined });
    const { settings } = store.getState();
    const { method, limits = {} } = settings;
    const question = questionOfModel(document);
    const posed = {
      document,
      tuning,
      method,
      limits,
      searching,
      now,
      simulating,
      storage,
      pause,
      toolchainOf: tools.toolchain,
    };
    const id = uniqueId();
    const keep = (): void => {
      const { run, question: of } = shown();
      if (of !== question || !run.result) return;
      // Stopped without any finding, there is nothing to keep.
      if (run.result.status === 'cancelled' && run.configurations.size + run.runs.length === 0)
        return;
      keepRun(id, run, document, settings);
    };
    await jobs.start(MODEL_TUNING, { question, tuning }, async function* (jobTools) {
      const failed = (error: unknown) => ({
        run: endRun(shown().run, now(), { failure: failureOf(error) }),
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
    if (view().consent) return jobs.forget(MODEL_TUNING);
    known(document);
  }

  /** Keeps a model's findings, apart from the kernel's. */
  function keepRun(id: string, run: Run, document: ModelDocument, settings: Settings): void {
    const name = `${document.name}: ${document.tuning.objective.trim()}`;
    void history.keep(id, run, { ...settings, kernelText: '' }, name, document);
  }

  /** Opens the answer's run; a kept answer's is searched for again. */
  function showAnswer(): void {
    const { run, question, verifier, tuning } = shown();
    const { trail, minTime, optima = [] } = run.result ?? {};
    const [values] = optima;
    if (trail && question && verifier) {
      const { packed, words } = trail;
      const title = `${tuning?.objective} = ${minTime}`;
      set({ trail: { title, packed, words, values, verifier, question } });
    } else if (values) void open(values);
  }

  /** Opens a configuration's run, as good as known. */
  async function open(values: Configuration): Promise<void> {
    const { tuning, question, run } = shown();
    if (!tuning || !question || run.phase === 'none') return;
    trust(store);
    set({ consent: undefined });
    const known = [...run.configurations].find((each) => keyOf(each.values) === keyOf(values));
    const asked = { question, tuning, values, amount: known?.time, searching };
    await jobs.start(MODEL_OPENING, { values }, async function* (jobTools) {
      const steps = (async function* () {
        const trail = await configurationRun(asked, jobTools);
        if (!jobTools.signal.aborted) set({ trail });
        yield {};
      })();
      yield* asking({ for: 'open', values }, steps, () => ({}));
    });
    if (view().consent) jobs.forget(MODEL_OPENING);
  }

  /** Repeats the answer's proof and follows its run. */
  async function recheck(): Promise<void> {
    const { tuning, question, run } = shown();
    const claim = claimOf(run);
    if (!tuning || !question || !claim) return;
    trust(store);
    set({ consent: undefined });
    await jobs.start(MODEL_RECHECK, {}, async function* (jobTools) {
      const { signal } = jobTools;
      const steps = (async function* () {
        const there = await searching(jobTools, question, { signal }, tuning);
        const { toolchain, memoryMB } = there;
        const subject = promelaModel(question.name, sourceOf(question), tuning);
        const checker = subject.open(toolchain, { memoryMB });
        const checks: Check[] = [];
        const { recheck: checkedAgain } = await rechecking();
        for await (const check of checkedAgain(subject, claim, checker, version, signal)) {
          checks.push(check);
          yield { checks: [...checks] };
        }
      })();
      yield* asking({ for: 'recheck' }, steps, () => ({}));
    });
    if (view().consent) jobs.forget(MODEL_RECHECK);
  }

  return {
    commands: {
      tuneModel: () => void tune(),
      showTunedTrail: showAnswer,
      /** Opens a run of a configuration on the map. */
      openTunedRun: (values: Configuration) => void open(values),
      recheckTuning: () => void recheck(),
    },
    /** The user has allowed the C that something waited for. */
    goOn(waiting: Waiting): void {
      if (waiting.for === 'open') void open(waiting.values);
      else void (waiting.for === 'recheck' ? recheck() : tune());
    },
    /** Shows a kept tuning of the open model.
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
      const question = questionOfModel(document);
      jobs.show(MODEL_TUNING, { phase: 'ended', question, tuning, run });
    },
    /** Shows other machines' findings on the open model. */
    showFound(found: ModelTuningView): void {
      jobs.show(MODEL_TUNING, found);
      const { document } = view();
      if (document) keepRun(uniqueId(), found.run, document, store.getState().settings);
    },
    /** Shows the open model's answer from elsewhere. */
    showTuned({ tuning, run }: { readonly tuning: Tuning; readonly run: Run }): void {
      const { document } = view();
      if (!document) return;
      const question = questionOfModel(document);
      const of = { ...run, startedAt: now() };
      jobs.show(MODEL_TUNING, { phase: 'ended', question, tuning, run: of });
    },
  };
}
