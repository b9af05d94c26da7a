import { Cancelled } from '../../base/failure.ts';
import {
  type Asked,
  checkModel,
  type ModelAnswer,
  type SearchOptions,
} from '../../checker/index.ts';
import type { ToolchainEvent } from '../../spin/toolchain.ts';
import type { JobTools } from '../jobs/jobs.ts';
import { telling } from '../jobs/telling.ts';
import { TOOL_STAGES } from '../run/run.ts';
import { definesOf, type ModelDocument, sourceOf } from './model-document.ts';
import type { ModelCheckView } from './model-view.ts';
import type { Searching } from './native-searches.ts';

const STAGES: typeof TOOL_STAGES = { ...TOOL_STAGES, search: 'Searching' };

/** The change that an event of the tools makes. */
export function ofTools(event: ToolchainEvent): Partial<ModelCheckView> {
  if (event.kind === 'download')
    return { download: { received: event.loadedBytes, total: event.totalBytes } };
  if (event.kind !== 'stage') return {};
  return { stage: STAGES[event.stage], download: undefined };
}

interface Posed {
  readonly document: ModelDocument;
  readonly asked: Asked;
  readonly options: SearchOptions;
  readonly searching: Searching;
  readonly now: () => number;
}

/** Checks a model by several searches; yields each one's outcome.
 * @throws {AsksForC} */
export async function* checking(
  { document, asked, options, searching, now }: Posed,
  tools: JobTools,
): AsyncGenerator<Partial<ModelCheckView>, void> {
  const startedAt = now();
  const { signal } = tools;
  let where: string | undefined;
  let results: ModelCheckView['results'] = [];
  let answer: ModelAnswer | undefined;
  yield* telling<Partial<ModelCheckView>>(async (tell) => {
    const onEvent = (event: ToolchainEvent): void => tell(ofTools(event));
    tell({ startedAt, stage: 'Reading the model' });
    const call = { signal, onProgress: onEvent };
    const { toolchain, memoryMB, note } = await searching(tools, document, call);
    where = note;
    answer = await checkModel(toolchain, sourceOf(document), asked, {
      ...options,
      memoryMB,
      signal,
      onEvent,
      name: document.name,
      preprocessing: definesOf(document).map((word) => `-D${word}`),
      onCheck: ({ what }) => tell({ now: what, progress: undefined }),
      onProgress: (progress) => tell({ progress, download: undefined }),
      onResult(result) {
        results = [...results, result];
        tell({ results });
      },
    });
  });
  yield {
    now: undefined,
    stage: undefined,
    download: undefined,
    progress: undefined,
    notes: [...(where === undefined ? [] : [where]), ...(answer?.notes ?? [])],
    seconds: (now() - startedAt) / 1000,
  };
  if (signal.aborted) throw new Cancelled();
}
