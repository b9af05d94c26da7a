/** The place of a private array that loops index which are not wholly unrolled. */
export type Home =
  | { readonly kind: 'memory' }
  /** Registers, one of them chosen by comparing with each round that it may be, or by an index. */
  | { readonly kind: 'registers'; readonly comparisons: number };
