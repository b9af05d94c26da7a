import type { Span } from '../base/span.ts';
import type { Scalar } from './scalar.ts';
import type { Input, Term } from './specification.ts';

/** A kernel with its values, for one configuration: straight code of registers and memory that every work-item
 * runs. It is made of a text once (`build`), run in TypeScript (`run`), and printed as C inside of Promela.
 *
 * Function calls are inlined, macros and parameters are numbers, vectors are a register for each lane, structs and
 * arrays lie in memory. What several work-items can see changes by `load`, `store`, `atomic` and `copy` only, one
 * scalar at a time: between two of those nothing that an item does can be noticed by others. */
export interface ValueProgram {
  readonly kernel: string;
  readonly span: Span;
  /** The tuning parameters that it is for. */
  readonly configuration: Readonly<Record<string, number>>;
  /** Work-items of a group and in all, for each of three dimensions (1 where there are fewer), and how many
   * dimensions there are. */
  readonly local: readonly [number, number, number];
  readonly global: readonly [number, number, number];
  readonly dimensions: 1 | 2 | 3;
  readonly objects: readonly MemoryObject[];
  /** Each work-item's own; their type by index. */
  readonly registers: readonly RegisterInfo[];
  /** Where an item begins: at 0. It ends at an `end`. */
  readonly code: readonly Instruction[];
  /** What should hold when all have ended. */
  readonly ensures: readonly Ensures[];
}

export interface Ensures {
  readonly term: Term;
  readonly text: string;
  readonly span: Span;
}

export type Space = 'global' | 'constant' | 'local' | 'private';

/** A piece of memory that one name stands for: one in all for global and constant, one for each group for local, one
 * for each item for private. */
export interface MemoryObject {
  readonly name: string;
  readonly space: Space;
  /** How long it is. */
  readonly bytes: number;
  /** How it is shown and filled: of scalars of this type. A struct's are those of its first member; then `members`
   * tells more. */
  readonly element: Scalar;
  /** Elements of a row of an array of more than one dimension, innermost; lanes of a vector count. */
  readonly columns?: number | undefined;
  /** Fields of a struct with their places in one of it, and the bytes of one. */
  readonly members?: readonly {
    readonly name: string;
    readonly offset: number;
    readonly type: Scalar;
  }[];
  readonly stride?: number | undefined;
  /** `stated`: the text says how long it is; `assumed`: nobody does, and it is taken to have as many elements as
   * `bytes` says. An access a little beyond an assumed end is told as one beyond the end, one far beyond it makes
   * the array as long as needed. */
  readonly length: 'stated' | 'assumed';
  /** What is in it before the kernel runs; without it nobody has written it (`local`, `private`). Of structs, a
   * `given` one has a value for each of the `members` of each struct in turn. */
  readonly input?: Input | undefined;
  readonly isArgument: boolean;
  readonly isVolatile: boolean;
  /** Set where it holds what calls of a function without a body return, an element for each item. */
  readonly isResults?: boolean | undefined;
  readonly span: Span;
}

export interface RegisterInfo {
  readonly type: Scalar;
  /** The variable that it is, `v.x` for a lane; nothing for what is between two steps. */
  readonly name?: string | undefined;
  /** Of an argument, or a lane of one: its value. Otherwise nobody has written it. */
  readonly input?: Input | undefined;
  readonly isArgument?: boolean | undefined;
  readonly span?: Span | undefined;
}

/** A value computed from registers alone. Operands have the type that C converts them to before: both sides of
 * `+` are of the type of the whole; both sides of a comparison of one type (pointers too), and the whole is `int`;
 * the right side of a shift is `uint`, already cut to the bits of the left. Lanes of vectors are not promoted, so
 * that there is arithmetic of `char`, `uchar`, `short` and `ushort` too, which wraps at their width. Integer `/` and
 * `%` by zero make 0 and are found as faults. Arithmetic of signed integers wraps around. */
export type Value =
  /** A bigint for `long` and `ulong`, a number for all others, within the range of the type. */
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
      readonly operator: '-' | '~' | '!';
      readonly operand: Value;
    }
  | {
      readonly kind: 'binary';
      readonly type: Scalar;
      readonly operator: BinaryOperator;
      readonly left: Value;
      readonly right: Value;
    }
  /** As C casts, unless told to keep within the range of an integer type, or how to round to one. */
  | {
      readonly kind: 'convert';
      readonly type: Scalar;
      readonly operand: Value;
      readonly saturate?: boolean;
      readonly rounding?: 'rte' | 'rtz' | 'rtp' | 'rtn';
    }
  /** The same bits as another type of as many bytes. */
  | { readonly kind: 'reinterpret'; readonly type: Scalar; readonly operand: Value }
  /** The condition is an `int`. Both sides are computed; neither can fail. */
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
  /** A built-in function of scalars; see `BUILT_IN_VALUES`. Arguments have the type of the whole unless it says
   * otherwise. */
  | {
      readonly kind: 'call';
      readonly type: Scalar;
      readonly name: string;
      readonly args: readonly Value[];
    };

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '<<'
  | '>>'
  | '&'
  | '|'
  | '^'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>=';

export type AtomicOperation =
  | 'add'
  | 'sub'
  | 'exchange'
  | 'increment'
  | 'decrement'
  | 'compare-exchange'
  | 'min'
  | 'max'
  | 'and'
  | 'or'
  | 'xor'
  | 'load'
  | 'store';

/** One step of an item, with the place in the text that it comes from. Numbers of steps are indices of
 * `ValueProgram.code`. */
export type Instruction = { readonly span: Span } & (
  | { readonly kind: 'set'; readonly target: number; readonly value: Value }
  /** Of `SCALARS[type].bytes` bytes. `text` is the expression as written, such as `tile[lid + 1]`. */
  | {
      readonly kind: 'load';
      readonly target: number;
      readonly type: Scalar;
      readonly address: Value;
      readonly text: string;
      /** Set where a struct is copied as a whole: a member that nobody has written is passed on as it is, and
       * is no fault. The `store` of it follows, of the register alone. */
      readonly copies?: boolean;
    }
  | {
      readonly kind: 'store';
      readonly type: Scalar;
      readonly address: Value;
      readonly value: Value;
      readonly text: string;
      readonly copies?: boolean;
    }
  /** The old value goes to `target`, if somebody wants it. `compare-exchange` has the expected value first. */
  | {
      readonly kind: 'atomic';
      readonly operation: AtomicOperation;
      readonly target: number | undefined;
      readonly type: Scalar;
      readonly address: Value;
      readonly operands: readonly Value[];
      readonly text: string;
    }
  /** All items of the group meet here. `orders` are the spaces whose accesses it orders: none for
   * `barrier(0)`. */
  | { readonly kind: 'barrier'; readonly local: boolean; readonly global: boolean }
  /** A fence orders one item's own accesses and nobody else's. */
  | { readonly kind: 'fence'; readonly local: boolean; readonly global: boolean }
  /** `async_work_group_copy`: all items of the group meet here too; `elements` of `bytes` each go from `from`
   * (every `fromStride`th) to `to`, some time before a `wait` for the event. The number of the event goes to
   * `target`; `event` continues another one, where it is not 0. */
  | {
      readonly kind: 'copy';
      readonly target: number | undefined;
      readonly to: Value;
      readonly from: Value;
      readonly elements: Value;
      readonly bytes: number;
      readonly type: Scalar;
      readonly toStride: Value;
      readonly fromStride: Value;
      readonly event: Value;
      readonly text: string;
    }
  /** `wait_group_events`: all items of the group meet here. */
  | { readonly kind: 'wait'; readonly events: readonly Value[] }
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
  /** What the text asserts (an `int`); a run in which an assumption does not hold says nothing. */
  | { readonly kind: 'assert' | 'assume'; readonly condition: Value; readonly text: string }
  | { readonly kind: 'end' }
);
