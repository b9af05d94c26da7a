import type { Builds } from './builds.ts';

/** Models kept: each is megabytes of machine code. */
const MOST_MODELS = 16;

/** Recent verifiers in memory, so that new numbers or a prepared text start searching at once. */
export class VerifierPool {
  readonly #models = new Map<string, Builds>();

  /** A model's builds, created if missing. `key` identifies model and compilation. */
  buildsOf(key: string, create: () => Builds): Builds {
    const builds = this.#models.get(key) ?? create();
    this.#models.delete(key);
    this.#models.set(key, builds); // the last used is the last to go
    for (const old of this.#models.keys()) {
      if (this.#models.size <= MOST_MODELS) break;
      this.#models.delete(old);
    }
    return builds;
  }

  /** True if a run needs no compiler. */
  hasVerifierOf(model: string): boolean {
    return [...this.#models].some(([key, { isMade }]) => isMade && key.endsWith(` ${model}`));
  }
}
