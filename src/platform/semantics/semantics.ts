import type { Expr } from '../../front/expr.ts';
import type { Space, Work } from '../../kernel/ir.ts';
import type { ConstantName } from '../../base/constants.ts';
import type { Erratum } from './errata.ts';
import type { LayoutRules, Shape } from '../layout.ts';

/** Something without a model, in words. */
export interface Lack {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** One way of counting time, with all that sets it apart. */
export interface Semantics {
  readonly id: string;
  readonly label: string;
  /** The machine that counts time so. */
  readonly machineLabel: string;
  readonly inSentence: string;
  readonly help: string;
  /** Errors of its publication, told beside a result. */
  readonly errata?: readonly Erratum[];
  /** The constants that count, and that the page has fields for. */
  readonly constants: readonly ConstantName[];
  /** A real machine says the others. */
  readonly onMachine?: boolean;
  /** The examples it was published for; any kernel where there are none. */
  readonly meantFor?: readonly string[];
  /** It is the model of `meantFor` alone. */
  readonly ofOneKernel?: boolean;
  /** Its quirks are told beside an answer. */
  readonly isOdd?: boolean;

  /** Its model's source: the kernel's steps, programs of warps, or a paper's listings. */
  readonly madeOf: 'steps' | 'programs' | 'listings';
  /** The level it is tuned at where nobody chooses. */
  readonly usualLevel?: 'free' | 'accelerated';
  /** Its processes must interleave, or must not, and why. */
  readonly interleaving?: { readonly is: boolean; readonly otherwise: Lack };
  /** An element's way to its work-items; none where the layout does not say. */
  readonly spread?: 'lanes' | 'strided' | 'handed out';

  /** A statement's costs by memory space, without those that are 0. */
  statementCost(work: Work): ReadonlyMap<Space, Expr>;
  /** Joins the costs of one statement's accesses. */
  readonly joinsCosts: '+' | 'max';
  /** A sentence for the editor. */
  readonly costRule: string;
  /** Ticks of every phase beyond its cost: published models wait until time exceeds start plus cost (Listing 8,
   * line 3). */
  readonly extraTicks: 0 | 1;
  /** Published models take a phase's start anew after every barrier but the last of an iteration (Listing 8: line
   * 18, not 24), so the next iteration's first phase counts from there. */
  readonly overlapsIterations: boolean;
  /** The constants for a dispatch, and for a barrier after its last arrival; none where they take no time. */
  readonly dispatchTicks?: ConstantName;
  readonly barrierTicks?: ConstantName;

  /** An element runs all its items between two barriers, else makes passes as the item of its number. */
  readonly runsItems: boolean;
  /** An element schedules warps, whose lanes execute together. */
  readonly runsWarps: boolean;
  /** Every item pays both sides of a branch. */
  readonly paysBothSides?: boolean;
  /** A kernel that ends in a reduction runs as one (see `asReduction`). */
  readonly runsReductions: boolean;
  /** Without a model: a barrier of all groups, costs that depend on the group. */
  readonly noGlobalBarrier?: Lack;
  readonly noGroups?: Lack;
  layout(shape: Shape): LayoutRules;
}
