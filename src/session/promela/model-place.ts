import type { History } from '../kept/history.ts';
import type { ModelDocument } from './model-document.ts';
import type { ModelView, Waiting } from './model-view.ts';

/** What checks and tunings of models need of what keeps the models. */
export interface ModelPlace {
  readonly history: History;
  readonly view: () => ModelView;
  readonly set: (change: Partial<ModelView>) => void;
  readonly trust: () => void;
  readonly isAllowed: (c: readonly string[]) => boolean;
  /** Goes along the steps of a job; of C that nobody has allowed the user is asked. */
  readonly asking: <Change>(
    what: Waiting,
    steps: AsyncIterable<Change>,
    failed: (error: unknown) => Change,
  ) => AsyncGenerator<Change, void>;
  /** The compiler is there by now. */
  readonly known: (document: ModelDocument) => void;
}
