/** One of the inputs that a program is run with. */
export interface Trial {
  readonly number: number;
  /** In words, where somebody has to know to understand a finding: `where n is 1`. */
  readonly words: string | undefined;
  /** Arguments nobody stated have the values that are likely. */
  readonly isUsual: boolean;
}

/** Where a finding was made: what has to be run again to see it. */
export interface Sighting {
  readonly trial: Trial;
  readonly groups: readonly number[];
  /** Set where items ran in another order than usual: which of `orders`, and the instructions before which they
   * stopped. */
  readonly turned?: { readonly order: number; readonly yieldsAt: readonly number[] } | undefined;
}
