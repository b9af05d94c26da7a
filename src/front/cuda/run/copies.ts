import { named as children } from '../../parsed.ts';
import { isInteger, SCALARS } from '../../scalar.ts';
import type { TreeNode } from '../../tree-node.ts';
import { elementOfBytes } from '../listed-contents.ts';
import { isKind } from '../runtime-calls.ts';
import { type Cells, CHANGED, LOST, NULL, type Scope, type Value } from './cells.ts';
import { read } from './reading.ts';
import { computed, numberIn, scalarNamed, whole } from './numbers.ts';
import { COPIED_IN_A_STEP, MOST_COPIED } from './places.ts';
import { HostVectors } from './vectors.ts';

/** More rows of bytes are not followed. */
const MOST_SET_ROWS = 5000;

/** Whole elements, and bytes of the next. */
interface Elements {
  readonly count: number;
  readonly cut: number;
}

/** A copy fails, and leaves all as it was, where memory is not on the side that it names. */
function isInAnotherDirection(kind: string, ...values: readonly Value[]): boolean {
  const [, ...sides] = /(Host|Device)To(Host|Device)$/.exec(kind) ?? [];
  return sides.some((side, i) => {
    const place = placeOf(values[i]);
    return place !== undefined && place !== 'both' && place !== side.toLowerCase();
  });
}

/** Variables are the host's. */
const placeOf = (value: Value | undefined): Cells['place'] | undefined =>
  value?.kind === 'address' ? 'host' : value?.kind === 'pointer' ? value.to?.place : undefined;

/** Memory of the host and the device, as copies and fills move values in it. */
export abstract class HostCopies extends HostVectors {
  /** Elements of so many bytes; undefined where nobody tells. */
  #elementsIn(cells: Cells, bytes: Value): Elements | undefined {
    const each = this.types.bytesOf(cells.element);
    const all = numberIn(bytes);
    if (each === undefined && all !== undefined && all >= (cells.bytes ?? Infinity))
      return { count: Infinity, cut: 0 };
    if (each === undefined || all === undefined || all < 0) return undefined;
    return { count: Math.floor(all / each), cut: all % each };
  }

  /** A stream that is not told sets it, at any time. */
  protected setLate(node: TreeNode, to: Value, bytes: Value): void {
    if (to.kind !== 'pointer' || !to.to) this.filled(node, to, LOST, bytes);
    else this.#setAll(to.to, to.at, this.#elementsIn(to.to, bytes), LOST, node);
  }

  protected filled(node: TreeNode, given: Value, byte: Value, bytes: Value): Value {
    const to = this.#plain(given);
    // A variable's own address is none of the device's.
    if (to.kind === 'address') return to;
    if (to.kind !== 'pointer' || !to.to) {
      if (to.kind === 'vector') this.lose(to, LOST, node);
      else this.setAnywhere(node);
      return to;
    }
    const cells = to.to;
    const count = this.#elementsIn(cells, bytes);
    const value = this.#ofBytes(cells, numberIn(byte));
    this.#setAll(cells, to.at, count, value, node);
    return to;
  }

  #plain(value: Value): Value {
    return value.kind === 'bytes' ? this.types.ofBytes(value) : value;
  }

  #ofBytes({ element }: Cells, byte: number | undefined): Value {
    if (byte === undefined || !element) return LOST;
    if (byte === 0 && element.stars > 0) return NULL;
    if (byte === 0 && this.types.membersOf(element)) return this.zeroOf(element);
    const scalar = element.stars > 0 ? undefined : scalarNamed(this.types.resolved(element).name);
    const text = scalar && elementOfBytes(byte, { kind: 'scalar', scalar });
    return text === undefined || (byte !== 0 && scalar && !isInteger(scalar))
      ? LOST
      : this.types.held(whole(BigInt(text), 'ulong'), element);
  }

  #setAll(
    cells: Cells,
    from: number,
    size: Elements | undefined,
    value: Value,
    by: TreeNode,
  ): void {
    const length = this.types.lengthOf(cells) ?? Infinity;
    const { count = 0 } = size ?? {};
    cells.setBy = by;
    this.step(Math.min(count, MOST_COPIED) / COPIED_IN_A_STEP);
    if (size === undefined) this.maySet(cells, LOST, by);
    else if (from === 0 && count >= length) cells.fill(value);
    else
      this.#part(cells, { from, ...size, by }, () => {
        for (let i = 0; i < count; i += 1) cells.put(from + i, value);
      });
  }

  /** Sets some elements, which may be too many to be told one by one. */
  #part(
    cells: Cells,
    { from, count, cut, by }: Elements & { readonly from: number; readonly by: TreeNode },
    work: () => void,
  ): void {
    const isLong = count > MOST_COPIED;
    const set = (): void => {
      if (isLong) cells.fill(LOST);
      else work();
      // The last element is set in part.
      if (cut > 0) cells.put(from + count, LOST);
    };
    const each = this.types.bytesOf(cells.element) ?? Infinity;
    const part = { from: from === 0 ? 0 : from * each, bytes: count * each + cut, each };
    if (cells.begin(part, by, set)) return;
    if (isLong) this.maySet(cells, LOST, by);
    else set();
  }

  protected mayBegin(node: TreeNode, scope: Scope): boolean {
    const [call] = node.type === 'expression_statement' ? children(node) : [];
    const callee = call?.childForFieldName('function')?.text ?? '';
    const [first, , size] = children(call?.childForFieldName('arguments') ?? null);
    if (!call || !isKind(callee, 'set')) return false;
    const [to, bytes] = [this.valueOf(first, scope), numberIn(this.valueOf(size, scope))];
    if (to.kind !== 'pointer' || !to.to || to.at !== 0 || bytes === undefined) return false;
    const cells = to.to;
    const isPart = bytes < (cells.bytes ?? 0);
    const each = this.types.bytesOf(cells.element) ?? NaN;
    const isBegun = isPart && cells.begin({ from: 0, bytes, each }, call, () => cells.fill(LOST));
    if (!isBegun) this.maySet(cells, LOST, call);
    return true;
  }

  protected ranged(
    node: TreeNode,
    [from, to, first = LOST]: readonly Value[],
    isCounted: boolean,
  ): Value {
    const isRange = from?.kind === 'pointer' && to?.kind === 'pointer' && from.to === to.to;
    if (!isRange || !from.to || (isCounted && to.at - from.at > MOST_COPIED)) {
      if (from) this.lose(from, CHANGED, node);
      return LOST;
    }
    const cells = from.to;
    const own = cells.element ? this.types.held(first, cells.element) : LOST;
    if (!isCounted) {
      this.#setAll(cells, from.at, { count: to.at - from.at, cut: 0 }, own, node);
      return LOST;
    }
    let next = first;
    this.step((to.at - from.at) / COPIED_IN_A_STEP);
    for (let { at } = from; at < to.at; at += 1) {
      this.keep({ kind: 'cell', cells, at, path: [] }, next);
      next = computed('+', next, whole(1));
    }
    return LOST;
  }

  /** Copies between devices, and rows of bytes; undefined of others, and where nobody tells which. */
  protected inRows(
    node: TreeNode,
    name: string,
    value: (place: number) => Value,
    kind: string | undefined,
  ): Value | undefined {
    const [, does] = /^(?:cuda|hip)Mem(set2D|cpy2D|cpyPeer)(?:Async)?$/.exec(name) ?? [];
    if (does === undefined) return undefined;
    if (does === 'cpyPeer') {
      this.copiedBytes(node, value(0), value(2), value(4));
      return whole(0);
    }
    const isCopy = does === 'cpy2D';
    const from = isCopy ? value(2) : undefined;
    const pitches = [value(1), ...(isCopy ? [value(3)] : [])].map(numberIn);
    const [width, height] = (isCopy ? [4, 5] : [3, 4]).map((place) => numberIn(value(place)));
    const [to, byte] = [value(0), isCopy ? LOST : value(2)];
    if (to.kind !== 'pointer' || width === undefined || height === undefined) return undefined;
    const isWhole = pitches.every((pitch) => pitch === width);
    const set = (row: number, bytes: number): boolean => {
      const [own, other] = [to, from].map(
        (each, i) => each && this.movedBy(each, row * (pitches[i] ?? NaN)),
      );
      if (!own || (isCopy && !other)) return false;
      if (other) this.copiedBytes(node, own, other, whole(bytes), kind);
      else this.filled(node, own, byte, whole(bytes));
      return true;
    };
    if (isWhole) return set(0, width * height) ? whole(0) : undefined;
    if (height > MOST_SET_ROWS || pitches.some((pitch = 0) => pitch < width)) return undefined;
    for (let row = 0; row < height; row += 1) if (!set(row, width)) return undefined;
    return whole(0);
  }

  /** A pointer so many bytes on; undefined where that is not told, or within an element. */
  protected movedBy(value: Value, bytes: number): Value | undefined {
    if (bytes === 0) return value;
    const each = value.kind === 'pointer' ? this.types.bytesOf(value.to?.element) : undefined;
    if (value.kind !== 'pointer' || each === undefined || bytes % each !== 0) return undefined;
    return { ...value, at: value.at + bytes / each };
  }

  protected copiedBytes(
    node: TreeNode,
    target: Value,
    source: Value,
    bytes: Value,
    kind = '',
  ): Value {
    const [to, from] = [this.#plain(target), this.#plain(source)];
    if (isInAnotherDirection(kind, from, to)) {
      this.faults.set(node, 'other direction');
      return to;
    }
    if (to.kind === 'address') {
      const value =
        from.kind === 'pointer' && from.to
          ? read({ kind: 'cell', cells: from.to, at: from.at, path: [] })
          : LOST;
      this.keep(to.of, value);
      return to;
    }
    if (to.kind !== 'pointer' || !to.to) {
      if (to.kind === 'vector') this.lose(to, LOST, node);
      else this.setAnywhere(node);
      return to;
    }
    const cells = to.to;
    cells.setBy = node;
    if (from.kind === 'pointer' && from.to && this.isAlike(cells, from.to)) {
      cells.element ??= from.to.element;
      this.#transferred(cells, to.at, from.to, from.at, this.#elementsIn(cells, bytes));
      return to;
    }
    const size = this.#elementsIn(cells, bytes);
    const isOne = size?.count === 1 && size.cut === 0;
    const value = from.kind === 'address' && isOne ? read(from.of) : from;
    // A variable of another type is not the element.
    const isKept =
      value === from ? value.kind === 'open' || value.kind === 'lost' : this.isOfType(value, cells);
    // The source's contents are told, but have another type.
    const isOther = from.kind === 'pointer' && from.to?.element && cells.element;
    const own = isKept ? value : isOther ? CHANGED : LOST;
    this.#setAll(cells, to.at, size, own, node);
    return to;
  }

  protected isOfType(value: Value, { element }: Cells): boolean {
    if (value.kind === 'pointer') return (element?.stars ?? 0) > 0;
    const scalar =
      element && element.stars === 0 ? scalarNamed(this.types.resolved(element).name) : undefined;
    if (value.kind === 'struct')
      return element !== undefined && value.type === this.types.resolved(element).name;
    return (value.kind === 'whole' || value.kind === 'real') && value.type === scalar;
  }

  protected isAlike(one: Cells, other: Cells): boolean {
    const [a, b] = [one.element ?? other.element, other.element ?? one.element];
    if (!a || !b || a.stars !== b.stars) return false;
    const [name, its] = [a, b].map((each) => this.types.resolved(each).name);
    const [scalar, same] = [name, its].map((each) => scalarNamed(each ?? ''));
    return name === its || (scalar !== undefined && SCALARS[scalar].bytes > 0 && scalar === same);
  }

  #transferred(
    cells: Cells,
    at: number,
    source: Cells,
    from: number,
    size: Elements | undefined,
  ): void {
    const { count = 0 } = size ?? {};
    const length = this.types.lengthOf(cells);
    this.step(Math.min(count, MOST_COPIED) / COPIED_IN_A_STEP);
    for (let i = from; i < from + Math.min(count, MOST_COPIED) && !cells.hasChance; i += 1)
      cells.hasChance =
        source.place !== 'device' && (source.values.get(i) ?? source.rest).kind === 'unset';
    const by = cells.setBy ?? cells.madeBy;
    if (size === undefined) this.maySet(cells, LOST, by);
    else if (at === 0 && from === 0 && count >= (length ?? Infinity)) {
      cells.fill(source.rest);
      for (const [i, value] of source.values) if (i < count) cells.put(i, value);
      cells.inPartAs(source, by);
      if (length === this.types.lengthOf(source) && cells.setBy)
        this.sequence.copied(cells, source, cells.setBy);
    } else {
      const moved = (): Value[] =>
        Array.from({ length: count }, (_, i) => source.values.get(from + i) ?? source.rest);
      this.#part(cells, { from: at, ...size, by }, () => {
        for (const [i, value] of moved().entries()) cells.put(at + i, value);
      });
    }
  }
}
