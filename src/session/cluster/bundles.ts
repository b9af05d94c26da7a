import { uniqueId } from '../../base/unique-id.ts';
import { messageOf } from '../../base/message.ts';
import { Failure } from '../../base/failure.ts';
import { combinations, evidenceOf, ModelChecker, pose, type Problem } from '../../checker/index.ts';
import {
  type BundleFile,
  effortUsed,
  exported,
  type ExportOptions,
  exportObstacle,
  type Files,
  isTrailOf,
  knownTimes,
  mergedOf,
  QUESTION_FILES,
  readBundle,
  shardCount,
  trailFault,
  unfit,
  withInvalid,
  zipped,
} from '../../cluster/index.ts';
import type { KernelParser } from '../../kernel/index.ts';
import { settingOf } from '../derive.ts';
import type { SessionTools } from '../environment.ts';
import type { History } from '../kept/history.ts';
import type { Settings } from '../kept/settings.ts';
import type { Carried } from '../portable/portable.ts';
import { ResultsTable, ResultsView } from '../run/results-table.ts';
import { IDLE, type Run } from '../run/run.ts';
import { nameOf, type TaskRunner } from '../run/task-runner.ts';
import type { Workers } from '../run/workers.ts';
import { readWorkbench, workbenchText } from '../workbench/workbench-file.ts';
import { isBrought } from '../workspace/open-document.ts';
import { fileStem } from '../workspace/kernel-file.ts';
import { type MergedModel, mergedModel, modelFolder, modelObstacle } from './model-bundles.ts';

/** What folders for other machines need of the session. */
interface Place {
  /** Opens a model with what was found of it, in the kernel's place. */
  readonly showModel: (found: MergedModel) => void;
  readonly parser: () => Promise<KernelParser>;
  /** Opens a state in place of what is there. */
  readonly open: (carried: Carried, words: string) => void;
  /** What follows from the settings is there. */
  readonly settled: () => Promise<void>;
  /** The user has seen the kernel, and wants it to run. */
  readonly trust: () => void;
  readonly showAnswer: () => void;
}

/** An archive to be saved, or why there is none, in sentences. */
type MadeArchive =
  | {
      readonly ok: true;
      readonly name: string;
      readonly shards: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | { readonly ok: false; readonly message: string };

const refused = (message: string): MadeArchive => ({ ok: false, message });

function archiveOf(name: string, files: readonly BundleFile[]): MadeArchive {
  const stem = `${fileStem(name)}-shards`;
  return { ok: true, name: `${stem}.zip`, shards: shardCount(files), bytes: zipped(stem, files) };
}

/** Faults of a folder that are named; more are counted. */
const MOST_NAMED = 3;

/** The kernel as a folder that other machines run, and what they found as a run of the history. */
export function createBundles(
  { store, exampleText, version, date, memoryMB, programs }: SessionTools,
  workers: Workers,
  runner: TaskRunner,
  history: History,
  place: Place,
) {
  /** The problem of some settings, however many combinations it has: they are searched elsewhere. */
  async function posed(settings: Settings) {
    const parser = await place.parser();
    const setting = { ...settingOf(settings), anyNumber: true };
    return pose(parser, settings.kernelText, setting, settings.kernelName);
  }

  const checkerOf = (problem: Problem): ModelChecker =>
    new ModelChecker(workers.simulating(), problem, {
      ...{ memoryMB: memoryMB(), pool: workers.pool, programs },
    });

  const modelTools = () => ({
    ...{ toolchain: workers.simulating(), memoryMB: memoryMB(), version },
  });

  async function madeOfModel(options: ExportOptions): Promise<MadeArchive> {
    const { model } = store.getState();
    const why = modelObstacle(model);
    if (!model.document || why !== undefined) return refused(why ?? '');
    place.trust();
    const files = await modelFolder(model.document, modelTools(), options);
    return archiveOf(model.document.name.replace(/\.\w+$/, ''), files);
  }

  async function made(options: ExportOptions): Promise<MadeArchive> {
    const { settings, model } = store.getState();
    if (model.isOpen) return madeOfModel(options);
    const { problem, obstacle } = await posed(settings);
    const why = problem ? (obstacle ?? exportObstacle(problem)) : (obstacle ?? 'It has no model.');
    if (!problem || why !== undefined) return refused(why ?? '');
    place.trust();
    const level = { ...settings, level: problem.model.level };
    const { name } = problem.kernel;
    const content = {
      title: `${nameOf(problem)}, level ${problem.model.level}`,
      text: workbenchText({ name, date: new Date(date()), settings: level, view: {} }, exampleText),
      overtime: version,
    };
    const known = await knownTimes(problem, workers.simulating(), memoryMB());
    const files = await exported(problem, content, known, options);
    return archiveOf(name, files);
  }

  /** Reads a folder and shows what it amounts to; why not, in sentences. */
  async function merged(name: string, files: Files): Promise<string | undefined> {
    const read = await readBundle(files);
    if (!read.ok) return read.message;
    const { bundle } = read;
    if (bundle.problem.of === 'model') {
      const { document } = store.getState().model;
      const ofModel = await mergedModel(bundle, document, modelTools(), inWords);
      if (typeof ofModel === 'string') return ofModel;
      place.showModel(ofModel);
      return undefined;
    }
    const opened = readWorkbench(QUESTION_FILES.kernel, bundle.problem.text, exampleText);
    if (!opened.ok) return opened.message;
    const { carried, date: written } = opened.value;
    const { settings } = carried;
    const { problem, obstacle } = await posed(settings);
    if (!problem) return obstacle;
    const wrong = await unfit(problem, bundle);
    if (wrong !== undefined) return wrong;
    const found = mergedOf(bundle);
    if (!found.ok) return inWords(found);
    const whole = withInvalid(problem, found);
    place.open(carried, `merge ${name}`);
    await place.settled();
    const isForeign = isBrought(store.getState());
    const checker = checkerOf(problem);
    // A kernel that nobody here has seen does not run before they have: then its proof waits to be checked.
    const fault = isForeign
      ? undefined
      : await trailFault(whole.result, checker, isTrailOf(problem));
    if (fault !== undefined) return fault;
    const table = new ResultsTable();
    table.add(whole.configurations);
    const { result, runs, seconds } = whole;
    const run: Run = {
      ...{ ...IDLE, phase: 'ended', result, runs, seconds, shards: effortUsed(bundle).each },
      configurations: new ResultsView(table),
      ...(isForeign
        ? { origin: { name, date: written } }
        : { evidence: await evidenceOf(problem, result, runs, checker, version) }),
    };
    const id = uniqueId();
    runner.show({ id, problem, settings }, run);
    if (isForeign) return undefined;
    await history.keep(id, store.getState().run, settings, nameOf(problem));
    place.showAnswer();
    return undefined;
  }

  return {
    /** How many configurations the kernel has, valid or not; nothing where it cannot be told, as of a model. */
    async configurationCount(): Promise<number | undefined> {
      if (store.getState().model.isOpen) return undefined;
      const { problem } = await posed(store.getState().settings);
      return problem && combinations(problem);
    },
    /** The kernel and its platform, or the model that is open, as a zip of a folder that other machines run. */
    async shardArchive(options: ExportOptions): Promise<MadeArchive> {
      try {
        return await made(options);
      } catch (error) {
        return refused(wordsOf(error));
      }
    },
    /** Makes one run of what other machines found. @returns why there is none, in sentences. */
    async mergeShards(name: string, files: Files): Promise<string | undefined> {
      try {
        return await merged(name, files);
      } catch (error) {
        return wordsOf(error);
      }
    },
  };
}

const wordsOf = (error: unknown): string =>
  error instanceof Failure ? `${error.message} ${error.hint}` : messageOf(error);

function inWords({
  faults,
  again,
}: {
  readonly faults: readonly string[];
  readonly again: readonly number[];
}): string {
  const more = faults.length > MOST_NAMED ? ` And ${faults.length - MOST_NAMED} more.` : '';
  const some = again.slice(0, 20).join(', ') + (again.length > 20 ? ', ...' : '');
  const run = again.length > 0 ? ` Run again: shards ${some}.` : '';
  return faults.slice(0, MOST_NAMED).join(' ') + more + run;
}
