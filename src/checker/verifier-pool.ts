import type { Builds } from './builds.ts';

/** Models whose verifiers are kept: each is some megabytes of machine code. */
const MOST_MODELS = 16;

/** The verifiers of the models seen lately, in memory, so that a run with other numbers, or of a text
 * that was prepared while it was typed, starts with the search itself. */
export class VerifierPool {
  readonly #models = new Map<string, Builds>();

  /** The builds of a model, made by `create` where there are none. `key` tells models and the ways of
   * compiling them apart. */
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

  /** Whether there is a verifier of a model, so that a run of it needs no compiler. */
  hasVerifierOf(model: string): boolean {
    return [...this.#models].some(([key, { isMade }]) => isMade && key.endsWith(` ${model}`));
  }
}
