import { sumOf } from '../../base/sum.ts';
import type { Machine } from '../machine.ts';

/** Published or observed rules of a compiler family; none is fitted to a time. */
export interface Compiler {
  /** Instruction limits for unrolling, requested and not. */
  readonly unrollAsked: number;
  /** The same, requested, where guards stand in the loop and no local memory is touched. */
  readonly unrollGuarded: number;
  readonly unrollUnasked: number;
  /** Instructions as these limits count them. */
  readonly counted: Counted;
  /** A loop beyond its limit is unrolled in part: as many rounds as divide it and fit. */
  readonly unrollsPartly: boolean;
  /** Reused loads stay in registers; otherwise loads follow the order of uses. */
  readonly holds: boolean;
  /** Arithmetic stored only under guards moves behind them, and its inputs are held. */
  readonly sinks: boolean;
  /** Guarded loads are waited for one by one, constants among them: clang 14 for gfx906 and gfx90a puts a scalar load
   * and its wait into each guarded block. */
  readonly guardedLoadsWait: boolean;
  /** Integer instructions per guard that is a branch. */
  readonly guard: number;
  /** An index that a loop moves chooses among the registers of so many of its rounds, and indexes arrays of so many
   * registers; other arrays that are indexed so go to memory. */
  readonly choosesRounds: number;
  readonly indexesRegisters: number;
  /** Conversions between integer and floating take the units of special functions (Nsight Compute, pipeline XU). */
  readonly convertsApart: boolean;
  /** An access is as wide as its type is aligned. */
  readonly aligns: boolean;
  /** Memory instructions issue beside arithmetic; integer and floating share slots. */
  readonly issuesBeside: boolean;
}

/** Instructions of an access, of an addition to a product, of any other. */
interface Counted {
  readonly access: Readonly<Record<'global' | 'constant' | 'local' | 'private', number>>;
  readonly floating: number;
  readonly other: number;
  /** Loads that a loop does not move are outside of it by then. */
  readonly hoisted: boolean;
}

/** LLVM for AMD GPUs: `-pragma-unroll-threshold` 16 x 1024, which loops with guards around loads from global memory are
 * not seen to be held to, `-unroll-threshold` 300; a load from global memory computes an address of 64 bits as well
 * (clang 14 counts five to eight instructions where it counts three for local memory); what exceeds a limit is unrolled
 * in part (LoopUnrollPass, computeUnrollCount); the execution mask is saved, changed and restored around a guard. The
 * limits of nvcc are not published: they are taken to be those of the LLVM that it is built on, with its boost of four
 * for what folds, and of its own code, where an address is part of its load and what a loop does not move is outside of
 * it. Arrays that stay in registers though a loop indexes them: LLVM's AMDGPUPromoteAlloca makes vectors of up to 16
 * elements; hardware counters published with times of KTT's Coulomb sum (CUDA, RTX 2080 Ti) show no local memory up to
 * 4 rounds, some at 8. */
export const COMPILERS: Readonly<Record<Machine['compiler'], Compiler>> = {
  predicates: {
    unrollAsked: 16 * 1024,
    unrollGuarded: 16 * 1024,
    unrollUnasked: 1200,
    counted: {
      access: { global: 1, constant: 1, local: 1, private: 1 },
      floating: 2,
      other: 1,
      hoisted: true,
    },
    unrollsPartly: false,
    holds: false,
    sinks: false,
    guardedLoadsWait: false,
    guard: 0,
    choosesRounds: 4,
    indexesRegisters: 0,
    convertsApart: true,
    aligns: true,
    issuesBeside: false,
  },
  branches: {
    unrollAsked: 16 * 1024,
    unrollGuarded: Infinity,
    unrollUnasked: 300,
    counted: {
      access: { global: 6, constant: 2, local: 3, private: 3 },
      floating: 2,
      other: 1,
      hoisted: false,
    },
    unrollsPartly: true,
    holds: true,
    sinks: true,
    guardedLoadsWait: true,
    guard: 4,
    choosesRounds: 0,
    indexesRegisters: 16,
    convertsApart: false,
    aligns: false,
    issuesBeside: true,
  },
};

/** Instructions of what is none by itself: a division of floats is a reciprocal with its refinement, functions go
 * to special units, and integers are divided by way of floats (CUDA C++ Programming Guide,
 * arithmetic instructions; LLVM's expansions for AMD). */
export const EXPANDED = { division: 8, integerDivision: 20 } as const;

/** Registers for addresses, counters and identifiers. */
export const USUAL_REGISTERS = 20;

/** Independent loads issued before the first wait. */
export const LOADS_TOGETHER = 8;

/** Reloads of spilled values for each wait: clang 14 has 0.47 waits for each (gfx906 and gfx90a, median of 42). */
export const RELOADS_TOGETHER = 2;

/** Integer instructions per loop round: counter and comparison. */
export const ROUND = 2;

/** The least that moves between the caches: a sector. */
export const SECTOR = 32;

/** Bytes that an instruction moves for a lane at most. */
export const WIDEST = 16;

/** Iterations of a loop that are told apart. */
export const MOST_ROUNDS = 32;

/** Instructions of one warp by the units that do them. */
export interface Instructions {
  readonly floating: number;
  readonly double: number;
  readonly special: number;
  readonly integer: number;
  readonly memory: number;
}

/** Scheduler cycles of the instructions of one warp: on units of their own, or one after the other. */
export function issueCycles(machine: Machine, instructions: Instructions): number {
  const { floating, double, special, integer, memory } = instructions;
  const compute = [
    floating * machine.floating,
    double * machine.double,
    special * machine.special,
    integer * machine.integer,
  ] as const;
  return COMPILERS[machine.compiler].issuesBeside
    ? sumOf(compute)
    : Math.max(floating + double + special + integer + memory * machine.memory, ...compute);
}
