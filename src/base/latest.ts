/** One job at a time: a new one ends the previous. Jobs are known by their signals. */
export class Latest {
  #controller: AbortController | undefined;

  /** Signal of a new job that replaces the previous. */
  start(): AbortSignal {
    this.leave();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  /** Ends the job, which may still report its progress. */
  cancel(): void {
    this.#controller?.abort();
  }

  /** Ends the job, of which nothing more is wanted. */
  leave(): void {
    this.cancel();
    this.#controller = undefined;
  }

  /** True for the latest job, unless it was left. */
  is(signal: AbortSignal): boolean {
    return this.#controller?.signal === signal;
  }
}
