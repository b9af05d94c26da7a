import type { Span } from '../base/span.ts';
import type { Constraint, Parameter } from '../front/configurations.ts';
import { mentions } from '../front/algebra.ts';
import type { Expr } from '../front/expr.ts';
import type { Language } from '../front/language.ts';
import type { Geometry } from './geometry.ts';

/** Memory spaces (OpenCL 3.0, section 3.3); `constant` counts as global. */
export type Space = 'global' | 'local' | 'private';

/** May cost time: a load, a store, a priced call, or a statement's arithmetic, which is of the
 * private space. */
export interface Access {
  readonly kind: 'load' | 'store' | 'call' | 'arithmetic';
  readonly space: Space;
  /** Name of the array or the function, as written. */
  readonly name: string;
  /** Ticks this access takes, once. */
  readonly ticks: Expr;
  readonly span: Span;
  /** Memory touched and kinds of arithmetic, where lowering was asked for `accesses`. */
  readonly touched?: Touched;
  readonly operations?: Operations;
}

/** The array, and the part of it, that a load or store touches; of private memory, an element of an array. */
export interface Touched {
  /** The same for the same array alone. */
  readonly array: string;
  readonly memory: 'global' | 'constant' | 'local' | 'private';
  /** Bytes that a work-item touches. */
  readonly bytes: number;
  /** Its address is a multiple of this, where that is less than its bytes. */
  readonly aligned?: number | undefined;
  /** Bytes from the start of the array; absent where not followed. */
  readonly address?: Expr | undefined;
  /** The address hangs on what another load brings. */
  readonly waits?: boolean;
  readonly atomic?: boolean;
}

/** Operations of a statement by kind. A product added to something is one operation with the sum
 * (OpenCL C 3.0, section 6.13.2, FP_CONTRACT); those that only make an index or decide a derived
 * condition are left out. */
export interface Operations {
  /** Of single precision or less, and of double. */
  readonly floating: number;
  readonly double: number;
  /** Sums and differences that go with a product: no operation of their own. */
  readonly contracted: number;
  /** Floating-point divisions, and functions such as sqrt and exp. */
  readonly division: number;
  readonly function: number;
  readonly integer: number;
  readonly integerDivision: number;
  /** Whole numbers made floating, and floating ones whole. */
  readonly conversion: number;
}

/** A private variable or array element, computed from its old value. */
export interface Carried {
  readonly variable: string;
  readonly index: Expr;
}

/** A timed statement or part of one. The semantics add up its accesses: OpenCL sums them, the
 * published models take the dearest. */
export interface Work {
  readonly kind: 'work';
  readonly accesses: readonly Access[];
  readonly span: Span;
  readonly carried?: Carried;
}

/** `'local'` joins the work-items of a group, `'global'` all of them. */
export interface Barrier {
  readonly kind: 'barrier';
  readonly scope: 'local' | 'global';
  readonly span: Span;
}

export interface Loop {
  readonly kind: 'loop';
  /** Iterations, none if at most 0; may mention work-item identifiers. */
  readonly trips: Expr;
  /** Names the iteration number (0 to `trips - 1`) in `body`; unique in the kernel. */
  readonly index?: string;
  readonly body: Block;
  /** From `#pragma unroll`: all iterations, or so many together. */
  readonly unroll?: Expr | 'all';
  /** The head of the loop: `for (...)`. */
  readonly span: Span;
}

export interface Branch {
  readonly kind: 'branch';
  /** Non-zero takes `then`. */
  readonly condition: Expr;
  /** All work-items of a group are bound to take the same side. */
  readonly uniform: boolean;
  readonly then: Block;
  readonly otherwise: Block;
  readonly span: Span;
}

/** The work-item is done: an early `return`. */
export interface Return {
  readonly kind: 'return';
  readonly span: Span;
}

export type Node = Work | Barrier | Loop | Branch | Return;
export type Block = readonly Node[];

/** Every node of a block, outer ones first. */
export function* nodesIn(block: Block): Generator<Node> {
  // No recursion: a chain of else if may be long.
  const left = block.toReversed();
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    yield node;
    if (node.kind === 'branch')
      left.push(...node.otherwise.toReversed(), ...node.then.toReversed());
    if (node.kind === 'loop') left.push(...node.body.toReversed());
  }
}

export function contains(block: Block, kind: Node['kind']): boolean {
  for (const node of nodesIn(block)) if (node.kind === kind) return true;
  return false;
}

/** Those of the node alone, not of nodes inside it. */
export function expressionsOf(node: Node): readonly Expr[] {
  if (node.kind === 'work')
    return [
      ...node.accesses.flatMap(({ ticks, touched }) =>
        touched?.address === undefined ? [ticks] : [ticks, touched.address],
      ),
      ...(node.carried === undefined ? [] : [node.carried.index]),
    ];
  if (node.kind === 'loop') return [node.trips];
  return node.kind === 'branch' ? [node.condition] : [];
}

export interface LocalArray {
  readonly name: string;
  /** Number of elements. */
  readonly elements: Expr;
  /** Bytes per element, where its type has a size. */
  readonly bytes?: number;
  readonly span: Span;
}

/** The cost IR of one kernel. */
export interface Kernel {
  readonly language: Language;
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly constraints: readonly Constraint[];
  /** Number of work-items in all. */
  readonly items: Expr;
  /** Work-items in a group: `WG` or `#pragma tuner local_size`, multiplied over dimensions. */
  readonly localSize: Expr;
  /** `__local` arrays of known size; together they must fit LM. */
  readonly localArrays: readonly LocalArray[];
  /** Private memory kept beyond a statement, in 32-bit words. */
  readonly kept: readonly LocalArray[];
  /** Registers per work-item, where a pragma gives them. */
  readonly registers?: Expr;
  readonly geometry: Geometry;
  readonly body: Block;
  /** Name of the function in the text. */
  readonly span: Span;
}

/** True if any expression below mentions the name. */
export function blockMentions(block: Block, name: string): boolean {
  for (const node of nodesIn(block))
    if (expressionsOf(node).some((expr) => mentions(expr, name))) return true;
  return false;
}
