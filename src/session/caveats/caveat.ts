import type { Span } from '../../base/span.ts';

/** What limits an answer, beside its status. */
export interface Caveat {
  /** Of its kind; there is one of each. */
  readonly id: string;
  /** `wrong`: the kernel itself is, so that its time says little. `warning`: the time is not what it seems.
   * `note`: what was left out of it. */
  readonly tone: 'wrong' | 'warning' | 'note';
  /** In a few words. */
  readonly words: string;
  /** What it means for the answer, and what to do about it. */
  readonly meaning: string;
  /** Where in the text it is. */
  readonly place?: Span | undefined;
}
