import { openModel, PromelaChecker } from '../../checker/index.ts';
import {
  type BundleFile,
  effortUsed,
  exportedQuestion,
  type ExportOptions,
  inObjective,
  isModelTrail,
  type MergedRun,
  mergedOf,
  type ReadBundle,
  readQuestion,
  trailFault,
  tunedModel,
  unfitModel,
} from '../../cluster/index.ts';
import { embeddedCOf } from '../../promela/index.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import {
  definesOf,
  definesProblem,
  type ModelDocument,
  newModel,
  sourceOf,
  tuningOf,
} from '../promela/model-document.ts';
import {
  type ModelTuningView,
  type ModelView,
  questionOfModel,
  tuningProblem,
} from '../promela/model-view.ts';
import { ResultsTable, ResultsView } from '../run/results-table.ts';
import { IDLE } from '../run/run.ts';
import { printOf } from '../workspace/open-document.ts';

/** What it takes to search a model, or to follow what was found of it. */
interface Tools {
  readonly toolchain: Toolchain;
  readonly memoryMB: number;
  readonly version: string;
}

/** Why a model cannot be exported as it is set, in one sentence; nothing where it can. */
export const modelObstacle = (model: ModelView): string | undefined =>
  tuningProblem(model) ?? (model.document && definesProblem(model.document));

/** The model that is open, with what it is tuned for, as a folder for other machines.
 * @throws {Failure} */
export function modelFolder(
  document: ModelDocument,
  { toolchain, memoryMB, version }: Tools,
  options: ExportOptions,
): Promise<readonly BundleFile[]> {
  const source = { ...sourceOf(document), defines: [...definesOf(document)] };
  const question = { name: document.name, source, tuning: tuningOf(document.tuning) };
  return exportedQuestion(toolchain, question, { memoryMB, overtime: version }, options);
}

/** What other machines found of a model, as it is shown. */
export interface MergedModel {
  readonly document: ModelDocument;
  readonly view: ModelTuningView;
}

/** @param open the model that is open here, with the C that the user has let run.
 * @param inWords tells what is missing.
 * @returns why there is no answer, in sentences, where there is none. */
export async function mergedModel(
  bundle: ReadBundle,
  open: ModelDocument | undefined,
  { toolchain, memoryMB }: Tools,
  inWords: (refused: Extract<ReturnType<typeof mergedOf>, { readonly ok: false }>) => string,
): Promise<MergedModel | string> {
  const question = readQuestion(bundle.problem.text);
  if (!question) return 'problem.json cannot be read: it was changed.';
  const { source, tuning } = question;
  const model = await tunedModel(toolchain, source, tuning);
  const unfit = unfitModel(model, bundle);
  if (unfit !== undefined) return unfit;
  const found = mergedOf(bundle);
  if (!found.ok) return inWords(found);
  // The trail is followed by a verifier, with all the C of the model.
  const c = embeddedCOf((await openModel(toolchain, source)).text);
  const allowedC = printOf(c.join('\n'));
  if (c.length > 0 && open?.allowedC !== allowedC)
    return 'The model has C of its own that nobody has let run here: open the model, have it checked, and merge again.';
  const checker = new PromelaChecker(toolchain, source, { memoryMB }, model.tuning);
  const fault = await trailFault(found.result, checker, isModelTrail);
  if (fault !== undefined) return fault;
  const document: ModelDocument = {
    ...newModel(question.name, {
      ...{ text: source.text, files: { ...source.files } },
      tuning: { ...tuning, parameters: [...tuning.parameters] },
    }),
    defines: (source.defines ?? []).join(' '),
    ...(c.length > 0 && { allowedC }),
  };
  const run = { ...runOf(inObjective(found, tuning)), shards: effortUsed(bundle).each };
  return {
    document,
    view: {
      ...{ phase: 'ended', run, tuning, question: questionOfModel(document) },
      ...(run.result?.trail && { verifier: await checker.verifier() }),
    },
  };
}

function runOf({ result, runs, configurations, seconds }: MergedRun) {
  const table = new ResultsTable();
  table.add(configurations);
  return {
    ...{ ...IDLE, phase: 'ended' as const, result, runs, seconds },
    configurations: new ResultsView(table),
  };
}
