/** One job at a time, the latest: what starts ends the one before. A job is known by its signal. */
export class Latest {
  #controller: AbortController | undefined;

  /** The signal of a job that starts now, in the place of the former. */
  start(): AbortSignal {
    this.leave();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  /** Ends the job, which is the latest still: it may say how far it has come. */
  cancel(): void {
    this.#controller?.abort();
  }

  /** Ends the job, of which nothing more is wanted. */
  leave(): void {
    this.cancel();
    this.#controller = undefined;
  }

  /** Whether a job is the latest: none has taken its place, and it has not been left. */
  is(signal: AbortSignal): boolean {
    return this.#controller?.signal === signal;
  }
}
