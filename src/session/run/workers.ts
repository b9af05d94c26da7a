import { once } from '../../base/once.ts';
import { VerifierPool } from '../../checker/index.ts';
import type { Toolchain } from '../../spin/toolchain.ts';

/** The toolchains that runs are done with, and the verifiers they compile. Each toolchain has a worker of
 * its own, which starts when it is first needed. */
export const createWorkers = (create: () => Toolchain) => ({
  pool: new VerifierPool(),
  searching: once(create),
  /** For the simulations that fill the chart beside a search. */
  simulating: once(create),
  /** Compiles better verifiers while searches are long. */
  improving: once(create),
});

export type Workers = ReturnType<typeof createWorkers>;
