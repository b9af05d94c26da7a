/** Terms of the derivation; some are off only in ablation tables. */
export interface Terms {
  /** The ports of memory are taken for a time. */
  readonly port: boolean;
  /** Loaded values stay in registers. */
  readonly reuse: boolean;
  /** Guards stop that. */
  readonly guards: boolean;
  /** Loads under other guards hit first-cache lines that one of them has fetched. */
  readonly neighbours: boolean;
  /** Banks and lines by lane addresses; otherwise by bytes only. */
  readonly addresses: boolean;
  /** Wide vectors are moved by several instructions. */
  readonly vectors: boolean;
  /** Half a warp at once where lanes ask for 8 bytes, a quarter where for 16. */
  readonly halves: boolean;
  /** Lanes that ask local memory for more than its width are served in turns. */
  readonly turns: boolean;
  /** A request takes a port of memory for a number of cycles at least. */
  readonly requests: boolean;
  /** A global load takes its scheduler until its units have an address for each lane. */
  readonly addressing: boolean;
  readonly latency: boolean;
  /** All items that read one address wait for each of its sectors. */
  readonly walks: boolean;
  /** Numbers are converted by the units of special functions. */
  readonly conversions: boolean;
  /** Results are waited for. */
  readonly dependence: boolean;
  /** Bytes from the second cache and from memory. */
  readonly bandwidth: boolean;
  /** Each store passes the first cache by itself. */
  readonly passing: boolean;
  /** Stores reach memory before a wave ends. */
  readonly stores: boolean;
  /** Groups that begin together wait for memory together, and sectors are shared by those that lie in them. */
  readonly sectors: boolean;
  /** Groups that run at the same time bring what they share once. */
  readonly abreast: boolean;
  /** Groups are given out one after the other. */
  readonly dispatch: boolean;
  /** Registers limit how many groups are resident. */
  readonly registers: boolean;
  readonly spills: boolean;
  /** Spilled values are reloaded for each use, and waited for. */
  readonly reloads: boolean;
  /** Private arrays that a loop indexes are in memory. */
  readonly indexing: boolean;
  /** Behaviour of the "branches" compilers. */
  readonly held: boolean;
  readonly sinking: boolean;
  readonly waiting: boolean;
  readonly unrolling: boolean;
  /** A loop too large to be unrolled wholly is unrolled in part. */
  readonly partly: boolean;
}

export const ALL_TERMS: Terms = {
  port: true,
  reuse: true,
  guards: true,
  neighbours: true,
  addresses: true,
  vectors: true,
  halves: true,
  turns: true,
  requests: true,
  addressing: true,
  latency: true,
  walks: true,
  conversions: true,
  dependence: true,
  bandwidth: true,
  passing: true,
  stores: true,
  sectors: true,
  abreast: true,
  dispatch: true,
  registers: true,
  spills: true,
  reloads: true,
  indexing: true,
  held: true,
  sinking: true,
  waiting: true,
  unrolling: true,
  partly: true,
};
