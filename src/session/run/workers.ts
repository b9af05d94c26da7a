import type { Toolchain } from '../../spin/toolchain.ts';
import { VerifierPool } from '../../checker/index.ts';

/** The toolchains that runs are done with, and the verifiers they compile. Each toolchain has a worker of
 * its own, which starts when it is first needed. */
export class Workers {
  readonly pool = new VerifierPool();
  readonly #create: () => Toolchain;
  #searching: Toolchain | undefined;
  #simulating: Toolchain | undefined;
  #improving: Toolchain | undefined;

  constructor(create: () => Toolchain) {
    this.#create = create;
  }

  get searching(): Toolchain {
    return (this.#searching ??= this.#create());
  }

  /** For the simulations that fill the chart beside a search. */
  get simulating(): Toolchain {
    return (this.#simulating ??= this.#create());
  }

  /** Compiles better verifiers while searches are long. */
  get improving(): Toolchain {
    return (this.#improving ??= this.#create());
  }
}
