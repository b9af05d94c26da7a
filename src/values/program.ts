import type { Chosen } from '../front/cuda/choice.ts';
import type { PrefixOperator } from '../base/operators.ts';
import type { ArithmeticOperator } from '../base/arithmetic-operators.ts';
import type { Span } from '../base/span.ts';
import type { Expr } from '../front/expr.ts';
import type { Scalar } from '../front/scalar.ts';
import type { Lanes } from '../front/warp.ts';
import type { Language } from '../front/language.ts';
import type { HostLaunch, HostStepOf } from '../front/reader.ts';
import type { TemplateArgument } from '../front/syntax.ts';
import type { Assumption } from './finding.ts';
import type { Input, Term } from './specification.ts';

/** A kernel with values for one configuration: straight code of registers and memory that every
 * work-item runs. Made of a text once (`build`), run in TypeScript (`run`), and printed as C inside
 * Promela.
 * Calls are inlined, macros and parameters are numbers, vectors are a register per lane, structs
 * and arrays lie in memory. Only `load`, `store`, `atomic` and `copy` touch memory others can see,
 * one scalar at a time: others notice nothing an item does between two of those. */
export interface ValueProgram {
  readonly kernel: string;
  /** Arguments of the kernel's template, where it has one. */
  readonly instantiates?: readonly TemplateArgument[];
  /** Lanes of a warp. */
  readonly lanes: Lanes;
  /** Arguments that are arrays of others before them. */
  readonly shared?: readonly string[];
  readonly span: Span;
  /** The tuning parameters that it is for. */
  readonly configuration: Readonly<Record<string, number>>;
  /** Work-items of a group and in all for three dimensions (1 where unused), and the number of
   * dimensions. */
  readonly local: readonly [number, number, number];
  readonly global: readonly [number, number, number];
  readonly dimensions: 1 | 2 | 3;
  /** Work-items of a group in terms of tuning parameters, if it depends on any. */
  readonly itemsInGroup?: string;
  /** Nothing states the size of a group, and it is one of several that are tried. */
  readonly isAnyGroup?: boolean;
  /** The text asks for the number of groups, or of items in all. */
  readonly countsGroups?: boolean;
  /** Nothing states the number of work-items in all; or the size of groups either. */
  readonly openLaunch?: 'items' | 'groups';
  /** Whole numbers that a host passes, where its text tells the launch. */
  readonly hostNumbers?: readonly number[];
  /** A host launches it, and its text does not tell the number of groups, or their size either. */
  readonly assumedLaunch?: 'groups' | 'all';
  /** The host launches more work-items than are run one by one: some groups stand for all, or a launch that is
   * assumed. */
  readonly isTooLarge?: boolean;
  /** By dimension: nothing states the number of groups, and no item asks which one it is of: one may be meant. */
  readonly mayBeOneGroup?: readonly boolean[];
  /** Numbers chosen for names that host leaves open. */
  readonly chosenForLaunch?: readonly Chosen[];
  /** The same with other numbers for a launch that cannot be run, or that nobody states. */
  readonly otherLaunch?: ValueProgram | undefined;
  /** Only its first groups are run, for faults that show there. */
  readonly isBeginning?: boolean;
  /** Launches that the host's loop makes here. */
  readonly rounds?: Rounds | undefined;
  readonly language: Language;
  /** Facts that the text does not tell, and that were taken. */
  readonly assumptions?: readonly Assumption[];
  /** Taken for arguments that nobody states, in place of as many as there are items. */
  readonly usual?: Readonly<Record<string, number>>;
  /** Lanes of a warp go step by step together, as the text states. */
  readonly isLockstep?: boolean;
  /** The host's text fills arrays, in ways that are not followed. */
  readonly isFilledElsewhere?: boolean;
  readonly objects: readonly MemoryObject[];
  /** Each work-item's own; their type by index. */
  readonly registers: readonly RegisterInfo[];
  /** Items begin at 0 and finish at an `end`. */
  readonly code: readonly Instruction[];
  /** Should hold when all have ended. */
  readonly ensures: readonly Ensures[];
  /** Should leave the same. */
  readonly twins: readonly Twin[];
}

/** The host's steps from the first launch that is passed an array of a launch before all of it was set. */
export interface Before {
  readonly launch: HostLaunch;
  readonly steps: readonly (
    | Exclude<HostStepOf, { readonly kind: 'launch' }>
    | (HostLaunch & { readonly program: ValueProgram })
  )[];
  /** There are launches before those. */
  readonly isLater: boolean;
}

/** Launches of one kernel at one place of the host's text, each that differs from those before it. */
export interface Rounds {
  readonly launches: readonly {
    readonly program: ValueProgram;
    /** `launch 3 of 10 in line 12`; undefined of the only one. */
    readonly words: string | undefined;
    /** The host comes here for certain. */
    readonly isSure: boolean;
    /** Steps before it, where launches of any kernels set its arrays. */
    readonly before?: Before | undefined;
    /** Where those have no gaps, it does what the program does, or the first of these. */
    readonly isAs?: 'program' | 'first' | undefined;
  }[];
  /** There are no others. */
  readonly isAll: boolean;
  /** The program itself is this one of several. */
  readonly own?: string | undefined;
}

/** Another kernel or function of the text, which should leave the same in every array of both. */
export interface Twin {
  /** Arrays and arguments of one name are the same. */
  readonly program: ValueProgram;
  /** Of fractional numbers, relative or absolute; 0 for the same value. */
  readonly tolerance: number;
  readonly text: string;
  readonly span: Span;
}

export interface Ensures {
  readonly term: Term;
  readonly text: string;
  readonly span: Span;
}

export type Space = 'global' | 'constant' | 'local' | 'private';

/** Memory of one name: one in all for global and constant, one per group for local, one per item for
 * private. */
export interface MemoryObject {
  readonly name: string;
  readonly space: Space;
  readonly bytes: number;
  /** Scalar type to show and fill it by: a struct's first member's; then `members` tells more. */
  readonly element: Scalar;
  /** Scalars of one element, where it is a vector. */
  readonly lanes?: number | undefined;
  /** Elements of an innermost row in arrays of several dimensions; vector lanes count. */
  readonly columns?: number | undefined;
  /** Bytes in front of what the argument points to. */
  readonly before?: number | undefined;
  /** An image's pixels along each dimension, the first running fastest. */
  readonly image?: readonly number[] | undefined;
  /** A struct's fields with their places, and the bytes of one struct. */
  readonly members?: readonly {
    readonly name: string;
    readonly offset: number;
    readonly type: Scalar;
  }[];
  readonly stride?: number | undefined;
  /** `stated` in the text, or `assumed` to be `bytes`. An access a little beyond an assumed end is
   * reported; one far beyond makes the array longer. */
  readonly length: 'stated' | 'assumed';
  /** Its elements by arguments that keep no value, where `bytes` are more than any item comes to. */
  readonly lengthOf?: Expr | undefined;
  /** Contents before the kernel runs; absent where nobody has written it (`local`, `private`). For
   * structs, a `given` one lists each struct's `members` in turn. */
  readonly input?: Input | undefined;
  readonly isArgument: boolean;
  readonly isVolatile: boolean;
  /** Holds what lanes of a warp hand to each other where they meet, which orders them. */
  readonly isExchange?: boolean | undefined;
  /** Each work-item of a group has its element. */
  readonly isOfItems?: boolean | undefined;
  /** The items add up what it holds, each to its own element or before it. */
  readonly scan?: 'inclusive' | 'exclusive' | undefined;
  /** Holds results of calls without a body, one element per item. */
  readonly isResults?: boolean | undefined;
  readonly span: Span;
}

export interface RegisterInfo {
  readonly type: Scalar;
  /** Its variable, `v.x` for a lane; absent for intermediate values. */
  readonly name?: string | undefined;
  /** The value of an argument or of its lane; otherwise unwritten. */
  readonly input?: Input | undefined;
  readonly isArgument?: boolean | undefined;
  readonly span?: Span | undefined;
}

/** Computed from registers alone. Operands have the types C converts them to: both sides of `+` have
 * the whole's type; those of a comparison (pointers too) share one, and the whole is `int`; a
 * shift's right side is `uint`, cut to the bits of the left. Vector lanes are not promoted, so
 * `char`, `uchar`, `short` and `ushort` arithmetic wraps at their width. Integer `/` and `%` by
 * zero make 0 and are found as faults. Signed integers wrap around. */
export type Value =
  /** In the type's range; a bigint for `long` and `ulong`. */
  | { readonly kind: 'constant'; readonly type: Scalar; readonly value: number | bigint }
  | { readonly kind: 'register'; readonly type: Scalar; readonly register: number }
  /** `get_local_id`, `get_group_id` of a dimension; `ulong`. Sizes are constants. */
  | {
      readonly kind: 'id';
      readonly type: 'ulong';
      readonly of: 'local' | 'group' | 'global';
      readonly dimension: 0 | 1 | 2;
    }
  /** `!` makes `int`. */
  | {
      readonly kind: 'unary';
      readonly type: Scalar;
      readonly operator: PrefixOperator;
      readonly operand: Value;
    }
  | {
      readonly kind: 'binary';
      readonly type: Scalar;
      readonly operator: ArithmeticOperator;
      readonly left: Value;
      readonly right: Value;
    }
  /** Casts as C does, unless told to saturate to an integer type or how to round. */
  | {
      readonly kind: 'convert';
      readonly type: Scalar;
      readonly operand: Value;
      readonly saturate?: boolean;
      readonly rounding?: 'rte' | 'rtz' | 'rtp' | 'rtn';
    }
  /** The same bits in another type of the same size. */
  | { readonly kind: 'reinterpret'; readonly type: Scalar; readonly operand: Value }
  /** The condition is an `int`; both sides are computed and cannot fail. */
  | {
      readonly kind: 'select';
      readonly type: Scalar;
      readonly condition: Value;
      readonly then: Value;
      readonly otherwise: Value;
    }
  /** `pointer` and an offset in bytes (`long`). */
  | {
      readonly kind: 'offset';
      readonly type: 'pointer';
      readonly pointer: Value;
      readonly bytes: Value;
    }
  /** A pointer to the beginning of an object. */
  | { readonly kind: 'address'; readonly type: 'pointer'; readonly object: number }
  /** A scalar built-in; see `BUILT_IN_VALUES`. Arguments have the whole's type unless it says
   * otherwise. */
  | {
      readonly kind: 'call';
      readonly type: Scalar;
      readonly name: string;
      readonly args: readonly Value[];
    };

export type AtomicOperation =
  | 'add'
  | 'sub'
  | 'exchange'
  | 'increment'
  | 'decrement'
  /** Up to the operand, then 0; down from it, below 0 and above it again. */
  | 'increment-to'
  | 'decrement-from'
  | 'compare-exchange'
  | 'min'
  | 'max'
  | 'and'
  | 'or'
  | 'xor'
  | 'load'
  | 'store';

/** The wait that ends an item's own asynchronous copy. */
export type CopyEnd = 'item' | 'barrier';

/** `from-here` marks from where an item must not touch what others can see, until the next `stage`, and
 * counts an arrival there; `arrivals` holds that all items have arrived as often. */
export type Followed = 'size' | 'stage' | 'barrier' | 'from-here' | 'arrivals';

/** One step of an item with its place in the text; step numbers index `ValueProgram.code`. */
export type Instruction = {
  readonly span: Span;
  /** The kernel's call that led to a meeting. */
  readonly calledAt?: Span;
} & (
  | { readonly kind: 'set'; readonly target: number; readonly value: Value }
  /** Accesses `SCALARS[type].bytes` bytes. `text` is as written, such as `tile[lid + 1]`. */
  | {
      readonly kind: 'load';
      readonly target: number;
      readonly type: Scalar;
      readonly address: Value;
      readonly text: string;
      /** Set in whole-struct copies: an unwritten member is passed on, and is no fault. Its `store`,
       * of the register alone, follows. */
      readonly copies?: boolean;
      /** The address is a whole multiple of so many bytes, or the device fails. */
      readonly aligned?: number | undefined;
      /** An asynchronous copy's read; its `store` follows. */
      readonly isUnderWay?: boolean;
    }
  | {
      readonly kind: 'store';
      readonly type: Scalar;
      readonly address: Value;
      readonly value: Value;
      readonly text: string;
      readonly copies?: boolean;
      readonly aligned?: number | undefined;
      /** Set on the last store of a whole-struct copy: offsets of the others from it, in bytes. */
      readonly others?: readonly number[];
      /** Of an item's own asynchronous copy: nobody may count on it before a `settle`. */
      readonly isUnderWay?: CopyEnd;
    }
  /** The old value goes to `target`, if wanted. `compare-exchange` has the expected value first. */
  | {
      readonly kind: 'atomic';
      readonly operation: AtomicOperation;
      /** Atomic within its group alone. */
      readonly isOfGroup?: boolean;
      readonly target: number | undefined;
      readonly type: Scalar;
      readonly address: Value;
      readonly operands: readonly Value[];
      readonly text: string;
    }
  /** The group's items meet here, ordering accesses to the spaces set: none for `barrier(0)`. */
  | {
      readonly kind: 'barrier';
      readonly local: boolean;
      readonly global: boolean;
      /** All groups meet. */
      readonly isOfGrid?: boolean;
      /** Nobody returns before it: who has ended has passed it by. */
      readonly isForAll?: boolean;
      /** All items have to give the same. */
      readonly alike?: Value;
    }
  /** Lanes of a warp meet: those that the mask (`uint`) names and that have not returned. The set of
   * those who met goes to `target`. */
  | {
      readonly kind: 'meet';
      readonly mask: Value;
      readonly target: number;
      /** What they did before comes before what they do now, for all memory. */
      readonly orders: boolean;
      /** The same of lanes. */
      readonly isForAll?: boolean;
      /** Those meet that come together, as the machine has it: the mask says nothing. */
      readonly isOpen?: boolean;
      /** All of them have to give the same. */
      readonly alike?: Value;
    }
  /** Orders one item's own accesses and nobody else's. */
  | {
      readonly kind: 'fence';
      readonly local: boolean;
      readonly global: boolean;
      /** An atomic's own order, which orders what comes before it, or what comes behind. */
      readonly only?: 'acquire' | 'release';
    }
  /** `async_work_group_copy`, where all items of the group meet too: `elements` of `bytes` each go
   * from `from` (every `fromStride`th) to `to`, some time before a `wait` for the event. Its number
   * goes to `target`; `event`, if not 0, is continued. */
  | {
      readonly kind: 'copy';
      readonly target: number | undefined;
      readonly to: Value;
      readonly from: Value;
      readonly elements: Value;
      readonly bytes: number;
      readonly type: Scalar;
      /** Absent for a struct, whose padding nobody reads. */
      readonly lanes: number | undefined;
      readonly toStride: Value;
      readonly fromStride: Value;
      readonly event: Value;
      readonly text: string;
    }
  /** Ends a batch of one item's own asynchronous copies. */
  | { readonly kind: 'commit' }
  /** An item's own asynchronous copies are done, but for those of the last `keeps` batches. */
  | { readonly kind: 'settle'; readonly keeps: Value; readonly by: CopyEnd }
  /** The program is followed on only if the first value is not 0; of a barrier, the second is its address. Of
   * arrivals, the first tells what at and the second how many items there are. */
  | { readonly kind: 'follows'; readonly what: Followed; readonly values: readonly Value[] }
  /** `wait_group_events`: all items of the group meet here. */
  | { readonly kind: 'wait'; readonly events: readonly Value[] }
  /** A declaration without a value is come to again: what the register or private object held is gone. */
  | { readonly kind: 'forget'; readonly target: number }
  | { readonly kind: 'forget'; readonly memory: Extract<Value, { kind: 'address' }> }
  | { readonly kind: 'jump'; readonly to: number }
  | {
      readonly kind: 'branch';
      /** An `int`; all but 0 is true. */
      readonly condition: Value;
      readonly then: number;
      readonly otherwise: number;
      /** Set where it decides whether a loop goes on. */
      readonly loop?: boolean;
    }
  /** The condition is an `int`; a run that breaks an assumption proves nothing. */
  | {
      readonly kind: 'assert' | 'assume';
      readonly condition: Value;
      readonly text: string;
      /** The array inside of a struct that it keeps an access within, and its elements, where it is one. */
      readonly within?: {
        readonly array: string;
        readonly elements: number | undefined;
        readonly index: Value;
      };
    }
  /** A subscript that leaves a row of its array is a remark. */
  | {
      readonly kind: 'subscript';
      readonly index: Value;
      readonly row: string;
      readonly elements: number;
    }
  | { readonly kind: 'end' }
);
