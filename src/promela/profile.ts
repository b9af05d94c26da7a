import { type Expr, num } from '../kernel/expr.ts';
import type { Space, Work } from '../kernel/ir.ts';
import { binary } from '../kernel/algebra.ts';

export type Semantics = 'published' | 'opencl';

/** How a semantics turns accesses into time. All that sets one apart from the other stands here and in
 * the group structure that `main` computes. */
export interface Profile {
  readonly semantics: Semantics;
  /** What a statement costs, by memory space; spaces that cost nothing are left out. */
  statementCost(work: Work): ReadonlyMap<Space, Expr>;
  /** Ticks that every phase takes beyond its cost: the published models wait until time is strictly
   * greater than the start plus the cost (Listing 8, line 3). */
  readonly extraTicks: 0 | 1;
  /** The published models take the start of a phase anew after every barrier but that at the end of an
   * iteration (Listing 8: line 18, but none after line 24), so the first phase of the next iteration is
   * counted from where the last phase of this one began. */
  readonly overlapsIterations: boolean;
}

/** As the paper's models count: a statement costs as much as its dearest access, and a store to local
 * memory is free (in Listing 8 the tile's store is part of its load; in Listing 15 only the read). */
const published: Profile = {
  semantics: 'published',
  extraTicks: 1,
  overlapsIterations: true,
  statementCost(work) {
    let dearest: { space: Space; ticks: Expr } | undefined;
    for (const { kind, space, ticks } of work.accesses) {
      if (kind === 'store' && space === 'local') continue;
      if (ticks.kind === 'number' && ticks.value === 0) continue;
      dearest = dearest
        ? {
            space: dearest.space === 'global' || space === 'global' ? 'global' : dearest.space,
            ticks: binary('max', dearest.ticks, ticks),
          }
        : { space, ticks };
    }
    return new Map(dearest ? [[dearest.space, dearest.ticks]] : []);
  },
};

/** Every access costs its time, one after the other. */
const opencl: Profile = {
  semantics: 'opencl',
  extraTicks: 0,
  overlapsIterations: false,
  statementCost(work) {
    const costs = new Map<Space, Expr>();
    for (const { space, ticks } of work.accesses) {
      if (ticks.kind === 'number' && ticks.value === 0) continue;
      costs.set(space, binary('+', costs.get(space) ?? num(0), ticks));
    }
    return costs;
  },
};

export const PROFILES: Readonly<Record<Semantics, Profile>> = { published, opencl };
