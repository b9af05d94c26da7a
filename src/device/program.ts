import type { Span } from '../base/span.ts';

/** A warp's work on a machine in one configuration, alike for all warps; whole cycles. */
export interface DeviceProgram {
  readonly steps: readonly DeviceStep[];
  /** Work-items of a group, warps of a group. */
  readonly items: number;
  readonly warps: number;
  /** Groups of the busiest unit: its share, rounded up. */
  readonly groups: number;
  /** Groups resident at once, and the limit on more. */
  readonly resident: number;
  readonly limit: 'groups' | 'warps' | 'items' | 'registers' | 'local memory';
  readonly registers: number;
  /** Registers spilled to memory. */
  readonly spilled: number;
  readonly localBytes: number;
}

export type DeviceStep = Segment | { readonly kind: 'barrier'; readonly place?: Span | undefined };

/** A part of a warp's way that it goes several times: it touches memory, waits for it, and computes.
 *
 * The memory part begins when the port of the unit is free, and takes it for `port` cycles; what goes to the second
 * cache takes that for `l2` cycles from then on; `latency` cycles after the later of the two it is done. The
 * arithmetic takes the scheduler for `issue` cycles, and is done after at least `chain`. */
export interface Segment {
  readonly kind: 'segment';
  readonly times: number;
  readonly port: number;
  readonly l2: number;
  readonly latency: number;
  readonly issue: number;
  readonly chain: number;
  /** Source places of its memory access and its arithmetic. */
  readonly place?: Span | undefined;
  readonly computes?: Span | undefined;
}
