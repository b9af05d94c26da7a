import type { Span } from '../../base/span.ts';

/** A limit of an answer, beside its status. */
export interface Caveat {
  /** One of each kind. */
  readonly id: string;
  /** `wrong`: the kernel is. `warning`: the time misleads. `note`: something was left out. */
  readonly tone: 'wrong' | 'warning' | 'note';
  /** The answer holds only if it is so. */
  readonly isAssumed?: boolean;
  /** In a few words. */
  readonly words: string;
  /** Its meaning for the answer, and a remedy. */
  readonly meaning: string;
  /** Where in the text it is. */
  readonly place?: Span | undefined;
}
