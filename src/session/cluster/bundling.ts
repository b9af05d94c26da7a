import { uniqueId } from '../../base/unique-id.ts';
import { combinations, kernelTime, pose, promelaModel, type Tunable } from '../../checker/index.ts';
import {
  type BundleFile,
  effortUsed,
  exported,
  type ExportOptions,
  type Files,
  mergedOf,
  QUESTION_FILES,
  questionText,
  shardCount,
  shardingOf,
  trailFault,
  unfit,
  zipped,
} from '../../cluster/index.ts';
import { settingOf } from '../derive.ts';
import type { SessionEnvironment } from '../environment.ts';
import type { SessionTools } from '../tools.ts';
import type { History } from '../kept/history.ts';
import type { Settings } from '../kept/settings.ts';
import type { Opening } from '../portable/opening.ts';
import type { ModelView } from '../promela/model-view.ts';
import type { Models } from '../promela/models.ts';
import { nameOf } from '../question.ts';
import type { Run } from '../run/run.ts';
import type { Runs } from '../run/runs.ts';
import { subjectOf } from '../subject.ts';
import { openedWorkbench, workbenchText } from '../workbench/workbench-file.ts';
import { isBrought, trust } from '../workspace/open-document.ts';
import { fileStem } from '../workspace/kernel-file.ts';
import { mergedModel, modelObstacle, modelQuestion, runOf } from './model-bundles.ts';

/** An archive to save, or why there is none. */
export type MadeArchive =
  | {
      readonly ok: true;
      readonly name: string;
      readonly shards: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | { readonly ok: false; readonly message: string };

/** The exported subject, as the merge reads it again. */
export interface Exported {
  readonly subject: Tunable;
  readonly question: { readonly name: string; readonly text: string };
}

const refused = (message: string): MadeArchive => ({ ok: false, message });

function archiveOf(name: string, files: readonly BundleFile[]): MadeArchive {
  const stem = `${fileStem(name)}-shards`;
  return { ok: true, name: `${stem}.zip`, shards: shardCount(files), bytes: zipped(stem, files) };
}

/** Faults named per folder; the rest are only counted. */
const MOST_NAMED = 3;

/** Exports a kernel for other machines and merges their results. */
export function createBundling(
  { store, exampleText, outside, version, date, memoryMB, programs, settled }: SessionTools,
  reader: SessionEnvironment['reader'],
  { workers, runner, commands: { showAnswer } }: Runs,
  history: History,
  models: Models,
  { openCarried }: Opening,
) {
  /** However many combinations: they are searched elsewhere. */
  async function posed(settings: Settings) {
    const { parser } = await reader();
    await parser.prepare(settings.kernelText);
    const setting = { ...settingOf(settings), anyNumber: true };
    return pose(parser, settings.kernelText, setting, settings.kernelName);
  }

  const place = () => ({ toolchain: workers.simulating(), memoryMB: memoryMB() });

  /** The open subject, or why it cannot be exported. */
  const asked = (): Promise<string | Exported> => {
    const { subject, settings, model } = store.getState();
    return subjectOf({ subject }).of({
      kernel: () => kernelAsked(settings),
      model: () => Promise.resolve(modelAsked(model)),
    })();
  };

  async function kernelAsked(settings: Settings): Promise<string | Exported> {
    const { problem, obstacle } = await posed(settings);
    if (!problem || obstacle !== undefined) return obstacle ?? 'It has no model.';
    const level = { ...settings, level: problem.model.level };
    const { name } = problem.kernel;
    const content = { name, date: new Date(date()), settings: level, view: {} };
    const text = workbenchText(content, exampleText);
    return { subject: kernelTime(problem), question: { name: QUESTION_FILES.kernel, text } };
  }

  async function made(options: ExportOptions): Promise<MadeArchive> {
    const found = await asked();
    if (typeof found === 'string') return refused(found);
    const { subject, question } = found;
    const sharding = await shardingOf(subject, place());
    const why = sharding.obstacle();
    if (why !== undefined) return refused(why);
    trust(store);
    const known = await sharding.known(place());
    const files = await exported(sharding, question, known, { ...options, overtime: version });
    return archiveOf(subject.name.replace(/\.\w+$/, ''), files);
  }

  /** Reads a folder and shows its result. @returns why not, in sentences. */
  async function merged(name: string, packed: Files | Blob): Promise<string | undefined> {
    const read = await outside.bundle(packed);
    if (!read.ok) return read.message;
    const { bundle } = read;
    if (bundle.problem.of === 'model') {
      const { document } = store.getState().model;
      const ofModel = await mergedModel(bundle, document, place(), inWords);
      if (typeof ofModel === 'string') return ofModel;
      models.showFound(ofModel.document, ofModel.view);
      return undefined;
    }
    const opened = await outside.workbench(bundle.problem.text);
    if (!opened.ok) return opened.message;
    const { carried, date: written } = openedWorkbench(QUESTION_FILES.kernel, opened.value);
    const { settings } = carried;
    const { problem, obstacle } = await posed(settings);
    if (!problem) return obstacle;
    const subject = kernelTime(problem);
    const sharding = await shardingOf(subject, place());
    const wrong = await unfit(sharding, bundle);
    if (wrong !== undefined) return wrong;
    const found = mergedOf(bundle);
    if (!found.ok) return inWords(found);
    const whole = sharding.shown(found);
    openCarried(carried, 'file', `merge ${name}`);
    await settled();
    const isForeign = isBrought(store.getState());
    const options = { memoryMB: memoryMB(), pool: workers.pool, programs };
    const checker = subject.open(workers.simulating(), options);
    // An unseen kernel must not run yet; its proof is checked later.
    const fault = isForeign ? undefined : await trailFault(subject, whole.result, checker);
    if (fault !== undefined) return fault;
    const { result, runs } = whole;
    const evidence = isForeign ? undefined : await checker.evidence?.(result, runs, version);
    const run: Run = {
      ...runOf(whole),
      shards: effortUsed(bundle).each,
      ...(isForeign ? { origin: { name, date: written } } : evidence && { evidence }),
    };
    const id = uniqueId();
    runner.show({ id, problem, settings }, run);
    if (isForeign) return undefined;
    await history.keep(id, store.getState().run, settings, nameOf(problem));
    showAnswer();
    return undefined;
  }

  /** Counts invalid ones too; unknown for a model. */
  async function configurationCount(): Promise<number | undefined> {
    const state = store.getState();
    return subjectOf(state).of({
      kernel: async () => {
        const { problem } = await posed(state.settings);
        return problem && combinations(problem);
      },
      model: () => Promise.resolve(undefined),
    })();
  }

  return { configurationCount, made, merged };
}

function modelAsked(model: ModelView): string | Exported {
  const why = modelObstacle(model);
  if (!model.document || why !== undefined) return why ?? '';
  const { name, source, tuning } = modelQuestion(model.document);
  const subject = promelaModel(name, source, tuning);
  const text = questionText({ name, source, tuning });
  return { subject, question: { name: QUESTION_FILES.model, text } };
}

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
