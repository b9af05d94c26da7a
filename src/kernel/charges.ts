/** What makes the costs of a kernel, and what is taken where its text does not say. */
interface Charges {
  /** Operations that cost; those of indices show in the addresses that they make. */
  readonly operations: 'none' | 'all' | 'data';
  /** Accesses tell the bytes they touch; a signed index never wraps, as that is undefined. */
  readonly addresses: boolean;
  /** `#pragma unroll` is told. */
  readonly unrolls: boolean;
  /** Rounds of a loop that nobody counts; without, there is no cost. */
  readonly rounds?: number;
  /** Instructions of a call whose cost is in ticks. */
  readonly instructions?: number;
}

const TICKS = { addresses: false, unrolls: false } as const;

/** Ticks of accesses alone, of operations as well, and what a machine derives its time from. */
export const CHARGES = {
  accesses: { ...TICKS, operations: 'none' },
  operations: { ...TICKS, operations: 'all' },
  machine: { operations: 'data', addresses: true, unrolls: true, rounds: 16, instructions: 16 },
} as const satisfies Record<string, Charges>;

export type Charged = keyof typeof CHARGES;
export type { Charges };
