import type { SessionEnvironment } from '../environment.ts';
import { ModelChecker, type Problem } from '../../checker/index.ts';
import type { Workers } from './workers.ts';

/** Milliseconds without an edit before the verifier is prepared. */
const PAUSE = 300;

export interface PreparationPort extends Pick<SessionEnvironment, 'pause'> {
  readonly memoryMB: () => number;
  readonly workers: Pick<Workers, 'searching' | 'pool'>;
}

/** Gets the verifier of what is on the page ready once edits pause: by then a run need not wait for SPIN
 * and the compiler. */
export class Preparation {
  readonly #port: PreparationPort;
  #key: string | undefined;
  #controller: AbortController | undefined;

  constructor(port: PreparationPort) {
    this.#port = port;
  }

  /** This is on the page now. What is wrong with it the run will say. */
  see(problem: Problem): void {
    const { level, text } = problem.model;
    const key = `${level} ${text}`;
    if (this.#key === key) return;
    this.#key = key;
    this.#controller?.abort();
    this.#controller = new AbortController();
    this.#prepare(problem, this.#controller.signal).catch(() => undefined);
  }

  async #prepare(problem: Problem, signal: AbortSignal): Promise<void> {
    const { workers, memoryMB, pause } = this.#port;
    await pause(PAUSE, signal);
    if (signal.aborted) return;
    const options = { memoryMB: memoryMB(), pool: workers.pool };
    const checker = new ModelChecker(workers.searching, problem, options);
    await checker.prepare(signal);
  }
}
