import {
  allHold,
  type Check,
  kernelTime,
  ModelChecker,
  type NativeCheck,
  nativeCheck,
  type Problem,
  rechecking,
} from '../../checker/index.ts';
import type { SessionTools } from '../tools.ts';
import type { MadeFile } from '../exchange/exchanging.ts';
import { jobOf } from '../jobs/job.ts';
import type { Settings } from '../kept/settings.ts';
import { isStale } from '../outdated.ts';
import type { Opening } from '../portable/opening.ts';
import type { PortableView } from '../portable/view.ts';
import { type ModelDocument, printOfModel } from '../promela/model-document.ts';
import { isOfOtherModel, MODEL_TUNING } from '../promela/model-view.ts';
import { questionOf, sameQuestion } from '../question.ts';
import type { Runs } from '../run/runs.ts';
import type { Models } from '../promela/models.ts';
import type { SessionState } from '../state.ts';
import { subjectOf } from '../subject.ts';
import { fileStem } from '../workspace/kernel-file.ts';
import { trust } from '../workspace/open-document.ts';
import { OpenedFile } from './opened-file.ts';
import { RECHECK } from './recheck-view.ts';
import { claimOf } from './claim.ts';
import { openedWorkbench, workbenchText } from './workbench-file.ts';

/** Saves the page with its answer's evidence; opens and rechecks such files. */
export function createWorkbenches(
  tools: SessionTools,
  { workers, runner, show, commands: { showAnswer } }: Runs,
  { showTuned }: Models,
  { openCarried }: Opening,
) {
  const shown = () => runner.shown;
  const { store, jobs, exampleText, outside, version, date } = tools;
  const opened = new OpenedFile(tools.tabStorage);
  // The check was of another answer.
  store.subscribe((state, before) => {
    const { origin } = state.run;
    const tuned = jobOf(state, MODEL_TUNING).run.origin;
    const isOther = origin !== before.run.origin;
    if (isOther) jobs.forget(RECHECK);
    if (!isOther && tuned === jobOf(before, MODEL_TUNING).run.origin) return;
    if (!origin && !tuned) opened.forget();
  });

  const checkerOf = (problem: Problem): ModelChecker =>
    new ModelChecker(workers.searching(), problem, {
      memoryMB: tools.memoryMB(),
      pool: workers.pool,
      programs: tools.programs,
    });

  /** Completes the shown answer's evidence, with the trail of a kept run. Unavailable parts are left
   * out. */
  async function gatherEvidence(): Promise<void> {
    const { run } = store.getState();
    const subject = shown();
    const { result } = run;
    if (!subject || !result || run.phase !== 'ended' || run.evidence || run.origin) return;
    const { problem } = subject;
    const checker = checkerOf(problem);
    try {
      const { minTime: bound, optima, status } = result;
      const [configuration] = optima;
      const isLost = status === 'proved' && !result.trail;
      const { trail = undefined } =
        isLost && bound !== undefined && configuration
          ? await checker.search({ bound, configuration })
          : result;
      const whole = { ...result, ...(trail && { trail }) };
      const evidence = await checker.evidence(whole, run.runs, version);
      if (shown() !== subject) return;
      store.setState(({ run: now }) => ({ run: { ...now, result: whole, evidence } }));
    } catch {
      // Without tools the answer is saved alone.
    }
  }

  return {
    /** See `Run.evidence`. Returns the state that has it. */
    async gatherEvidence(): Promise<SessionState> {
      await gatherEvidence();
      return store.getState();
    },
    /** The page as a file.
     * @param view the visible parts. */
    async workbenchFile(view: PortableView): Promise<MadeFile> {
      await gatherEvidence();
      const state = store.getState();
      const { run, derived, document, kernels } = state;
      const hasAnswer = run.phase === 'ended' && run.result !== undefined && !isStale(state);
      const settings: Settings = hasAnswer
        ? { ...state.settings, level: shown()?.settings.level ?? state.settings.level }
        : state.settings;
      const name = kernels.find(({ id }) => id === document.id)?.name ?? derived.kernelName ?? '';
      const model = subjectOf(state).model(state);
      const { tuning, run: found, question } = jobOf(state, MODEL_TUNING);
      const isOfModel = model && found.result && !isOfOtherModel(question, model);
      const tuned = tuning && isOfModel ? { tuning, run: found } : undefined;
      const content = { name, date: new Date(date()), settings, view, model, tuned };
      const text = workbenchText({ ...content, ...(hasAnswer && { run }) }, exampleText);
      return { ok: true, name: `${fileStem(name)}.overtime.json`, text };
    },
    /** Opens a workbench file, its answer marked as not computed here.
     * @returns why it was not opened, in sentences. */
    async openWorkbench(name: string, text: string): Promise<string | undefined> {
      const read = await outside.workbench(text);
      if (!read.ok) return read.message;
      const { carried, run, tuned } = openedWorkbench(name, read.value);
      const { answered: _, ...view } = carried.view;
      openCarried({ ...carried, view }, 'file', `open ${name}`);
      if (tuned) showTuned(tuned);
      if (run) await show(run);
      if (run || tuned) opened.keep(name, text);
      return undefined;
    },
    /** After a reload, shows this tab's file again.
     * @returns whether it answers the present question about the kernel. */
    async showOpened(): Promise<boolean> {
      const kept = opened.read();
      if (!kept) return false;
      const read = await outside.workbench(kept.text);
      if (!read.ok) return false;
      const { carried, run, tuned } = openedWorkbench(kept.name, read.value);
      const { settings, derived, model } = store.getState();
      if (tuned && isOfSameModel(carried.model, model.document)) showTuned(tuned);
      const asked = questionOf(carried.settings, derived.kernelName);
      if (!run || !sameQuestion(asked, questionOf(settings, derived.kernelName))) return false;
      await show(run);
      return true;
    },
    /** Repeats the search behind a file's answer and follows its trail. */
    async recheckProof(): Promise<void> {
      const { run } = store.getState();
      const subject = shown();
      const { origin } = run;
      const claim = claimOf(run);
      if (!subject || !claim || !origin) return;
      const { problem } = subject;
      trust(store);
      const ended = await jobs.start(
        RECHECK,
        {},
        async function* ({ toolchain, memoryMB, programs, signal }) {
          const options = { memoryMB, programs, pool: workers.pool };
          const checker = new ModelChecker(toolchain, problem, options);
          const { recheck } = await rechecking();
          const checks: Check[] = [];
          for await (const check of recheck(kernelTime(problem), claim, checker, version, signal)) {
            checks.push(check);
            yield { checks: [...checks] };
          }
        },
      );
      if (ended?.phase !== 'ended' || store.getState().run.origin !== origin) return;
      if (ended.checks.some(({ about, holds }) => about === 'run' && holds === true)) showAnswer();
    },
    /** The answer for native SPIN; undefined without a verifier.
     * @throws what the tools throw. */
    async nativeCheck(): Promise<NativeCheck | undefined> {
      const state = store.getState();
      const { run } = state;
      const problem = shown()?.problem;
      const { evidence, result } = run;
      if (!problem || !result || !evidence) return undefined;
      // Unchecked claims of a file are not handed on.
      if (run.origin && !allHold(jobOf(state, RECHECK).checks)) return undefined;
      if (!evidence.proof && !result.trail) return undefined;
      const files = problem.model.files ? await checkerOf(problem).programFiles() : undefined;
      return nativeCheck(problem, evidence, { trail: result.trail, time: result.minTime }, files);
    },
  };
}

const isOfSameModel = (one: ModelDocument | undefined, other: ModelDocument | undefined): boolean =>
  one !== undefined && other !== undefined && printOfModel(one) === printOfModel(other);
