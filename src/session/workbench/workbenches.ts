import {
  allHold,
  type Check,
  evidenceOf,
  ModelChecker,
  type NativeCheck,
  nativeCheck,
  type Problem,
  recheck,
} from '../../checker/index.ts';
import type { SessionTools } from '../environment.ts';
import type { MadeFile } from '../exchange/exchanging.ts';
import { SideJob } from '../jobs/side-job.ts';
import type { Settings } from '../kept/settings.ts';
import { isStale } from '../outdated.ts';
import type { Carried } from '../portable/portable.ts';
import type { PortableView } from '../portable/view.ts';
import { type ModelDocument, printOfModel } from '../promela/model-document.ts';
import { isOfOtherModel } from '../promela/model-view.ts';
import { questionOf, sameQuestion } from '../question.ts';
import type { Run } from '../run/run.ts';
import type { SessionState } from '../state.ts';
import type { RunSubject } from '../run/task-runner.ts';
import type { Workers } from '../run/workers.ts';
import { fileStem } from '../workspace/kernel-file.ts';
import { OpenedFile } from './opened-file.ts';
import { NO_RECHECK, type RecheckView } from './recheck-view.ts';
import { readWorkbench, type TunedAnswer, workbenchText } from './workbench-file.ts';

/** What workbench files need of the session. */
interface Place {
  /** What the run that is shown is of. */
  readonly shown: () => RunSubject | undefined;
  /** Opens a state in place of what is there. */
  readonly open: (carried: Carried, words: string) => void;
  /** Shows a run that was found elsewhere, of what is set now. */
  readonly show: (run: Run) => Promise<void>;
  /** Shows what a model that is open was tuned to elsewhere. */
  readonly showTuned: (tuned: TunedAnswer) => void;
  /** The user has seen what came with the file, and wants it to run. */
  readonly trust: () => void;
  /** Opens the run that the answer that is shown names. */
  readonly showAnswer: () => void;
}

/** The whole of the page as a file, with what its answer rests on, and such files opened and checked again. */
export function createWorkbenches(
  tools: SessionTools,
  workers: Workers,
  { shown, open, show, showTuned, trust, showAnswer }: Place,
) {
  const { store, exampleText, version, date } = tools;
  const job = new SideJob<RecheckView>(tools, NO_RECHECK, (view) =>
    store.setState({ recheck: view }),
  );
  const opened = new OpenedFile(tools.tabStorage);
  // What was checked is nothing to another answer.
  store.subscribe(({ run, model }, before) => {
    const { tuning } = model;
    const isOther = run.origin !== before.run.origin;
    if (isOther) job.forget();
    if (!isOther && tuning.run.origin === before.model.tuning.run.origin) return;
    if (!run.origin && !tuning.run.origin) opened.forget();
  });

  const checkerOf = (problem: Problem): ModelChecker =>
    new ModelChecker(workers.searching(), problem, {
      ...{ memoryMB: tools.memoryMB(), pool: workers.pool, programs: tools.programs },
    });

  /** Finds out what the answer that is shown rests on, where that is not known: of a run of the history, its
   * trail too. What cannot be had is left out. */
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
      const evidence = await evidenceOf(problem, whole, run.runs, checker, version);
      if (shown() !== subject) return;
      store.setState(({ run: now }) => ({ run: { ...now, result: whole, evidence } }));
    } catch {
      // The tools are not there: the answer is saved without.
    }
  }

  return {
    /** See `Run.evidence`. The state is that in which it is known. */
    async gatherEvidence(): Promise<SessionState> {
      await gatherEvidence();
      return store.getState();
    },
    /** The page as it is, as a file.
     * @param view what is looked at. */
    async workbenchFile(view: PortableView): Promise<MadeFile> {
      await gatherEvidence();
      const state = store.getState();
      const { run, derived, document, kernels } = state;
      const hasAnswer = run.phase === 'ended' && run.result !== undefined && !isStale(state);
      const settings: Settings = hasAnswer
        ? { ...state.settings, level: shown()?.settings.level ?? state.settings.level }
        : state.settings;
      const name = kernels.find(({ id }) => id === document.id)?.name ?? derived.kernelName ?? '';
      const model = state.model.isOpen ? state.model.document : undefined;
      const { tuning, run: found, question } = state.model.tuning;
      const isOfModel = model && found.result && !isOfOtherModel(question, model);
      const tuned = tuning && isOfModel ? { tuning, run: found } : undefined;
      const content = { name, date: new Date(date()), settings, view, model, tuned };
      const text = workbenchText({ ...content, ...(hasAnswer && { run }) }, exampleText);
      return { ok: true, name: `${fileStem(name)}.overtime.json`, text };
    },
    /** Opens a workbench file. Its answer is shown as what it is: not computed here.
     * @returns why it was not opened, in sentences. */
    async openWorkbench(name: string, text: string): Promise<string | undefined> {
      const read = readWorkbench(name, text, exampleText);
      if (!read.ok) return read.message;
      const { carried, run, tuned } = read.value;
      open(carried, `open ${name}`);
      if (tuned) showTuned(tuned);
      if (run) await show(run);
      if (run || tuned) opened.keep(name, text);
      return undefined;
    },
    /** Shows the answer of the file again that this tab has shown before a reload, of the kernel or the model.
     * @returns whether it is the answer to what is asked of the kernel now. */
    async showOpened(): Promise<boolean> {
      const kept = opened.read();
      const read = kept && readWorkbench(kept.name, kept.text, exampleText);
      if (!read?.ok) return false;
      const { carried, run, tuned } = read.value;
      const { settings, derived, model } = store.getState();
      if (tuned && isOfSameModel(carried.model, model.document)) showTuned(tuned);
      const asked = questionOf(carried.settings, derived.kernelName);
      if (!run || !sameQuestion(asked, questionOf(settings, derived.kernelName))) return false;
      await show(run);
      return true;
    },
    /** Makes the search again that proves the answer of a file, and follows its trail. */
    async recheckProof(): Promise<void> {
      const { run } = store.getState();
      const subject = shown();
      const { result, evidence, origin } = run;
      if (!subject || !result || !origin) return;
      const { problem } = subject;
      trust();
      await job.start({}, async function* ({ toolchain, memoryMB, programs, signal }) {
        const options = { memoryMB, programs, pool: workers.pool };
        const checker = new ModelChecker(toolchain, problem, options);
        const claim = { result, evidence, trail: result.trail };
        const checks: Check[] = [];
        for await (const check of recheck(problem, claim, checker, version, signal)) {
          checks.push(check);
          yield { checks: [...checks] };
        }
      });
      const { recheck: ended, run: now } = store.getState();
      const isFollowed = ended.checks.some(({ about, holds }) => about === 'run' && holds === true);
      if (now.origin === origin && ended.phase === 'ended' && isFollowed) showAnswer();
    },
    cancelRecheck: () => job.cancel(),
    /** The answer as files and commands for native SPIN; nothing where there is no verifier to it.
     * @throws what the tools throw. */
    async nativeCheck(): Promise<NativeCheck | undefined> {
      const { run, recheck: rechecked } = store.getState();
      const problem = shown()?.problem;
      const { evidence, result } = run;
      if (!problem || !result || !evidence) return undefined;
      // What stands in a file is handed on once it was checked.
      if (run.origin && !allHold(rechecked.checks)) return undefined;
      if (!evidence.proof && !result.trail) return undefined;
      const files = problem.model.files ? await checkerOf(problem).programFiles() : undefined;
      return nativeCheck(problem, evidence, { trail: result.trail, time: result.minTime }, files);
    },
  };
}

const isOfSameModel = (one: ModelDocument | undefined, other: ModelDocument | undefined): boolean =>
  one !== undefined && other !== undefined && printOfModel(one) === printOfModel(other);
