import { messageOf } from '../../base/message.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import { Cancelled } from '../../base/failure.ts';

/** How far a job has come. */
export interface JobView {
  readonly phase: 'none' | 'running' | 'ended' | 'cancelled' | 'failed';
  /** Why it has failed. */
  readonly message?: string;
}

export interface JobPort<View> {
  /** A toolchain with a worker of its own. */
  readonly toolchain: () => Toolchain;
  /** The most memory a verifier may use now, in MB. */
  readonly memoryMB: () => number;
  readonly publish: (view: View) => void;
}

/** What a job works with. */
export interface JobTools {
  readonly toolchain: Toolchain;
  readonly memoryMB: number;
  readonly signal: AbortSignal;
}

/** A job beside the runs, in a worker of its own. There is one at a time: the next takes its place. */
export class SideJob<View extends JobView> {
  readonly #port: JobPort<View>;
  readonly #none: View;
  #toolchain: Toolchain | undefined;
  #controller: AbortController | undefined;

  /** @param none what is shown where there is no job. */
  constructor(port: JobPort<View>, none: View) {
    this.#port = port;
    this.#none = none;
  }

  /** Ends the job, which says then how far it came. */
  cancel(): void {
    this.#controller?.abort();
  }

  /** What the job is of is no longer what is set. */
  forget(): void {
    this.cancel();
    this.#controller = undefined;
    this.#port.publish(this.#none);
  }

  /** Does a job, and publishes every change of its view. Never rejects; what goes wrong is published. */
  protected async perform(
    begun: Partial<View>,
    steps: (tools: JobTools) => AsyncIterable<Partial<View>>,
  ): Promise<void> {
    this.cancel();
    const controller = new AbortController();
    this.#controller = controller;
    const { signal } = controller;
    const { toolchain, memoryMB, publish } = this.#port;
    let view: View = { ...this.#none, ...begun };
    const show = (change: Partial<View> | JobView): void => {
      if (this.#controller !== controller) return;
      view = { ...view, ...change };
      publish(view);
    };
    show({ phase: 'running' });
    try {
      this.#toolchain ??= toolchain();
      const tools = { toolchain: this.#toolchain, memoryMB: memoryMB(), signal };
      for await (const change of steps(tools)) show(change);
      show({ phase: 'ended' });
    } catch (error) {
      if (error instanceof Cancelled || signal.aborted) show({ phase: 'cancelled' });
      else show({ phase: 'failed', message: messageOf(error) });
    }
  }
}
