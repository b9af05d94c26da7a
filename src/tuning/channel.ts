/** A queue between a callback that produces and an async loop that consumes. */
export class Channel<T> implements AsyncIterable<T> {
  readonly #queue: T[] = [];
  #closed = false;
  #wake: (() => void) | undefined;

  push(value: T): void {
    this.#queue.push(value);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (;;) {
      const value = this.#queue.shift();
      if (value !== undefined) {
        yield value;
      } else if (this.#closed) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = undefined;
      }
    }
  }
}
