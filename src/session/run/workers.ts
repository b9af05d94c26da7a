import { lazy } from '../../base/lazy.ts';
import { VerifierPool } from '../../checker/index.ts';
import type { Toolchain } from '../../spin/toolchain.ts';

/** The runs' toolchains and verifiers. Each toolchain starts its own worker when first needed. */
export const createWorkers = (create: () => Toolchain) => ({
  pool: new VerifierPool(),
  searching: lazy(create),
  /** Simulations for the chart beside a search. */
  simulating: lazy(create),
  /** Compiles better verifiers while searches are long. */
  improving: lazy(create),
});

export type Workers = ReturnType<typeof createWorkers>;
