import * as v from 'valibot';
import { keepIn, keptIn, type TextStorage } from '../kept/page-storage.ts';
import { type ModelDocument, modelDocumentSchema } from './model-document.ts';
import type { ModelView } from './model-view.ts';

const KEY = 'overtime.models.1';

/** Models kept beside the open one, and their total characters. */
const MOST_EARLIER = 20;
const MOST_TEXT = 1_500_000;

const keptSchema = v.object({
  isOpen: v.fallback(v.boolean(), false),
  document: v.fallback(v.optional(modelDocumentSchema), undefined),
  earlier: v.fallback(v.array(v.unknown()), []),
});

export interface KeptModels extends Pick<ModelView, 'document' | 'earlier'> {
  /** The page was about the model, not the kernel. */
  readonly isOpen: boolean;
}

/** Keeps models: a tab goes on with its own; a new one starts with the kernel and can open other
 * tabs' models. */
export class ModelKeeper {
  readonly #shared: TextStorage;
  readonly #tab: TextStorage;

  constructor(shared: TextStorage, tab: TextStorage) {
    this.#shared = shared;
    this.#tab = tab;
  }

  load(): KeptModels {
    const tab = read(this.#tab);
    if (tab) return tab;
    const shared = read(this.#shared);
    return shared ? { ...shared, isOpen: false } : { isOpen: false, earlier: [] };
  }

  /** True once all of it is kept. */
  write({ isOpen, document, earlier }: KeptModels): boolean {
    const text = JSON.stringify({ isOpen, document, earlier });
    return [this.#tab, this.#shared].map((storage) => keepIn(storage, KEY, text)).some(Boolean);
  }
}

function read(storage: TextStorage): KeptModels | undefined {
  const kept = keptIn(storage, KEY, keptSchema);
  if (!kept) return undefined;
  const { document, earlier, isOpen } = kept;
  const models = earlier.flatMap((one) => {
    const model = v.safeParse(modelDocumentSchema, one);
    return model.success ? [model.output] : [];
  });
  return { isOpen: isOpen && document !== undefined, document, earlier: models };
}

/** The earlier models after another took one's place. */
export function withEarlier(
  earlier: readonly ModelDocument[],
  left: ModelDocument,
): readonly ModelDocument[] {
  const all = [left, ...earlier.filter(({ text }) => text !== left.text)].slice(0, MOST_EARLIER);
  let room = MOST_TEXT;
  return all.filter((model, at) => {
    room -= sizeOf(model);
    return at === 0 || room >= 0;
  });
}

const sizeOf = ({ text, files }: ModelDocument): number =>
  Object.values(files).reduce((sum, one) => sum + one.length, text.length);
