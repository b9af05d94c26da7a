import { lazy } from '../../base/lazy.ts';
import { VerifierPool } from '../../checker/index.ts';
import type { Toolchain } from '../../spin/toolchain.ts';

/** The toolchains that runs are done with, and the verifiers they compile. Each toolchain has a worker of
 * its own, which starts when it is first needed. */
export const createWorkers = (create: () => Toolchain) => ({
  pool: new VerifierPool(),
  searching: lazy(create),
  /** For the simulations that fill the chart beside a search. */
  simulating: lazy(create),
  /** Compiles better verifiers while searches are long. */
  improving: lazy(create),
});

export type Workers = ReturnType<typeof createWorkers>;
