import { binary, conditional, MAX_NODES, sameExpr, sizeOf } from '../front/algebra.ts';
import { num, type Expr } from '../front/expr.ts';
import type { Space } from './ir.ts';
import type { Span } from '../base/span.ts';
import type { Type } from '../front/syntax.ts';
import type { AddressSpace } from '../front/types.ts';
import type { IntegerType } from '../front/conversions.ts';

/** The reason a value is unknown; decides what its conditions mean. */
export type Origin =
  /** Memory contents, or arithmetic that is not followed; `what` names it. */
  | { readonly kind: 'data'; readonly what: string }
  /** A function that has a cost but no body. */
  | { readonly kind: 'call'; readonly name: string }
  /** An argument of the kernel. */
  | { readonly kind: 'argument'; readonly name: string }
  /** A loop changes it in a way not followed. */
  | { readonly kind: 'loop'; readonly name: string }
  /** Arithmetic that may exceed its type. */
  | { readonly kind: 'wrap'; readonly type: string; readonly span: Span };

/** The value was taken to fit a type, which is not shown. */
export interface Doubt {
  readonly type: string;
  readonly span: Span;
}

export interface IntegerValue {
  readonly kind: 'int';
  readonly expr: Expr;
  /** The value is `expr` wrapped in a type not shown to hold it (see integers.ts). */
  readonly modulo?: IntegerType | undefined;
  readonly doubt?: Doubt | undefined;
}

export interface Pointer {
  readonly kind: 'pointer';
  readonly space: Space;
  /** Name of the array as written. */
  readonly array: string;
  /** The array's variable, where exactly one can be meant. */
  readonly root?: Variable | undefined;
  /** Elements from the start of the array; absent where unknown. */
  readonly offset?: Expr | undefined;
  /** Dimensions after the first, for arrays of arrays. */
  readonly inner: readonly (Expr | undefined)[];
  readonly element: Type;
  /** `&x` of a private variable. */
  readonly target?: Variable | undefined;
}

export type Value =
  | IntegerValue
  | Pointer
  | {
      readonly kind: 'unknown';
      readonly origin: Origin;
      /** Contents of a struct or a list of values. */
      readonly parts?: Parts | undefined;
    };

/** A struct's members in order, or those that `fields` names. */
export interface Parts {
  readonly values: readonly Value[];
  readonly fields?: readonly (string | undefined)[] | undefined;
}

/** A variable in one scope; identity is what counts. */
export interface Variable {
  readonly id: number;
  /** Its name, and which of that name it is: the same in other variants of the text. */
  readonly key: string;
  readonly name: string;
  readonly type: Type;
  /** The memory that its declaration names. */
  readonly space?: AddressSpace | undefined;
  /** The variable itself lies in costly memory, as in `__local int n;`. */
  readonly memory?: 'global' | 'local' | undefined;
  /** A struct's members, variables themselves. */
  readonly members?: ReadonlyMap<string, Variable> | undefined;
}

export type State = Map<Variable, Value>;

export class Scope {
  readonly #names = new Map<string, Variable>();

  constructor(readonly outer?: Scope) {}

  declare(variable: Variable): void {
    this.#names.set(variable.name, variable);
  }

  find(name: string): Variable | undefined {
    return this.#names.get(name) ?? this.outer?.find(name);
  }
}

export const unknown = (origin: Origin): Extract<Value, { kind: 'unknown' }> => ({
  kind: 'unknown',
  origin,
});
export const data = (what: string): Value => unknown({ kind: 'data', what });

/** Expressions that grow too large are no longer followed. */
export const int = (expr: Expr): Value =>
  sizeOf(expr) > MAX_NODES ? data('a long expression') : { kind: 'int', expr };

const RANK: Readonly<Record<Origin['kind'], number>> = {
  argument: 0,
  call: 1,
  loop: 2,
  wrap: 3,
  data: 4,
};

/** Some values are unknown: the strongest reason wins. */
export function combine(values: readonly Value[], what: string): Value {
  const origins = values.flatMap((value) => (value.kind === 'unknown' ? [value.origin] : []));
  const [best] = origins.toSorted((a, b) => RANK[b.kind] - RANK[a.kind]);
  return best === undefined ? data(what) : unknown(best);
}

const sameModulo = (a: IntegerValue, b: IntegerValue): boolean =>
  a.modulo?.bits === b.modulo?.bits && a.modulo?.signed === b.modulo?.signed;

export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (a?.kind === 'int' && b?.kind === 'int') return sameModulo(a, b) && sameExpr(a.expr, b.expr);
  if (a?.kind === 'unknown' && b?.kind === 'unknown')
    return JSON.stringify(a.origin) === JSON.stringify(b.origin);
  if (a?.kind !== 'pointer' || b?.kind !== 'pointer') return false;
  if (a.array !== b.array || a.root !== b.root || a.target !== b.target) return false;
  if (a.offset === undefined || b.offset === undefined) return a.offset === b.offset;
  return sameExpr(a.offset, b.offset);
}

/** Two ways through the text meet; non-zero `condition` chose the first. */
export function join(a: Value, b: Value, condition: Value): Value {
  const [some, others] = [partsIn(a), partsIn(b)];
  if (some && some.values.length === others?.values.length) {
    const values = some.values.map((each, i) => join(each, others.values[i] ?? b, condition));
    return { ...unknown({ kind: 'data', what: 'one of two values' }), parts: { ...some, values } };
  }
  if (sameValue(a, b)) return some || others ? data('one of two values') : a;
  if (a.kind === 'pointer' && b.kind === 'pointer' && a.space === b.space) {
    const array = a.array === b.array ? a.array : `${a.array} or ${b.array}`;
    const root = a.root === b.root ? a.root : undefined;
    return { ...a, array, root, offset: undefined, target: undefined };
  }
  // A pointer or null: whoever follows it has the pointer.
  if (a.kind === 'pointer' && isNull(b)) return { ...a, offset: undefined, target: undefined };
  if (b.kind === 'pointer' && isNull(a)) return { ...b, offset: undefined, target: undefined };
  if (a.kind === 'int' && b.kind === 'int' && condition.kind === 'int') {
    // Values that fit a type are unchanged in it.
    const modulo = a.modulo ?? b.modulo;
    if (a.modulo !== undefined && b.modulo !== undefined && !sameModulo(a, b))
      return data('one of two values');
    const joined = int(conditional(condition.expr, a.expr, b.expr));
    const doubt = condition.doubt ?? a.doubt ?? b.doubt;
    return joined.kind === 'int' ? { ...joined, modulo, doubt } : joined;
  }
  return combine([condition, a, b], 'one of two values');
}

/** Parts of a struct or a short vector, where they are followed. */
export const partsIn = (value: Value): Parts | undefined =>
  value.kind === 'unknown' ? value.parts : undefined;

const isNull = (value: Value): boolean =>
  value.kind === 'int' && value.expr.kind === 'number' && value.expr.value === 0;

export const arrayOf = (
  root: Variable,
  space: Space,
  inner: Pointer['inner'],
  element: Type,
): Pointer => ({ kind: 'pointer', space, array: root.name, root, offset: num(0), inner, element });

/** Moves a pointer by a number of elements. */
export function advance(pointer: Pointer, by: Value, sign: 1 | -1): Pointer {
  if (isNull(by)) return pointer;
  const lost = { ...pointer, offset: undefined, target: undefined };
  const { offset } = pointer;
  if (offset === undefined || by.kind !== 'int') return lost;
  const step = pointer.inner.reduce<Expr | undefined>(
    (product, size) =>
      product === undefined || size === undefined ? undefined : binary('*', product, size),
    by.expr,
  );
  if (step === undefined) return lost;
  const moved = binary(sign > 0 ? '+' : '-', offset, step);
  return sizeOf(moved) > MAX_NODES ? lost : { ...lost, offset: moved };
}
