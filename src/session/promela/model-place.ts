import type { History } from '../kept/history.ts';
import type { ModelDocument } from './model-document.ts';
import type { ModelView, Waiting } from './model-view.ts';
import type { Searching } from './native-searches.ts';

/** The models' owner, as checks and tunings need it. */
export interface ModelPlace {
  readonly history: History;
  readonly view: () => ModelView;
  readonly set: (change: Partial<ModelView>) => void;
  readonly isAllowed: (c: readonly string[]) => boolean;
  /** Where a model is searched. */
  readonly searching: Searching;
  /** Follows a job's steps; asks the user about C not allowed yet. */
  readonly asking: <Change>(
    what: Waiting,
    steps: AsyncIterable<Change>,
    failed: (error: unknown) => Change,
  ) => AsyncGenerator<Change, void>;
  /** The compiler is there by now. */
  readonly known: (document: ModelDocument) => void;
}
