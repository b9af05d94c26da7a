import { type Machine, memoryWidth } from './machine.ts';
import type { Tally } from './derive/tally.ts';

/** Floating-point operations of a machine a second, a product with its sum as two; NVIDIA and AMD count so. */
export const peakFlops = ({ units, schedulers, lanes, floating, clock }: Machine): number =>
  ((units * schedulers * lanes * 2) / floating) * clock * 1e9;

/** Things that a machine cannot do faster, whatever its model says. */
export const PEAKS = ['memory', 'arithmetic'] as const;
export type PeakOf = (typeof PEAKS)[number];

/** Cycles that a kernel needs at least. */
export interface Floor {
  readonly cycles: Readonly<Record<PeakOf, number>>;
  readonly least: number;
  readonly by: PeakOf;
}

/** The cycles that the machine's peak allows for what was counted: each distinct byte is moved once between memory and
 * the units, read or written, and each operation is done by some lane, all of them busy. */
export function floorOf({ read, written, flops }: Tally, machine: Machine): Floor {
  const memory = (read + written) / (memoryWidth(machine) * machine.units);
  const arithmetic = (flops / peakFlops(machine)) * machine.clock * 1e9;
  const by = memory >= arithmetic ? 'memory' : 'arithmetic';
  return { cycles: { memory, arithmetic }, least: Math.max(memory, arithmetic), by };
}
