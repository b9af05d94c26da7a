import { Cancelled } from '../../base/failure.ts';
import {
  type Asked,
  checkModel,
  type ModelAnswer,
  openModel,
  type SearchOptions,
} from '../../checker/index.ts';
import { embeddedCOf } from '../../promela/index.ts';
import type { CallOptions, Toolchain, ToolchainEvent } from '../../spin/toolchain.ts';
import type { JobTools } from '../jobs/jobs.ts';
import { telling } from '../jobs/telling.ts';
import { TOOL_STAGES } from '../run/run.ts';
import { definesOf, type ModelDocument, sourceOf } from './model-document.ts';
import type { ModelCheckView, ModelQuestion } from './model-view.ts';

/** The model's own C has not been allowed yet. */
export class AsksForC extends Error {
  readonly c: readonly string[];

  constructor(c: readonly string[]) {
    super('The model has C of its own.');
    this.c = c;
  }
}

/** The model's C after preprocessing, so that no macro hides it.
 * @throws {AsksForC} where the user has not let it run. */
export async function seeC(
  toolchain: Pick<Toolchain, 'preprocess'>,
  document: ModelQuestion,
  isAllowed: (c: readonly string[]) => boolean,
  call: CallOptions,
): Promise<void> {
  const { text } = await openModel(toolchain, sourceOf(document), call);
  const c = embeddedCOf(text);
  if (c.length > 0 && !isAllowed(c)) throw new AsksForC(c);
}

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
  readonly isAllowed: (c: readonly string[]) => boolean;
  readonly now: () => number;
}

/** Checks a model by several searches; yields each one's outcome.
 * @throws {AsksForC} */
export async function* checking(
  { document, asked, options, isAllowed, now }: Posed,
  { toolchain, memoryMB, signal }: JobTools,
): AsyncGenerator<Partial<ModelCheckView>, void> {
  const startedAt = now();
  let results: ModelCheckView['results'] = [];
  let answer: ModelAnswer | undefined;
  yield* telling<Partial<ModelCheckView>>(async (tell) => {
    const onEvent = (event: ToolchainEvent): void => tell(ofTools(event));
    tell({ startedAt, stage: 'Reading the model' });
    await seeC(toolchain, document, isAllowed, { signal, onProgress: onEvent });
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
    notes: answer?.notes ?? [],
    seconds: (now() - startedAt) / 1000,
  };
  if (signal.aborted) throw new Cancelled();
}
