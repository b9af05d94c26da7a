/** Chooses numbers for names that the host's text leaves open. */
export class Choice {
  /** By function and name, in the order in which they were met. */
  readonly chosen = new Map<string, { readonly text: string; readonly value: number }>();
  /** The number for the name that is met next; undefined leaves it open. */
  next: ((index: number) => number | undefined) | undefined;

  constructor(next: (index: number) => number | undefined) {
    this.next = next;
  }

  of(key: string, text: string): number | undefined {
    const known = this.chosen.get(key);
    if (known !== undefined) return known.value;
    const value = this.next?.(this.chosen.size);
    if (value !== undefined) this.chosen.set(key, { text, value });
    return value;
  }
}
