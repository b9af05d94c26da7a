import { Cancelled } from '../../base/failure.ts';
import { Latest } from '../../base/latest.ts';
import { messageOf } from '../../base/message.ts';
import { lazy } from '../../base/lazy.ts';
import type { ProgramsMaker } from '../../checker/index.ts';
import type { Toolchain } from '../../spin/toolchain.ts';

/** How far a job has come. */
export interface JobView {
  readonly phase: 'none' | 'running' | 'ended' | 'cancelled' | 'failed';
  /** Why it has failed. */
  readonly message?: string;
}

/** What a job works with. */
export interface JobTools {
  readonly toolchain: Toolchain;
  /** The most memory a verifier may use, in MB. */
  readonly memoryMB: number;
  readonly programs?: ProgramsMaker | undefined;
  readonly signal: AbortSignal;
}

/** What the tools of a job are made of. */
interface SideJobTools {
  readonly toolchain: () => Toolchain;
  readonly memoryMB: () => number;
  readonly programs?: ProgramsMaker | undefined;
}

/** A job beside the runs, in a worker of its own. There is one at a time: the next takes its place. */
export class SideJob<View extends JobView> {
  readonly #toolchain: () => Toolchain;
  readonly #memoryMB: () => number;
  readonly #programs: ProgramsMaker | undefined;
  readonly #none: View;
  readonly #publish: (view: View) => void;
  readonly #latest = new Latest();

  /** @param none what is shown where there is no job. */
  constructor(
    { toolchain, memoryMB, programs }: SideJobTools,
    none: View,
    publish: (view: View) => void,
  ) {
    this.#toolchain = lazy(toolchain);
    this.#memoryMB = memoryMB;
    this.#programs = programs;
    this.#none = none;
    this.#publish = publish;
  }

  /** Ends the job, which says then how far it came. */
  cancel(): void {
    this.#latest.cancel();
  }

  /** What the job is of is no longer what is set. */
  forget(): void {
    this.#latest.leave();
    this.#publish(this.#none);
  }

  /** Shows what a job found earlier, in place of what there is. */
  show(view: View): void {
    this.#latest.leave();
    this.#publish(view);
  }

  /** Does a job, and publishes every change of its view. Never rejects; what goes wrong is published. */
  async start(
    begun: Partial<View>,
    steps: (tools: JobTools) => AsyncIterable<Partial<View>>,
  ): Promise<void> {
    const signal = this.#latest.start();
    let view: View = { ...this.#none, ...begun };
    const show = (change: Partial<View> | JobView): void => {
      if (!this.#latest.is(signal)) return;
      view = { ...view, ...change };
      this.#publish(view);
    };
    show({ phase: 'running' });
    try {
      const tools = {
        toolchain: this.#toolchain(),
        memoryMB: this.#memoryMB(),
        programs: this.#programs,
        signal,
      };
      for await (const change of steps(tools)) show(change);
      show({ phase: 'ended' });
    } catch (error) {
      if (error instanceof Cancelled || signal.aborted) show({ phase: 'cancelled' });
      else show({ phase: 'failed', message: messageOf(error) });
    }
  }
}
