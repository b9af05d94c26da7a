/** A real machine as the device semantics knows it: what a data sheet says of one compute unit, and latencies
 * that were measured for the public. Nothing of it is fitted to the times of a kernel. Cycles are those of the
 * unit's clock; bandwidths are bytes a cycle of one unit. */
export interface Machine {
  /** Compute units of the device. */
  readonly units: number;
  /** Schedulers of a unit (the second paper's dispatchers), and lanes of a warp. */
  readonly schedulers: number;
  readonly lanes: number;
  /** GHz. */
  readonly clock: number;
  /** Cycles of a scheduler for one instruction of a warp: floating point, integer, and memory (0: issued beside
   * the arithmetic). */
  readonly floating: number;
  readonly integer: number;
  readonly memory: number;
  /** Cycles until the result of an arithmetic instruction can be used. */
  readonly dependent: number;
  /** What is resident on a unit at most. */
  readonly residentItems: number;
  readonly residentWarps: number;
  readonly residentGroups: number;
  /** Bytes of local memory of a unit. */
  readonly localBytes: number;
  /** Registers of 32 bits of a unit, what one item may have of them, and the step in which they are given. */
  readonly registers: number;
  readonly registersOfItem: number;
  readonly registerStep: number;
  /** The first cache: bytes a cycle of its port, bytes of a line, bytes in all, latency in cycles. */
  readonly l1Width: number;
  readonly line: number;
  readonly l1Bytes: number;
  readonly l1Latency: number;
  /** The port of local memory: bytes a cycle, latency in cycles. */
  readonly localWidth: number;
  readonly localLatency: number;
  /** The second cache: bytes a cycle for one unit, bytes in all, latency in cycles. */
  readonly l2Width: number;
  readonly l2Bytes: number;
  readonly l2Latency: number;
  /** Memory: GB/s of the device, latency in cycles. */
  readonly bandwidth: number;
  readonly memoryLatency: number;
  /** What its compiler does: guards become predicates of instructions, or branches. */
  readonly compiler: 'predicates' | 'branches';
  /** Iterations that its compiler runs together of a loop whose count it does not know. */
  readonly unroll: number;
}

/** Bytes a cycle that a unit has of the memory's bandwidth. */
export const memoryWidth = ({ bandwidth, clock, units }: Machine): number =>
  bandwidth / clock / units;
