/** Numbers for what the text leaves open, by its name in its function. */
export class Choice {
  readonly taken = new Map<string, { readonly text: string; readonly value: number }>();
  /** The number of the so-manieth name; undefined when no more is chosen. */
  next: ((index: number) => number | undefined) | undefined;

  constructor(next: (index: number) => number | undefined) {
    this.next = next;
  }

  of(key: string, text: string): number | undefined {
    const known = this.taken.get(key);
    if (known !== undefined) return known.value;
    const value = this.next?.(this.taken.size);
    if (value !== undefined) this.taken.set(key, { text, value });
    return value;
  }
}
