/** What the derivation counts. All of it, but where a table shows what each term is worth. */
export interface Terms {
  /** The ports of memory are taken for a time. */
  readonly port: boolean;
  /** What is loaded once is kept in registers. */
  readonly reuse: boolean;
  /** Guards stop that. */
  readonly guards: boolean;
  /** Banks and lines by the addresses of the lanes; else every access takes what its bytes take. */
  readonly addresses: boolean;
  readonly latency: boolean;
  /** Results are waited for. */
  readonly dependence: boolean;
  /** Bytes from the second cache and from memory. */
  readonly bandwidth: boolean;
  /** Registers limit how many groups are resident. */
  readonly registers: boolean;
  readonly spills: boolean;
  /** What the compilers of the family "branches" do besides. */
  readonly held: boolean;
  readonly sinking: boolean;
  readonly waiting: boolean;
  readonly unrolling: boolean;
}

export const ALL_TERMS: Terms = {
  port: true,
  reuse: true,
  guards: true,
  addresses: true,
  latency: true,
  dependence: true,
  bandwidth: true,
  registers: true,
  spills: true,
  held: true,
  sinking: true,
  waiting: true,
  unrolling: true,
};
