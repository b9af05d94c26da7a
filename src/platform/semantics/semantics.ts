import type { Expr } from '../../kernel/expr.ts';
import type { Space, Work } from '../../kernel/ir.ts';
import type { ConstantName } from '../../base/constants.ts';
import type { Erratum } from './errata.ts';
import type { LayoutRules, Shape } from '../layout.ts';

/** What a semantics has no model for, in words. */
export interface Lack {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** One way of counting time, and all that sets it apart from the others. */
export interface Semantics {
  readonly id: string;
  /** As a choice, and within a sentence. */
  readonly label: string;
  readonly inSentence: string;
  /** What it does, where it is chosen. */
  readonly help: string;
  /** What is wrong in the publication that it follows, to be said beside a result. */
  readonly errata?: readonly Erratum[];
  /** The constants that the page has fields for. */
  readonly constants: readonly ConstantName[];

  /** What a statement costs, by memory space; spaces that cost nothing are left out. */
  statementCost(work: Work): ReadonlyMap<Space, Expr>;
  /** How the costs of several accesses of one statement become one. */
  readonly joinsCosts: '+' | 'max';
  /** How accesses are counted, in a sentence of the editor's. */
  readonly costRule: string;
  /** Ticks that every phase takes beyond its cost: the published models wait until time is strictly
   * greater than the start plus the cost (Listing 8, line 3). */
  readonly extraTicks: 0 | 1;
  /** The published models take the start of a phase anew after every barrier but that at the end of an
   * iteration (Listing 8: line 18, but none after line 24), so the first phase of the next iteration is
   * counted from where the last phase of this one began. */
  readonly overlapsIterations: boolean;
  /** The constant that says how long a dispatch takes, and a barrier after its last arrival; none where
   * they take no time. */
  readonly dispatchTicks?: ConstantName;
  readonly barrierTicks?: ConstantName;

  /** Whether an element runs all its items of a group, the code between two barriers for one after the
   * other. Otherwise it makes passes over the kernel, each as the item of its own number. */
  readonly runsItems: boolean;
  /** Whether an element is a scheduler of warps: it runs one warp after the other, all of whose lanes execute
   * everything together. Otherwise its items are on their own. */
  readonly runsWarps: boolean;
  /** Whether every item pays both sides of a branch, whatever its condition. */
  readonly paysBothSides?: boolean;
  /** Whether a kernel that ends in a reduction is run as one (see `asReduction`). */
  readonly runsReductions: boolean;
  /** Why a barrier of all groups has no model, and costs that depend on the group; none where they have. */
  readonly noGlobalBarrier?: Lack;
  readonly noGroups?: Lack;
  layout(shape: Shape): LayoutRules;
}
