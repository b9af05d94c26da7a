import type { Constants } from '../platform/index.ts';

/** A configuration of the abstract kernel. */
export interface Tiling {
  readonly WG: number;
  readonly TS: number;
}

/** All tilings of a size: powers of two, WG from 4 and TS from 2 to half the size. */
export function tilings(size: number, leastGroup = 4): Tiling[] {
  const powers = (least: number): number[] => {
    const values: number[] = [];
    for (let value = least; value <= Math.floor(size / 2); value *= 2) values.push(value);
    return values;
  };
  return powers(leastGroup).flatMap((WG) => powers(2).map((TS) => ({ WG, TS })));
}

/** Ticks of the abstract kernel under the published semantics, derived by hand from the papers' text.
 *
 * A phase that began at t0 and costs c is over when time is strictly greater than t0 + c. The load of
 * the first tile begins with the pass, the local work of a tile after its first barrier, and the load
 * of any further tile is counted from where the local work before it began, so it is over with
 * whichever takes longer. The write begins afresh. A unit repeats all of it for its groups, once more
 * than it has groups unless it has but one, and for each group in WG / NWE passes. */
export function publishedAbstract(tiling: Tiling, constants: Constants): number {
  return Number(exactPublishedAbstract(tiling, constants));
}

/** Exact beyond a double's integers. */
export function exactPublishedAbstract(tiling: Tiling, constants: Constants): bigint {
  const { WG, TS } = inBigInts(tiling);
  const { size, ND, NU, NP, GMT, LMT } = inBigInts(constants);
  const load = GMT * TS + 1n;
  const compute = LMT * TS + 1n;
  const write = GMT + 1n;
  const pass = load + (size / TS - 1n) * (load > compute ? load : compute) + compute + write;
  const share = (groups: bigint, among: bigint): bigint => groups / among + (groups % among);
  const groups = share(share(size / WG, ND), NU);
  const rounds = groups === 1n ? 1n : groups + 1n;
  const passes = WG / (WG < NP ? WG : NP);
  return rounds * passes * pass;
}

const inBigInts = <Names extends string>(
  numbers: Readonly<Record<Names, number>>,
): Record<Names, bigint> =>
  Object.fromEntries(
    Object.entries<number>(numbers).map(([name, value]) => [name, BigInt(value)]),
  ) as Record<Names, bigint>;

/** OpenCL semantics for sizes that WG divides: the busiest unit's groups in sequence, each region
 * paced by the busiest element. */
export function openclAbstract(tiling: Tiling, constants: Constants): number {
  return Number(exactOpenclAbstract(tiling, constants));
}

/** The same to the last tick. */
export function exactOpenclAbstract(tiling: Tiling, constants: Constants): bigint {
  const { WG, TS } = inBigInts(tiling);
  const { size, ND, NU, NP, GMT, LMT, AT, BT, DT } = inBigInts(constants);
  const quotientUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;
  const items = quotientUp(WG, NP);
  // Arithmetic: `i < size / TS`, `++i`, `k < TS`, `++k`; each condition once more at the end.
  const load = items * (GMT * TS + LMT + 3n * AT) + BT;
  const compute = items * (TS * LMT + (2n * TS + 1n) * AT) + BT;
  const write = items * (GMT + 2n * AT);
  const group = DT + (size / TS) * (load + compute) + write;
  return quotientUp(size / WG, ND * NU) * group;
}

/** Minimum as published: groups in sequence, in passes of WG / NP elements, one reduction at the
 * end; TS is cut if a group has more than there is. */
export function publishedMinimum({ WG, TS }: Tiling, { size, NP, GMT }: Constants): number {
  const tile = Math.min(TS, Math.floor(size / WG));
  const groups = Math.floor(size / (WG * tile));
  const passes = Math.max(1, Math.floor(WG / NP));
  return groups * passes * (GMT * tile + 1) + (Math.min(WG, NP) - 1) + GMT;
}

/** Warps, for sizes that WG divides, with free arithmetic: q warps per scheduler, each paying d
 * sides of the branch (2 if mixed, 1 if not). */
export function warpsAbstract(tiling: Tiling, constants: Constants, d: 1 | 2): number {
  return Number(exactWarpsAbstract(tiling, constants, BigInt(d)));
}

/** Exact, for mixed warps by default. */
export function exactWarpsAbstract(tiling: Tiling, constants: Constants, d = 2n): bigint {
  const { WG, TS } = inBigInts(tiling);
  const { size, ND, NU, NS, WR, GMT, LMT, BT, DT } = inBigInts(constants);
  const quotientUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;
  const q = quotientUp(quotientUp(WG, WR), NS);
  const tile = q * (GMT * TS + LMT) + BT + q * d * TS * LMT + BT;
  const group = DT + (size / TS) * tile + q * GMT;
  return quotientUp(size / WG, ND * NU) * group;
}

/** The second paper's kernel, slips mended: each scheduler runs q warps of each group; each loads,
 * takes both sides and writes. */
export function fermiMended({ WG, TS }: Tiling, constants: Constants): number {
  const { size, NU, NS, WR, GMT } = constants;
  const q = WG / (WR * NS);
  return Math.ceil(size / WG / NU) * q * ((size / TS) * (GMT + 3) + GMT + 1);
}

/** Least time as printed, over all schedules: one load and iteration more than tiles, doubled if
 * groups outnumber multiprocessors. */
export function fermiPrinted({ WG, TS }: Tiling, constants: Constants): number {
  const { size, NU, NS, WR, GMT } = constants;
  const groups = size / WG;
  const rounds = groups <= NU ? 1 : 1 + Math.ceil(groups / NU);
  return rounds * (WG / (WR * NS)) * (2 * (GMT + 1) + 2 * (size / TS + 1));
}
