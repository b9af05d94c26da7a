/** A real machine as the device semantics knows it: what a data sheet says of one compute unit, and latencies
 * that were measured for the public. Nothing of it is fitted to the times of a kernel. Cycles are those of the
 * unit's clock; bandwidths are bytes a cycle of one unit. */
export interface Machine {
  /** Compute units of the device. */
  readonly units: number;
  /** Schedulers per unit (the second paper's dispatchers), and lanes per warp. */
  readonly schedulers: number;
  readonly lanes: number;
  /** GHz. */
  readonly clock: number;
  /** Scheduler cycles per warp instruction: floating point of single and of double precision, special functions,
   * integer, memory (0: issued beside arithmetic). */
  readonly floating: number;
  readonly double: number;
  readonly special: number;
  readonly integer: number;
  readonly memory: number;
  /** Scheduler cycles more for a load from global memory whose lanes have addresses of their own. */
  readonly addressing: number;
  /** Cycles until a result can be used. */
  readonly dependent: number;
  /** Maximum residents of a unit. */
  readonly residentItems: number;
  readonly residentWarps: number;
  readonly residentGroups: number;
  /** Groups that the device gives out to its units in a cycle. */
  readonly dispatch: number;
  /** Bytes of local memory of a unit. */
  readonly localBytes: number;
  /** 32-bit registers of a unit, an item's limit, and allocation step. */
  readonly registers: number;
  readonly registersOfItem: number;
  readonly registerStep: number;
  /** Cycles of a memory port for each request of a warp, at least. */
  readonly request: number;
  /** First cache: bytes per cycle, line, size in bytes, latency in cycles. */
  readonly l1Width: number;
  readonly line: number;
  readonly l1Bytes: number;
  readonly l1Latency: number;
  /** Local memory: bytes per cycle, latency in cycles. */
  readonly localWidth: number;
  readonly localLatency: number;
  /** Second cache: bytes per cycle and unit, size in bytes, latency in cycles. */
  readonly l2Width: number;
  readonly l2Bytes: number;
  readonly l2Latency: number;
  /** Memory: GB/s of the device, latency in cycles. */
  readonly bandwidth: number;
  readonly memoryLatency: number;
  /** The compiler turns guards into predicates or branches. */
  readonly compiler: 'predicates' | 'branches';
  /** Iterations unrolled if the count is unknown. */
  readonly unroll: number;
}

/** A unit's share of memory bandwidth, in bytes per cycle. */
export const memoryWidth = ({ bandwidth, clock, units }: Machine): number =>
  bandwidth / clock / units;
