import { openModel, promelaModel } from '../../checker/index.ts';
import {
  effortUsed,
  type MergedRun,
  mergedOf,
  modelSharding,
  type ReadBundle,
  readQuestion,
  trailFault,
  unfit,
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

interface Tools {
  readonly toolchain: Toolchain;
  readonly memoryMB: number;
}

/** Why a model cannot be exported as set, if so. */
export const modelObstacle = (model: ModelView): string | undefined =>
  tuningProblem(model) ?? (model.document && definesProblem(model.document));

/** The open model and what is looked for. */
export const modelQuestion = (document: ModelDocument) => ({
  name: document.name,
  source: { ...sourceOf(document), defines: [...definesOf(document)] },
  tuning: tuningOf(document.tuning),
});

/** Other machines' findings, as shown. */
export interface MergedModel {
  readonly document: ModelDocument;
  readonly view: ModelTuningView;
}

/** @param open the model open here, with the C allowed to run.
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
  const sharding = await modelSharding(question, { toolchain, memoryMB });
  const wrong = await unfit(sharding, bundle);
  if (wrong !== undefined) return wrong;
  const found = mergedOf(bundle);
  if (!found.ok) return inWords(found);
  // A verifier with all the model's C follows the trail.
  const c = embeddedCOf((await openModel(toolchain, source)).text);
  const allowedC = printOf(c.join('\n'));
  if (c.length > 0 && open?.allowedC !== allowedC)
    return 'The model has C of its own that nobody has let run here: open the model, have it checked, and merge again.';
  const checker = sharding.checker(toolchain, { memoryMB });
  const subject = promelaModel(question.name, source, tuning);
  const fault = await trailFault(subject, found.result, checker);
  if (fault !== undefined) return fault;
  const document: ModelDocument = {
    ...newModel(question.name, {
      text: source.text,
      files: { ...source.files },
      tuning: { ...tuning, parameters: [...tuning.parameters] },
    }),
    defines: (source.defines ?? []).join(' '),
    ...(c.length > 0 && { allowedC }),
  };
  const run = { ...runOf(sharding.shown(found)), shards: effortUsed(bundle).each };
  return {
    document,
    view: {
      phase: 'ended',
      run,
      tuning,
      question: questionOfModel(document),
      ...(run.result?.trail && { verifier: await checker.verifier() }),
    },
  };
}

export function runOf({ result, runs, configurations, seconds }: MergedRun) {
  const table = new ResultsTable();
  table.add(configurations);
  return {
    ...IDLE,
    phase: 'ended' as const,
    result,
    runs,
    seconds,
    configurations: new ResultsView(table),
  };
}
