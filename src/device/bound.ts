import type { DeviceProgram } from './program.ts';

/** Limits on a unit's groups: memory port, second cache, schedulers, or waiting (latency). */
export const BOUNDS = ['port', 'l2', 'issue', 'latency'] as const;
export type BoundBy = (typeof BOUNDS)[number];

/** A lower bound on the time of a unit's groups. */
export interface DeviceBound {
  /** Cycles of all waves, if nothing else kept them. */
  readonly cycles: Readonly<Record<BoundBy, number>>;
  /** The largest of them, and whose it is. */
  readonly least: number;
  readonly by: BoundBy;
}

/** What bounds a program from below: in each wave the port, the second cache and the schedulers have to serve every
 * resident warp, and every warp has to go its own way, each wait after the other. The model's time is at least as long;
 * the share `least / time` says how well that one explains it. */
export function boundOf(
  program: DeviceProgram,
  { schedulers }: { readonly schedulers: number },
): DeviceBound {
  const { steps, warps: inGroup, resident, groups } = program;
  const together = Math.min(resident, groups);
  const waves = Math.ceil(groups / together);
  const warps = together * inGroup;
  /** Warps of the scheduler that has the most. */
  const ofScheduler = Math.ceil(warps / schedulers);
  const sum = { port: 0, l2: 0, issue: 0, latency: 0 };
  for (const step of steps) {
    if (step.kind === 'barrier') continue;
    const { times, port, l2, latency, issue, chain } = step;
    sum.port += times * port;
    sum.l2 += times * l2;
    sum.issue += times * issue;
    sum.latency += times * (Math.max(port, l2) + latency + Math.max(issue, chain));
  }
  const cycles = {
    port: waves * warps * sum.port,
    l2: waves * warps * sum.l2,
    issue: waves * ofScheduler * sum.issue,
    latency: waves * sum.latency,
  };
  const by = BOUNDS.reduce<BoundBy>(
    (most, one) => (cycles[one] > cycles[most] ? one : most),
    'port',
  );
  return { cycles, least: cycles[by], by };
}
