import type { Scalar } from '../../scalar.ts';
import type { TreeNode } from '../../tree-node.ts';

/** Values and memory of the host, as its text makes them. */

export type Value =
  | { readonly kind: 'whole'; readonly type: Scalar; readonly value: bigint }
  | { readonly kind: 'real'; readonly type: 'float' | 'double'; readonly value: number }
  | Pointer
  /** A pointer cast to elements of another size: where, and how long each is, in bytes. */
  | { readonly kind: 'bytes'; readonly to: Cells; readonly at: number; readonly each: number }
  | { readonly kind: 'vector'; readonly cells: Cells }
  | { readonly kind: 'struct'; readonly type: string; readonly members: ReadonlyMap<string, Value> }
  | { readonly kind: 'address'; readonly of: Place }
  | { readonly kind: 'function'; readonly node: TreeNode; readonly scope: Scope }
  /** Nobody states it: numbers by chance, of files, and what kernels leave; of a literal its characters are known. */
  | { readonly kind: 'open'; readonly isChanged?: true; readonly characters?: string }
  /** The text states it, and it is not followed; where others may have changed it since, no statement tells it. */
  | { readonly kind: 'lost'; readonly isChanged?: true }
  /** Nobody has set it. */
  | { readonly kind: 'unset' };

export interface Pointer {
  readonly kind: 'pointer';
  /** Undefined of a null pointer. */
  readonly to: Cells | undefined;
  readonly at: number;
  /** Lengths of the arrays that are its elements. */
  readonly rows: readonly number[];
}

/** Set from the beginning alone: so many bytes, by calls, one behind the other. */
interface Begun {
  readonly bytes: number;
  /** Bytes of an element. */
  readonly each: number;
  readonly by: readonly TreeNode[];
  /** Each call sets the first bytes. */
  readonly areFirst: boolean;
}

/** A sum of fractions is no further from the whole number. */
export const NEAR = 1e-6;

/** A stream, by its handle's own memory. */
export type Queue = Cells | 'first';

/** Bytes of arrays that are set, after so many rounds of a loop. */
export interface Mark {
  readonly round: number;
  readonly set: ReadonlyMap<Cells, number>;
}

/** Rounds of a loop that is left because it is long. */
export interface LongLoop {
  readonly rounds: number;
  /** It has so many times as many. */
  readonly more: number;
  readonly marks: readonly Mark[];
}

/** Changes to arrays when a loop is left. */
export interface Growth extends LongLoop {
  /** Bytes that were set when it began. */
  readonly before: ReadonlyMap<Cells, number>;
  /** Arrays that it has told already; others of its statements may set them too. */
  readonly grown: Set<Cells>;
}

/** More elements are not looked at one by one. */
const MOST_GROWN = 2 ** 22;

/** The first elements that a loop sets, and no others, where each round sets those of the round before, so much on.
 * @param at elements in the order in which they were set
 * @returns false where that is not how it goes */
function firstSet(
  at: readonly number[],
  before: number,
  rounds: number,
  all: number,
  length: number,
): number | false {
  const own = at.slice(before);
  const many = own.length / rounds;
  const by = (own[many] ?? NaN) - (own[0] ?? NaN);
  const isAlike = own.every((place, i) => i < many || place - (own[i - many] ?? NaN) === by);
  if (!Number.isInteger(many) || !isAlike || !(all * many <= MOST_GROWN)) return false;
  const isSet = new Uint8Array(length);
  for (const place of at) isSet[place] = 1;
  for (let round = rounds; round < all - NEAR; round += 1)
    for (const place of own.slice(0, many)) isSet[place + round * by] = 1;
  const end = isSet.indexOf(0);
  if (end < 0) return length;
  return !isSet.includes(1, end) && end;
}

/** An array. */
export class Cells {
  readonly #values: Map<number, Value>;
  /** A copy that still is the same. */
  #copy: Cells | undefined;
  #begun: Begun | undefined;
  #inPart: TreeNode | undefined;
  /** Others than those that are told may be set. */
  #isUntold = false;
  /** Those that are not told one by one. */
  rest: Value;
  /** Undefined until a pointer's type tells. */
  element: ElementType | undefined;
  bytes: number | undefined;
  readonly place: 'host' | 'device' | 'both';
  isFreed = false;
  /** Launches have set it, before the first of which nobody had set all of it, and nobody else has since. */
  isLeft = false;
  /** Some of it was copied from memory of the host that nobody has set. */
  hasChance = false;
  /** The call that made it, and the last that set it. */
  readonly madeBy: TreeNode;
  setBy: TreeNode | undefined;
  /** Streams that set it and that the host has not waited for, with what they read if it may change. */
  readonly late = new Map<
    Queue,
    { readonly source: Cells; readonly version: number } | undefined
  >();
  /** Grows with each change. */
  version = 0;

  constructor(
    about: Pick<Cells, 'element' | 'bytes' | 'place' | 'madeBy'>,
    rest: Value = UNSET,
    values: ReadonlyMap<number, Value> = new Map(),
  ) {
    ({ element: this.element, bytes: this.bytes, place: this.place, madeBy: this.madeBy } = about);
    this.rest = rest;
    this.#values = new Map(values);
  }

  get values(): ReadonlyMap<number, Value> {
    return this.#values;
  }

  get begun(): Begun | undefined {
    return this.#begun;
  }

  /** Sets what was not set before, and nobody tells how much of it. */
  get inPart(): TreeNode | undefined {
    return this.#inPart;
  }

  /** Sets an element. */
  put(at: number, value: Value): void {
    const begun = this.#behind(at);
    this.#changed();
    this.#values.set(at, value);
    if (begun === 'all' || typeof begun === 'object') this.#inPart = undefined;
    if (typeof begun === 'object') this.#begun = begun;
  }

  /** Set from the beginning, with one more element or none; undefined where it is another. */
  #behind(at: number): Begun | 'all' | undefined {
    const begun = this.#begun;
    if (!begun || !(at * begun.each <= begun.bytes)) return undefined;
    const bytes = Math.max(begun.bytes, (at + 1) * begun.each);
    return bytes < (this.bytes ?? 0) ? { ...begun, bytes } : 'all';
  }

  /** All elements are this from now on. */
  fill(value: Value): void {
    this.#changed();
    this.#inPart = undefined;
    this.isLeft = false;
    this.#isUntold = false;
    this.#values.clear();
    this.rest = value;
  }

  #changed(): void {
    this.version += 1;
    this.#copy = undefined;
    // Its elements are not told one by one.
    if (this.rest.kind !== 'unset') this.#inPart ??= this.#begun?.by.at(-1);
    this.#begun = undefined;
  }

  /** Nobody has set all elements of the device's memory. */
  isEmpty(length = Infinity): boolean {
    const all = [...(this.#values.size < length ? [this.rest] : []), ...this.#values.values()];
    return this.place !== 'host' && (all.some(({ kind }) => kind === 'unset') || !!this.#begun);
  }

  /** A launch may set elements. */
  fillByLaunch(left: Value, length: number | undefined): void {
    const isLeft = this.isLeft || (this.bytes !== undefined && this.isEmpty(length));
    this.fill(left);
    this.isLeft = isLeft;
  }

  /** Nobody tells whether more of it is set than before. */
  #fillUntold(value: Value, inPart: TreeNode | undefined): void {
    const { isLeft } = this;
    this.fill(value);
    this.isLeft = isLeft;
    this.#inPart = inPart;
    this.#isUntold = true;
  }

  /** A statement may set elements, and nobody tells which.
   * @param length elements, where that is known */
  fillInPart(value: Value, by: TreeNode, length = Infinity): void {
    const isUnset = this.bytes !== undefined && this.isEmpty(length);
    this.#fillUntold(value, isUnset ? by : (this.#inPart ?? this.#begun?.by.at(-1)));
  }

  /** Nobody tells any more what the elements are that are set. */
  loseTold(left: Value): void {
    const lost = (value: Value): Value => (value.kind === 'unset' ? value : left);
    const begun = this.#begun;
    this.#changed();
    this.#begun = begun;
    this.rest = lost(this.rest);
    for (const [at, value] of this.#values) this.#values.set(at, lost(value));
  }

  /** Bytes in a row that are set, where elements are told one by one. */
  told(length = NaN): { readonly from: number; readonly to: number }[] {
    const each = (this.bytes ?? NaN) / length;
    const found: { from: number; to: number }[] = [];
    if (Number.isNaN(each) || this.#isUntold) return found;
    const set = [...this.#values].flatMap(([at, { kind }]) => (kind === 'unset' ? [] : [at]));
    for (const at of set.toSorted((a, b) => a - b)) {
      const last = found.at(-1);
      if (last?.to === at * each) last.to += each;
      else found.push({ from: at * each, to: (at + 1) * each });
    }
    return found;
  }

  /** Bytes that are set one by one, or from the beginning. */
  bytesSet(length = 1): number {
    return this.#begun?.bytes ?? (this.#values.size * (this.bytes ?? 0)) / length;
  }

  /** A loop that is not followed to its end goes on with it as it did: it sets all, the first, or nobody tells which. */
  grow(growth: Growth, length: number, value: Value, by: TreeNode): void {
    const { rounds, more, marks, before, grown } = growth;
    if (grown.has(this)) {
      this.loseTold(value);
      return;
    }
    grown.add(this);
    const [first, now] = [before.get(this) ?? 0, this.bytesSet(length)];
    if ((this.rest.kind !== 'unset' && !this.#begun) || now <= first) {
      this.#fillUntold(value, this.#inPart);
      return;
    }
    const isEven = marks.every(({ round, set }) => {
      const then = ((set.get(this) ?? 0) - first) * rounds;
      return Math.abs(then - (now - first) * round) < NEAR;
    });
    const each = (this.bytes ?? 0) / length;
    const end =
      isEven &&
      (this.#begun
        ? Math.ceil((first + (now - first) * more) / each - NEAR)
        : firstSet([...this.#values.keys()], first / each, rounds, rounds * more, length));
    this.fill(value);
    if (end === false || end === 0) this.#inPart = by;
    else if (end < length) this.#begun = { bytes: end * each, each, by: [by], areFirst: true };
  }

  /** It is a copy of another, where nobody tells all elements. */
  inPartAs(source: Cells, by: TreeNode): void {
    const { rest, begun, inPart, isLeft } = source;
    this.isLeft = isLeft;
    if (rest.kind !== 'unset' && begun && begun.bytes < (this.bytes ?? 0)) this.#begun = begun;
    else if (inPart) this.#inPart = by;
  }

  /** Does a work that sets bytes, of which nothing or all in front of them was set. @returns false for others */
  begin(
    { from, bytes, each }: Record<'from' | 'bytes' | 'each', number>,
    by: TreeNode,
    work: () => void,
  ): boolean {
    const isUnset = this.rest.kind === 'unset' && this.#values.size === 0;
    const { bytes: before = 0, by: others = [], areFirst = true } = this.#begun ?? {};
    if ((!isUnset && !this.#begun) || !(from <= before)) return false;
    const end = Math.max(from + bytes, before);
    this.#begun = undefined;
    work();
    this.setBy = by;
    this.#copy = undefined;
    if (end < (this.bytes ?? 0))
      this.#begun = { bytes: end, each, by: [...others, by], areFirst: areFirst && from === 0 };
    return true;
  }

  /** A copy of it now, made once until it changes. */
  asNow(): Cells {
    const known = this.#copy;
    if (
      known?.isFreed === this.isFreed &&
      known.bytes === this.bytes &&
      known.element === this.element
    )
      return known;
    const copy = new Cells(this, this.rest, this.#values);
    copy.isFreed = this.isFreed;
    copy.isLeft = this.isLeft;
    copy.hasChance = this.hasChance;
    copy.setBy = this.setBy;
    copy.#begun = this.#begun;
    copy.#inPart = this.#inPart;
    this.#copy = copy;
    return copy;
  }
}

/** `float *` has one star. */
export interface ElementType {
  readonly name: string;
  readonly stars: number;
}

export interface Variable {
  readonly type: ElementType;
  value: Value;
  /** It is not made anew with its block. */
  readonly isStatic?: boolean;
}

export type Place =
  | { readonly kind: 'variable'; readonly variable: Variable; readonly path: readonly string[] }
  | {
      readonly kind: 'cell';
      readonly cells: Cells;
      readonly at: number;
      readonly path: readonly string[];
    };

export const OPEN: Value = { kind: 'open' };
export const LOST: Value = { kind: 'lost' };
export const CHANGED: Value = { kind: 'lost', isChanged: true };
/** A call has set it to what nobody states. */
export const GIVEN: Value = { kind: 'open', isChanged: true };
export const UNSET: Value = { kind: 'unset' };
export const NULL: Pointer = { kind: 'pointer', to: undefined, at: 0, rows: [] };

/** The one member of a `std::unique_ptr`. */
export const HELD = '*';

/** The pointer inside a `std::unique_ptr`; undefined of others. */
export const heldBy = (value: Value): Value | undefined =>
  value.kind === 'struct' ? value.members.get(HELD) : undefined;

/** Names, in the blocks around a place. */
export class Scope {
  readonly #names = new Map<string, Variable | Place>();
  readonly #around: Scope | undefined;

  /** A lambda's own copies. */
  isCaptured = false;

  /** Objects with destructors, in their order. */
  readonly ending: { readonly place: Place; readonly type: ElementType }[] = [];

  constructor(around?: Scope) {
    this.#around = around;
  }

  declare(name: string, variable: Variable | Place): void {
    this.#names.set(name, variable);
  }

  /** All names that are known here, with their places. */
  all(): ReadonlyMap<string, Place> {
    const own = [...this.#names.keys()].flatMap((name) => {
      const place = this.find(name);
      return place ? [[name, place] as const] : [];
    });
    return new Map([...(this.#around?.all() ?? []), ...own]);
  }

  /** Places of this block alone. */
  places(): readonly Place[] {
    return [...this.#names.keys()].flatMap((name) => this.find(name) ?? []);
  }

  get outermost(): Scope {
    return this.#around?.outermost ?? this;
  }

  find(name: string): Place | undefined {
    const own = this.#names.get(name);
    if (own === undefined) return this.#around?.find(name);
    return 'kind' in own ? own : { kind: 'variable', variable: own, path: [] };
  }
}
