import * as v from 'valibot';
import { quietly, type TextStorage } from '../kept/page-storage.ts';
import { type ModelDocument, modelDocumentSchema } from './model-document.ts';
import type { ModelView } from './model-view.ts';

const KEY = 'overtime.models.1';

/** Models that are kept beside the one that is open, and their characters in all. */
const MOST_EARLIER = 20;
const MOST_TEXT = 1_500_000;

const keptSchema = v.object({
  isOpen: v.fallback(v.boolean(), false),
  document: v.fallback(v.optional(modelDocumentSchema), undefined),
  earlier: v.fallback(v.array(v.unknown()), []),
});

export type KeptModels = Pick<ModelView, 'isOpen' | 'document' | 'earlier'>;

/** Models of their own as they outlast the page: a tab goes on with its own, and a new one begins with the kernel, and
 * has what others wrote to open. */
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

  /** Whether all of it is kept now. */
  write({ isOpen, document, earlier }: KeptModels): boolean {
    const text = JSON.stringify({ isOpen, document, earlier });
    return [this.#tab, this.#shared]
      .map((storage) => quietly(() => (storage.setItem(KEY, text), true)) === true)
      .some(Boolean);
  }
}

function read(storage: TextStorage): KeptModels | undefined {
  const found = quietly((): unknown => JSON.parse(storage.getItem(KEY) ?? 'null'));
  const parsed = v.safeParse(keptSchema, found);
  if (!parsed.success) return undefined;
  const { document, earlier, isOpen } = parsed.output;
  const models = earlier.flatMap((one) => {
    const model = v.safeParse(modelDocumentSchema, one);
    return model.success ? [model.output] : [];
  });
  return { isOpen: isOpen && document !== undefined, document, earlier: models };
}

/** The models that are kept beside the one that is open, once another has taken a model's place. */
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
