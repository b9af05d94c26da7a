import { named as children } from '../../parsed.ts';
import type { HostFault } from '../../syntax.ts';
import type { TreeNode } from '../../tree-node.ts';
import {
  Cells,
  CHANGED,
  type Growth,
  heldBy,
  type LongLoop,
  LOST,
  OPEN,
  type Place,
  type Queue,
  type Scope,
  UNSET,
  type Value,
} from './cells.ts';
import { memberOf, reached, read, unfollowed, write } from './reading.ts';
import { numberIn, unknownOf } from './numbers.ts';
import { HostSteps } from './steps.ts';
import type { HostTypes } from './types.ts';

/** More steps of a host are not followed. */
const MOST_STEPS = 400_000;

/** Copying an element takes that much less than a step. */
export const COPIED_IN_A_STEP = 8;

/** More elements are not copied one by one. */
export const MOST_COPIED = 100_000;

/** A place, or what is known of the value there. */
export interface Located {
  readonly place?: Place | undefined;
  readonly value?: Value;
}

/** The host is not followed any further. */
export class Stopped extends Error {}

/** A condition that is not told may leave the loop. */
export class LeftLoop extends Error {
  /** It was followed for very long; undefined where that is not why. */
  readonly long: LongLoop | undefined;

  constructor(long?: LongLoop) {
    super();
    this.long = long;
  }
}

const isAddress = ({ kind }: Value): boolean =>
  /^(?:pointer|bytes|vector|address|struct|function)$/.test(kind);

/** A launch that the host has not waited for. */
interface Running {
  readonly node: TreeNode;
  readonly sets: boolean;
  readonly queue: Queue | undefined;
}

/** Places of the host's memory that expressions lead to. */
export abstract class HostPlaces {
  protected readonly root: TreeNode;
  readonly types: HostTypes;
  /** All arrays. */
  readonly memory: Cells[] = [];
  /** Addresses that were given to what is not followed. */
  protected readonly escaped = new Set<Value>();
  readonly #namespaces: ReadonlySet<string>;
  protected steps = 0;
  /** A loop is left because it is long: what it may set counts as set as far as it goes. */
  protected growth: Growth | undefined;
  readonly sequence: HostSteps;
  /** Memory of both sides that launches may be using, by the last that sets it. */
  protected readonly running = new Map<Cells, Running>();
  /** Copies, or launches by what the host does not wait for. */
  readonly faults = new Map<TreeNode, HostFault['is']>();

  constructor(root: TreeNode, types: HostTypes) {
    this.root = root;
    this.types = types;
    this.sequence = new HostSteps((cells) => types.lengthOf(cells));
    const spaces = root.descendantsOfType('namespace_definition');
    this.#namespaces = new Set(
      spaces.flatMap((each) => each.childForFieldName('name')?.text.split('::') ?? []).concat(''),
    );
  }

  /** From here on nothing is known that a part of the text may change. */
  abstract forget(node: TreeNode, scope: Scope): void;

  abstract valueOf(node: TreeNode | null | undefined, scope: Scope): Value;

  newCells(
    about: Pick<Cells, 'element' | 'bytes' | 'place' | 'madeBy'>,
    rest: Value = UNSET,
  ): Cells {
    const cells = new Cells(about, rest);
    this.memory.push(cells);
    return cells;
  }

  step(count = 1): void {
    this.steps += count;
    if (this.steps > MOST_STEPS) throw new Stopped();
  }

  /** Something may set elements of an array, and nobody tells which. */
  protected maySet(cells: Cells, value: Value, by: TreeNode): void {
    const length = this.types.lengthOf(cells);
    if (this.growth && length !== undefined) cells.grow(this.growth, length, value, by);
    else if (this.growth) cells.fill(value);
    else cells.fillInPart(value, by, length);
  }

  /** The text's only function of a name. */
  protected abstract functionNamed(name: string): Value | undefined;

  /** An element at a place that is not told is as all are. */
  #elementOf(owner: Value): Value {
    const base = heldBy(owner) ?? owner;
    if (base.kind === 'open') return unknownOf(base);
    const cells =
      base.kind === 'pointer' ? base.to : base.kind === 'vector' ? base.cells : undefined;
    if (!cells) {
      this.#escapeWithin(base);
      return unfollowed(base);
    }
    const all = [cells.rest, ...cells.values.values()];
    return all.every(({ kind }) => kind === 'open') ? unknownOf(...all) : unfollowed(...all);
  }

  /** An expression's value by where it is; an array within a struct becomes a pointer, which is not followed. */
  protected valueAt({ place, value }: Located): Value {
    this.#uses(place, 'reads');
    const own = place ? read(place) : (value ?? LOST);
    if (place && this.types.elementOfInner(own)) {
      this.loseWithin(place, CHANGED);
      return LOST;
    }
    // Lists of the text are not looked at again.
    const isNumber = place?.kind === 'cell' && place.cells.element?.stars === 0;
    return own.kind === 'lost' && isNumber ? CHANGED : own;
  }

  /** An array within a struct is not followed any more, nor what its pointers lead to. */
  protected loseWithin(place: Place, left: Value): void {
    this.#escapeWithin(read(place));
    this.keep(place, left);
  }

  /** A part that is not followed may set what its object's pointers lead to: `auto row = tensor[0]`. */
  #escapeWithin(object: Value): void {
    for (const each of object.kind === 'struct' ? object.members.values() : [])
      if (isAddress(each)) this.escaped.add(each);
  }

  /** Where an array's name leads, if it is one within a struct. */
  #innerOf(owner: TreeNode | null, scope: Scope): Located | undefined {
    const isNamed = owner?.type === 'identifier' && scope.find(owner.text) !== undefined;
    if (!isNamed && owner?.type !== 'field_expression') return undefined;
    const located = this.located(owner, scope);
    const { place } = located;
    if (place?.kind !== 'cell' || !place.cells.element) return located;
    const all = { ...place, path: [] };
    const made = read(all).kind === 'unset' && this.types.unsetStruct(place.cells.element);
    if (made && this.types.elementOfInner(memberOf(made, place.path))) write(all, made);
    return located;
  }

  /** `s.a[i]`, of an array within a struct; undefined of others. */
  #withinStruct({ place }: Located, index: number | undefined): Located | undefined {
    const own = place && read(place);
    if (!place || own?.kind !== 'struct' || !this.types.elementOfInner(own)) return undefined;
    if (index !== undefined && own.members.has(String(index)))
      return { place: { ...place, path: [...place.path, String(index)] } };
    const all = [...own.members.values()];
    return {
      value: all.every(({ kind }) => kind === 'open') ? unknownOf(...all) : unfollowed(...all),
    };
  }

  /** Where a value is kept. Evaluates what leads there. */
  placeOf(node: TreeNode | null | undefined, scope: Scope): Place | undefined {
    return this.located(node, scope).place;
  }

  /** The same, or the value that is there. */
  protected located(node: TreeNode | null | undefined, scope: Scope): Located {
    switch (node?.type) {
      case 'identifier':
      case 'type_identifier':
        return { place: scope.find(node.text) };
      case 'qualified_identifier': {
        const [, around = '', name = ''] = /^(.*?)(\w+)$/s.exec(node.text) ?? [];
        const isOfAll = around.split(/\s*::\s*/).every((each) => this.#namespaces.has(each));
        const place = isOfAll ? scope.outermost.find(name) : undefined;
        return place ? { place } : { value: (isOfAll && this.functionNamed(name)) || LOST };
      }
      case 'parenthesized_expression':
        return this.located(children(node)[0], scope);
      case 'pointer_expression': {
        if (node.childForFieldName('operator')?.text !== '*') return {};
        const base = this.valueOf(node.childForFieldName('argument'), scope);
        if (base.kind === 'function') return { value: base };
        return { place: this.#behind(base), value: this.#elementOf(base) };
      }
      case 'subscript_expression': {
        const owner = node.childForFieldName('argument');
        const named = this.#innerOf(owner, scope);
        const isInner = named?.place && this.types.elementOfInner(read(named.place));
        const base = isInner ? UNSET : named ? this.valueAt(named) : this.valueOf(owner, scope);
        const index = numberIn(this.valueOf(children(node.childForFieldName('indices'))[0], scope));
        const inner = named && this.#withinStruct(named, index);
        if (inner) return inner;
        if (index === undefined) return { value: this.#elementOf(base) };
        if (base.kind === 'pointer' && base.rows.length > 0) {
          const [own = 1] = base.rows.slice(-1);
          return { value: { ...base, at: base.at + index * own, rows: base.rows.slice(0, -1) } };
        }
        return { place: this.elementAt(base, index), value: this.#elementOf(base) };
      }
      case 'field_expression': {
        const owner = node.childForFieldName('argument');
        const name = node.childForFieldName('field')?.text ?? '';
        const isArrow = node.childForFieldName('operator')?.text === '->';
        const base = isArrow ? this.valueOf(owner, scope) : undefined;
        const { place, value } = base
          ? { place: this.#behind(base), value: base }
          : this.located(owner, scope);
        if (place) return { place: { ...place, path: [...place.path, name] } };
        return { value: value?.kind === 'open' ? value : unfollowed(value ?? LOST) };
      }
      case 'call_expression':
        return this.elementOfCall(node, scope);
      default:
        return {};
    }
  }

  /** The element that `v.at(i)` and its like mean; nothing is evaluated for other calls. */
  protected abstract elementOfCall(node: TreeNode, scope: Scope): Located;

  protected elementAt(owner: Value, index: number): Place | undefined {
    const base = heldBy(owner) ?? owner;
    return base.kind === 'vector'
      ? { kind: 'cell', cells: base.cells, at: index, path: [] }
      : this.#behind(base, index);
  }

  #behind(owner: Value, by = 0): Place | undefined {
    const value = heldBy(owner) ?? owner;
    if (value.kind === 'address') return by === 0 ? value.of : undefined;
    if (value.kind !== 'pointer' || value.to === undefined || value.rows.length > 0)
      return undefined;
    return { kind: 'cell', cells: value.to, at: value.at + by, path: [] };
  }

  /** The host uses what a launch may be setting, or sets what one may be reading. */
  #uses(place: Place | undefined, how: 'reads' | 'sets'): void {
    if (place?.kind === 'cell') this.touches(place.cells, how);
  }

  protected runs(launches: Iterable<readonly [Cells, Running]>): void {
    const all = [...launches];
    this.running.clear();
    for (const [cells, launch] of all) this.running.set(cells, launch);
  }

  protected touches(cells: Cells, how: 'reads' | 'sets'): void {
    const launch = this.running.get(cells);
    if (launch?.sets) this.faults.set(launch.node, 'not waited for');
    else if (launch && how === 'sets') this.faults.set(launch.node, 'read meanwhile');
  }

  /** Sets a place that a target led to, or forgets what it may have led to. */
  protected setAt(
    place: Place | undefined,
    target: TreeNode | null,
    value: Value,
    scope: Scope,
  ): void {
    this.#uses(place, 'sets');
    if (place) this.keep(place, value);
    else if (target) this.#setSomewhere(target, value, scope);
  }

  keep(place: Place, value: Value): void {
    this.#keepAt(place, value);
    if (isAddress(value) && read(place).kind === 'lost') this.escaped.add(value);
  }

  #keepAt(place: Place, value: Value): void {
    const isWhole = place.path.length === 0;
    // The first of its members that is set.
    const struct = isWhole || place.kind !== 'cell' ? undefined : place.cells.element;
    const unset = struct && read({ ...place, path: [] }).kind === 'unset';
    const made = unset && this.types.unsetStruct(struct);
    if (made) write({ ...place, path: [] }, made);
    if (place.kind === 'cell')
      write(
        place,
        isWhole && place.cells.element
          ? this.types.held(value, place.cells.element)
          : this.#asBefore(place, value),
      );
    else
      write(
        place,
        isWhole ? this.types.held(value, place.variable.type) : this.#asBefore(place, value),
      );
  }

  /** A member is of its struct's type. */
  #asBefore(place: Place, value: Value): Value {
    const owner = read({ ...place, path: place.path.slice(0, -1) });
    const member = place.path.at(-1);
    if (owner.kind !== 'struct') return LOST;
    const type =
      this.types.elementOfInner(owner) ??
      this.types.membersOf({ name: owner.type, stars: 0 })?.find((each) => each.member === member);
    return type ? this.types.held(value, type) : LOST;
  }

  /** The array within a struct whose element a target is. */
  #arrayOfStruct(target: TreeNode, scope: Scope): Place | undefined {
    let at: TreeNode | null = target;
    while (at?.type === 'subscript_expression') at = at.childForFieldName('argument');
    const steps = at?.descendantsOfType([
      'update_expression',
      'assignment_expression',
      'call_expression',
    ]);
    // Effects would come twice.
    const isNamed = at?.type === 'identifier';
    if ((!isNamed && at?.type !== 'field_expression') || (steps ?? []).length > 0 || at === target)
      return undefined;
    const place = this.placeOf(at, scope);
    if (!place || place.path.length === 0) return undefined;
    if (this.types.elementOfInner(read(place))) return place;
    const owner = read({ ...place, path: place.path.slice(0, -1) });
    const element =
      place.kind === 'cell' && place.path.length === 1 ? place.cells.element : undefined;
    const type = owner.kind === 'struct' ? { name: owner.type, stars: 0 } : element;
    const members = type && this.types.membersOf(type);
    const isArray =
      members?.find((each) => each.member === place.path.at(-1))?.length !== undefined;
    return isArray ? place : undefined;
  }

  #setSomewhere(target: TreeNode, value: Value, scope: Scope): void {
    const array = this.#arrayOfStruct(target, scope);
    if (isAddress(value)) this.escaped.add(value);
    if (array) return this.loseWithin(array, LOST);
    let at: TreeNode | null = target;
    if (/^(?:call|conditional|comma|parenthesized)_expression$/.test(target.type)) {
      this.forget(target, scope);
      return this.changeNamed(target, scope);
    }
    while (at && !at.type.endsWith('identifier'))
      at = at.childForFieldName('argument') ?? children(at)[0] ?? null;
    const known = at && scope.find(at.text);
    const arrays = known ? reached(read(known)) : new Set<Cells>();
    for (const cells of arrays) this.maySet(cells, value.kind === 'open' ? OPEN : LOST, target);
    if (arrays.size === 0) this.setAnywhere(target);
  }

  /** Each variable that a part of the text names, or a function that it calls, may have another value. */
  protected changeNamed(node: TreeNode, scope: Scope, entered = new Set<number>()): void {
    if (entered.has(node.id)) return;
    entered.add(node.id);
    for (const { text } of node.descendantsOfType(['identifier', 'type_identifier'])) {
      const place = scope.find(text);
      const called = place ? undefined : this.functionNamed(text);
      if (called?.kind === 'function') this.changeNamed(called.node, scope.outermost, entered);
      if (!place) continue;
      for (const cells of reached(read(place))) this.maySet(cells, CHANGED, node);
      if (/^(?:whole|real|struct|lost|open)$/.test(read(place).kind)) this.keep(place, CHANGED);
    }
  }

  /** A pointer that is not followed may lead to each array, and to what has given its address away. */
  protected setAnywhere(by: TreeNode): void {
    for (const cells of this.memory) this.maySet(cells, LOST, by);
    for (const value of this.escaped) if (value.kind === 'address') this.#keepAt(value.of, LOST);
  }
}
