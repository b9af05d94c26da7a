import type { Span } from '../base/span.ts';
import type { Expr } from './expr.ts';
import type { Geometry } from './geometry.ts';

/** Memory spaces of OpenCL C (OpenCL 3.0 specification, section 3.3); `constant` counts as global. */
export type Space = 'global' | 'local' | 'private';

/** One thing in a statement that may cost time: a load, a store, a call with a cost of its own, or all its
 * operations of arithmetic together, which are of the private space. */
export interface Access {
  readonly kind: 'load' | 'store' | 'call' | 'arithmetic';
  readonly space: Space;
  /** Name of the array or the function, as written. */
  readonly name: string;
  /** Ticks this access takes, once. */
  readonly ticks: Expr;
  readonly span: Span;
  /** What memory it touches, and what its arithmetic is, where lowering was asked for `accesses`. */
  readonly touched?: Touched;
  readonly operations?: Operations;
}

/** Which part of which array a load or a store touches. */
export interface Touched {
  /** The same for the same array alone. */
  readonly array: string;
  readonly memory: 'global' | 'constant' | 'local';
  /** Bytes that a work-item touches. */
  readonly bytes: number;
  /** In bytes from the start of the array; absent where it depends on what is not followed. */
  readonly address?: Expr | undefined;
  /** The address hangs on what another load brings. */
  readonly waits?: boolean;
  readonly atomic?: boolean;
}

/** How many operations of each kind a statement has. A product that is added to something is one operation
 * with the sum (OpenCL C 3.0, section 6.13.2, FP_CONTRACT); those that only make an index or decide a derived
 * condition are not among them. */
export interface Operations {
  readonly floating: number;
  /** Divisions of floating-point numbers, and functions such as sqrt and exp. */
  readonly division: number;
  readonly function: number;
  readonly integer: number;
  readonly integerDivision: number;
}

/** A private variable, or an element of a private array, that a statement computes from what it was. */
export interface Carried {
  readonly variable: string;
  readonly index: Expr;
}

/** A statement (or the part of one) that takes time. How the costs of its accesses add up is the
 * business of the semantics: OpenCL sums them, the published models take the dearest. */
export interface Work {
  readonly kind: 'work';
  readonly accesses: readonly Access[];
  readonly span: Span;
  readonly carried?: Carried;
}

/** `scope: 'local'` joins the work-items of one work-group, `'global'` those of all. */
export interface Barrier {
  readonly kind: 'barrier';
  readonly scope: 'local' | 'global';
  readonly span: Span;
}

export interface Loop {
  readonly kind: 'loop';
  /** Number of iterations; at most 0 means none. May mention work-item identifiers. */
  readonly trips: Expr;
  /** Name under which `body` sees the iteration number 0, 1, ... `trips - 1` (see `Expr`), where it
   * is mentioned there. The name is unique in the kernel. */
  readonly index?: string;
  readonly body: Block;
  /** What `#pragma unroll` before it asks for: all of it, or so many iterations together. */
  readonly unroll?: Expr | 'all';
  /** The head of the loop: `for (...)`. */
  readonly span: Span;
}

export interface Branch {
  readonly kind: 'branch';
  /** Non-zero takes `then`. */
  readonly condition: Expr;
  /** True when all work-items of a group are bound to take the same side. */
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

/** Every node of a block, each before those inside of it. */
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

/** True if a node of the kind is anywhere in a block. */
export function contains(block: Block, kind: Node['kind']): boolean {
  for (const node of nodesIn(block)) if (node.kind === kind) return true;
  return false;
}

/** The expressions of one node, without those of the nodes inside of it. */
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

/** The values a tuning parameter may take. Bounds are expressions over platform constants and size. */
export type Domain =
  /** low, 2 low, 4 low, ... up to high */
  | { readonly kind: 'pow2'; readonly low: Expr; readonly high: Expr }
  | { readonly kind: 'range'; readonly low: Expr; readonly high: Expr; readonly step: Expr }
  | { readonly kind: 'list'; readonly values: readonly Expr[] };

/** A tuning parameter: `#pragma tuner param WG = pow2(4, size/2)`. */
export interface Parameter {
  readonly name: string;
  readonly domain: Domain;
  readonly span: Span;
}

/** A constraint on configurations: `#pragma tuner require WG * TS <= size`. */
export interface Constraint {
  readonly condition: Expr;
  /** As written, for the message that says why a configuration is invalid. */
  readonly text: string;
  readonly span: Span;
}

export interface LocalArray {
  readonly name: string;
  /** Number of elements. */
  readonly elements: Expr;
  /** Bytes of an element, where lowering was asked for `accesses`. */
  readonly bytes?: number;
  readonly span: Span;
}

/** The cost IR of one kernel. */
export interface Kernel {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly constraints: readonly Constraint[];
  /** Number of work-items in all. */
  readonly items: Expr;
  /** Number of work-items in a group: the parameter `WG`, or what `#pragma tuner local_size` says
   * (the product, where the group has several dimensions). */
  readonly localSize: Expr;
  /** `__local` arrays whose size is known; they must fit LM together. */
  readonly localArrays: readonly LocalArray[];
  /** What a work-item keeps in private memory beyond a statement, in words of 32 bits, and the sizes of the
   * NDRange by dimension, where lowering was asked for `accesses`. */
  readonly kept?: readonly LocalArray[];
  /** Registers of a work-item, where a pragma says how many. */
  readonly registers?: Expr;
  readonly geometry?: Geometry;
  readonly body: Block;
  /** Name of the function in the text. */
  readonly span: Span;
}
